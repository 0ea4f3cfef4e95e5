import type { TSESTree } from '@typescript-eslint/types';
import { isKnown, search, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { findVariable, isFunction, nameOfKey, sourceOf, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { absent, isOptional, mayBeNothing, optionsOf } from '../value.js';
import type { Frame, RecordValue, Value } from '../value.js';

/** Where a test stands. */
interface Where {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  readonly frame: Frame | null;
}

/** What a test of known values gives: `path.includes('?')`, `method === 'GET'`, `body === undefined`. Null if that is not known. */
export function decide(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): boolean | null {
  return decideTest({ evaluation, tree, frame }, node);
}

function decideTest(where: Where, node: Node): boolean | null {
  const test = unwrap(node);
  switch (test.type) {
    case 'UnaryExpression':
      return test.operator === '!' ? not(decideTest(where, test.argument)) : null;
    case 'LogicalExpression':
      return decideLogical(where, test);
    case 'ConditionalExpression':
      return decideArm(where, test);
    case 'CallExpression':
      return decideCall(where, test);
    case 'BinaryExpression':
      return (
        decidePosition(where, test) ??
        decideCounted(where, test) ??
        decideEquality(where, test) ??
        decideOrder(where, test)
      );
    case 'Identifier':
      return isGiven(where, test) ? agree(where, test, isTruthy) : decideHeld(where, test);
    case 'MemberExpression':
      return isGiven(where, test) ? agree(where, test, isTruthy) : decideCount(where, test);
    default:
      return null;
  }
}

/** What a test gave whose outcome was put in a variable for good: `const asks = path.indexOf('?') !== -1`. */
function decideHeld(where: Where, name: TSESTree.Identifier): boolean | null {
  const variable = findVariable(where.tree, name);
  const [definition, ...others] = variable?.defs ?? [];
  const declared = definition?.node as Node | undefined;
  if (variable === null || others.length > 0 || declared?.type !== 'VariableDeclarator') return null;
  const { id, init } = declared;
  const isWritten = variable.references.some((reference) => reference.isWrite() && reference.init !== true);
  if (isWritten || id.type !== 'Identifier' || init === null || !tests.has(unwrap(init).type)) return null;
  return decideTest(where, init) ?? agree(where, name, isWrittenQuery);
}

/** `const query = new URLSearchParams(given).toString()`, where a call gives a record with something in it, or an empty one. */
function isWrittenQuery(value: Value): boolean | null {
  if (value.kind !== 'record' || !value.query) return null;
  return value.literal === null && value.entries.size > 0 ? null : holdsEntries(value);
}

function holdsEntries({ entries, open }: RecordValue): boolean | null {
  if (![...entries.values()].every(isOptional)) return true;
  return open || entries.size > 0 ? null : false;
}

/** `Object.keys(query).length`, of a record that a call gives. */
function decideCount(where: Where, node: Node): boolean | null {
  const test = unwrap(node);
  if (test.type !== 'MemberExpression' || nameOfKey(test.property, test.computed) !== 'length') return null;
  const call = unwrap(test.object);
  if (call.type !== 'CallExpression' || !/^Object\.(?:keys|values|entries)$/.test(sourceOf(where.tree, call.callee)))
    return null;
  const [counted] = call.arguments;
  return counted === undefined || !isGiven(where, counted) ? null : agree(where, counted, hasKeys);
}

/** `Object.keys(query).length > 0`. */
function decideCounted(where: Where, { left, operator, right }: TSESTree.BinaryExpression): boolean | null {
  const comparison = `${operator.slice(0, 2)} ${sourceOf(where.tree, right)}`;
  if (/^(?:> 0|>= 1|!= 0)$/.test(comparison)) return decideCount(where, left);
  return /^(?:== 0|<= 0|< 1)$/.test(comparison) ? not(decideCount(where, left)) : null;
}

function hasKeys(value: Value): boolean | null {
  return value.kind === 'record' && !value.query ? holdsEntries(value) : null;
}

const tests: ReadonlySet<string> = new Set([
  'BinaryExpression',
  'CallExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'UnaryExpression',
]);

function not(decided: boolean | null): boolean | null {
  return decided === null ? null : !decided;
}

function decideLogical(where: Where, { operator, left, right }: TSESTree.LogicalExpression): boolean | null {
  if (operator === '??') return null;
  const sides = [decideTest(where, left), decideTest(where, right)];
  const deciding = operator === '||';
  if (sides.includes(deciding)) return deciding;
  return sides.includes(null) ? null : !deciding;
}

/** `data ? JSON.stringify(data) : null`, by the arm that is taken. */
function decideArm(where: Where, { test, consequent, alternate }: TSESTree.ConditionalExpression): boolean | null {
  const decided = decideTest(where, test);
  if (decided === null) return null;
  const arm = decided ? consequent : alternate;
  return decideTest(where, arm) ?? (unwrap(arm).type === 'Literal' ? agree(where, arm, isTruthy) : null);
}

/** What holds for each value that an expression may have; null if they differ, or one is not known. */
function agree(where: Where, node: Node, holds: (value: Value) => boolean | null): boolean | null {
  const value = valueOf(where, node);
  const answers = new Set([...optionsOf(value), ...(mayBeNothing(value) ? [absent] : [])].map(holds));
  const [only] = answers;
  return answers.size === 1 ? (only ?? null) : null;
}

function valueOf({ evaluation, tree, frame }: Where, node: Node): Value {
  return evaluate(evaluation, tree, node, frame);
}

/**
 * Whether an expression is made of a parameter of a call that is being looked into, or of the instance that is made for
 * it. What a constant of the file says may be changed there, and what a variable holds at first may be written to, so for
 * them both ways count.
 */
function isGiven(where: Where, node: Node): boolean {
  const { tree, frame } = where;
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return isGiven(where, inner.object);
  if (inner.type === 'ThisExpression') return isWhole(valueOf(where, inner));
  if (inner.type !== 'Identifier') return false;
  const definition = findVariable(tree, inner)?.defs[0];
  const owner = definition?.node as Node | undefined;
  if (owner?.type === 'VariableDeclarator') return isTakenFromThis(tree, owner) && isGiven(where, owner.init);
  if ((definition?.type as string | undefined) !== 'Parameter' || owner === undefined || !isFunction(owner))
    return false;
  for (let at = frame; at !== null; at = at.parent) if (at.node === owner) return at.args !== null;
  return false;
}

/** `const { query } = this`, `const query = this.query`. */
function isTakenFromThis(
  tree: Tree,
  declarator: TSESTree.VariableDeclarator,
): declarator is TSESTree.VariableDeclarator & { readonly init: TSESTree.Expression } {
  const { init } = declarator;
  const declaration = tree.parents.get(declarator);
  if (init === null || declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return false;
  return init.type === 'ThisExpression' || (init.type === 'MemberExpression' && init.object.type === 'ThisExpression');
}

/**
 * `let { endpoint } = call`, `const call = action[SEND]`: a part of what a call that is being looked into gives. Of what
 * type that is, it stays, whatever else is put into it.
 */
function isTakenFromParameter(where: Where, node: Node): boolean {
  const root = rootOf(node);
  const definition = root === null ? undefined : findVariable(where.tree, root)?.defs[0];
  if (root === null || definition === undefined) return false;
  if ((definition.type as string) === 'Parameter') return isGiven(where, root);
  const home = definition.node as Node;
  if (home.type !== 'VariableDeclarator' || home.init === null || root.range[0] < home.range[1]) return false;
  const declaration = where.tree.parents.get(home);
  const isConstant = declaration?.type === 'VariableDeclaration' && declaration.kind === 'const';
  return (isConstant || home.id.type === 'ObjectPattern') && isTakenFromParameter(where, home.init);
}

function rootOf(node: Node): TSESTree.Identifier | null {
  const inner = unwrap(node);
  if (inner.type === 'MemberExpression') return rootOf(inner.object);
  return inner.type === 'Identifier' ? inner : null;
}

function isWhole(value: Value): boolean {
  return value.kind === 'instance' && value.whole === true;
}

function isTruthy(value: Value): boolean | null {
  switch (value.kind) {
    case 'absent':
      return false;
    case 'text':
      return isTruthyText(value);
    case 'record':
      return value.query ? null : true;
    case 'list':
    case 'function':
    case 'class':
    case 'instance':
    case 'client':
      return true;
    default:
      return null;
  }
}

/** Whether it prints as JSON, which is no empty text then. */
function isPrinted(value: Value): boolean | null {
  if (value.kind === 'absent') return value.isNull === true;
  return value.kind === 'record' || value.kind === 'list' || value.kind === 'text' || null;
}

function isTruthyText({ text, primitive }: Extract<Value, { kind: 'text' }>): boolean | null {
  const known = toKnown(text);
  if (primitive === 'string')
    return text.some((piece) => piece.kind === 'known' && piece.text !== '') || (known === '' ? false : null);
  if (known === null) return null;
  return primitive === 'boolean' ? known === 'true' : Number(known) !== 0 && known !== 'NaN';
}

// Calls

function decideCall(where: Where, call: TSESTree.CallExpression): boolean | null {
  const { callee } = call;
  const [argument] = call.arguments;
  if (argument === undefined) return null;
  const named = sourceOf(where.tree, callee);
  const test = Object.hasOwn(valueTests, named) ? valueTests[named] : undefined;
  if (test !== undefined) return agree(where, argument, test);
  if (callee.type !== 'MemberExpression') return null;
  const name = nameOfKey(callee.property, callee.computed);
  if (name === 'test') return decidePattern(where, callee.object, argument);
  const wanted = knownText(valueOf(where, argument));
  const textTest = name !== null && Object.hasOwn(textTests, name) ? textTests[name] : undefined;
  return wanted === null || textTest === undefined || call.arguments.length > 1
    ? null
    : agree(where, callee.object, (value) => (value.kind === 'text' ? textTest(value.text, wanted) : null));
}

const valueTests: Readonly<Record<string, ((value: Value) => boolean | null) | undefined>> = {
  Boolean: isTruthy,
  'JSON.stringify': isPrinted,
  'Array.isArray': (value) => (typeOf(value) === null ? null : value.kind === 'list'),
  'Number.isInteger': (value) => ofNumber(value, Number.isInteger),
  'Number.isFinite': (value) => ofNumber(value, Number.isFinite),
  isNaN: (value) => ofKnown(value, (text) => Number.isNaN(Number(text))),
  isFinite: (value) => ofKnown(value, (text) => Number.isFinite(Number(text))),
};

/** Of a string it is false, whatever it says. */
function ofNumber(value: Value, holds: (number: number) => boolean): boolean | null {
  if (value.kind === 'text' && value.primitive !== 'number') return false;
  return ofKnown(value, (text) => holds(Number(text)));
}

function ofKnown(value: Value, holds: (text: string) => boolean): boolean | null {
  const text = knownText(value);
  return text === null ? null : holds(text);
}

const textTests: Readonly<Record<string, ((text: Text, wanted: string) => boolean | null) | undefined>> = {
  includes: holdsText,
  startsWith: beginsWith,
  endsWith,
};

/** A hole of one segment holds no `?`, `/` or `&`, and no query begins in what a slash follows: `${host}/api/v3`. A path holds no address. */
function holdsText(text: Text, wanted: string): boolean | null {
  if (search(text, new RegExp(wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))) !== null) return true;
  if (isKnown(text)) return false;
  if (/^https?:\/\//.test(wanted)) return isPath(text) ? false : null;
  if (!/^[?/&]$/.test(wanted)) return null;
  const slash = wanted === '/' ? -1 : text.findLastIndex((piece) => piece.kind === 'known' && piece.text.includes('/'));
  return text.slice(slash + 1).some((piece) => piece.kind === 'hole' && piece.span === 'open') ? null : false;
}

/** Begins with a slash, and what is open in it is one segment at most. */
function isPath(text: Text): boolean {
  const isOpen = text.some((piece) => piece.kind === 'hole' && piece.span === 'open');
  return beginsWith(text, '/') === true && !isOpen && search(text, /\?/) === null;
}

function beginsWith(text: Text, wanted: string): boolean | null {
  const hole = text.findIndex(({ kind }) => kind === 'hole');
  return edgeHolds(knownOf(hole === -1 ? text : text.slice(0, hole)), wanted, hole === -1, 'startsWith');
}

function endsWith(text: Text, wanted: string): boolean | null {
  const hole = text.findLastIndex(({ kind }) => kind === 'hole');
  return edgeHolds(knownOf(text.slice(hole + 1)), wanted, hole === -1, 'endsWith');
}

function edgeHolds(edge: string, wanted: string, whole: boolean, holds: 'startsWith' | 'endsWith'): boolean | null {
  if (edge[holds](wanted)) return true;
  return whole || !wanted[holds](edge) ? false : null;
}

function knownOf(text: Text): string {
  return toKnown(text) ?? '';
}

/** `/^\d+$/.test(id)`. Only patterns that cannot take long are run. */
function decidePattern(where: Where, node: Node, argument: Node): boolean | null {
  const regex = unwrap(node);
  if (regex.type !== 'Literal' || !('regex' in regex) || !/^[gi]*$/.test(regex.regex.flags)) return null;
  const { pattern, flags } = regex.regex;
  const isQuick = (pattern.match(/[*+{]/g) ?? []).length < 3 && !/\)[*+{]/.test(pattern);
  return agree(where, argument, (value) => {
    if (value.kind !== 'text') return null;
    const text = toKnown(value.text);
    if (text !== null && text.length < 1000 && isQuick) return new RegExp(pattern, flags.replace('g', '')).test(text);
    const [, first] = /^\^([a-z])(?![?*{])[^|]*$/.exec(pattern) ?? [];
    return first !== undefined && beginsWith(value.text, '/') === true ? false : null;
  });
}

// Comparisons

/** `path.indexOf('?') !== -1`, `path.indexOf('/') === 0`, and the same with the sides exchanged. */
function decidePosition(where: Where, written: TSESTree.BinaryExpression): boolean | null {
  const { left, operator, right } = withCallFirst(written);
  const call = unwrap(left);
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
  const [argument] = call.arguments;
  const isPosition = nameOfKey(call.callee.property, call.callee.computed) === 'indexOf';
  const wanted = argument === undefined || !isPosition ? null : knownText(valueOf(where, argument));
  if (wanted === null) return null;
  const comparison = `${operator.replace('===', '==').replace('!==', '!=')} ${sourceOf(where.tree, right)}`;
  const test = Object.hasOwn(positions, comparison) ? positions[comparison] : undefined;
  if (test === undefined) return null;
  const found = agree(where, call.callee.object, (value) =>
    value.kind === 'text' ? test.of(value.text, wanted) : null,
  );
  return test.says ? found : not(found);
}

interface Comparison {
  readonly left: Node;
  readonly operator: string;
  readonly right: Node;
}

const exchanged: Readonly<Record<string, string | undefined>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** `-1 === path.indexOf('?')`. */
function withCallFirst({ left, operator, right }: TSESTree.BinaryExpression): Comparison {
  return unwrap(right).type === 'CallExpression' && unwrap(left).type !== 'CallExpression'
    ? { left: right, operator: exchanged[operator] ?? operator, right: left }
    : { left, operator, right };
}

const positions: Readonly<
  Record<string, { readonly of: (text: Text, wanted: string) => boolean | null; readonly says: boolean } | undefined>
> = {
  '!= -1': { of: holdsText, says: true },
  '> -1': { of: holdsText, says: true },
  '>= 0': { of: holdsText, says: true },
  '== -1': { of: holdsText, says: false },
  '< 0': { of: holdsText, says: false },
  '== 0': { of: beginsWith, says: true },
  '!= 0': { of: beginsWith, says: false },
  '> 0': { of: holdsFurther, says: true },
  '>= 1': { of: holdsFurther, says: true },
  '<= 0': { of: holdsFurther, says: false },
  '< 1': { of: holdsFurther, says: false },
};

/** `path.indexOf('?') > 0`. */
function holdsFurther(text: Text, wanted: string): boolean | null {
  const holds = holdsText(text, wanted);
  return holds === true && beginsWith(text, wanted) !== false ? null : holds;
}

/** Whether a `switch` over one expression goes to the case of another; null if that is not known. */
export function decideCase(
  evaluation: Evaluation,
  tree: Tree,
  { discriminant }: TSESTree.SwitchStatement,
  test: Node,
  frame: Frame | null,
): boolean | null {
  return areSame({ evaluation, tree, frame }, discriminant, test, true);
}

function decideEquality(where: Where, { left, operator, right }: TSESTree.BinaryExpression): boolean | null {
  if (!/^[!=]==?$/.test(operator)) return null;
  const equal = areTypesEqual(where, unwrap(left), right) ?? areSame(where, left, right, operator.length === 3);
  return operator.startsWith('=') ? equal : not(equal);
}

function areSame(where: Where, left: Node, right: Node, isStrict: boolean): boolean | null {
  const given = isGiven(where, left) || isGiven(where, right);
  return areEqual(valueOf(where, left), valueOf(where, right), isStrict, given);
}

const orders: Readonly<Record<string, ((one: number, other: number) => boolean) | undefined>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/** `index < values.length`, of numbers that a call gives. */
function decideOrder(where: Where, { left, operator, right }: TSESTree.BinaryExpression): boolean | null {
  const test = orders[operator];
  if (test === undefined || !(isGiven(where, left) || isGiven(where, right))) return null;
  const [one, other] = [left, right].map((side) => {
    const value = valueOf(where, side);
    return value.kind === 'text' && value.primitive === 'number' ? knownText(value) : null;
  });
  return one == null || other == null ? null : test(Number(one), Number(other));
}

/** `typeof id === 'string'`. */
function areTypesEqual(where: Where, left: Node, right: Node): boolean | null {
  if (left.type !== 'UnaryExpression' || left.operator !== 'typeof') return null;
  if (!isGiven(where, left.argument) && !isTakenFromParameter(where, left.argument)) return null;
  const wanted = knownText(valueOf(where, right));
  if (wanted === null) return null;
  return agree(where, left.argument, (value) => {
    const type = typeOf(value);
    return type === null ? null : type === wanted;
  });
}

function typeOf(value: Value): string | null {
  switch (value.kind) {
    case 'text':
      return value.primitive;
    case 'absent':
      return value.isNull === true ? 'object' : 'undefined';
    case 'record':
      return value.query ? null : 'object';
    case 'list':
    case 'instance':
      return 'object';
    case 'function':
    case 'class':
      return 'function';
    default:
      return null;
  }
}

/** @param given what is absent is so because a call says so */
function areEqual(one: Value, other: Value, isStrict: boolean, given: boolean): boolean | null {
  if (one.kind === 'absent' || other.kind === 'absent') return given ? areAbsent(one, other, isStrict) : null;
  const [text, otherText] = [knownText(one), knownText(other)];
  return text === null || otherText === null ? null : text === otherText;
}

function areAbsent(one: Value, other: Value, isStrict: boolean): boolean | null {
  if (one.kind === 'absent' && other.kind === 'absent') return !isStrict || one.isNull === other.isNull;
  const present = one.kind === 'absent' ? other : one;
  return typeOf(present) === null && present.kind !== 'client' ? null : false;
}

function knownText(value: Value): string | null {
  return value.kind === 'text' ? toKnown(value.text) : null;
}

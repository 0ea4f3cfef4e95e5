import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { resolveCallee } from '../values/calls.js';
import { agree, agreeIn, agreeOnSome, delivered, settle, toMember } from './answer.js';
import { readPutElements } from './grown.js';
import { readAnswer } from '../responses.js';
import { readInstanceHolder, readInstanceMember } from './instances.js';
import { readModuleMember } from './exported.js';
import { readStateField } from './state.js';
import type { Answer, Context, Made } from './answer.js';
import {
  calleeName,
  childrenOf,
  contains,
  findVariable,
  isFunction,
  nameOfKey,
  sourceOf,
  unwrap,
} from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';

// Records, lists and copies that the project makes of answers

/** What the project made. */
export function toMade(made: Made): Answer {
  return { ...delivered, list: lists.has(made.kind), layer: 'made', made };
}

const lists: ReadonlySet<Made['kind']> = new Set(['list', 'each', 'outcomes']);

/** A list of such answers. */
export function toList(answer: Answer | null): Answer | null {
  if (answer === null) return null;
  if (answer.layer === 'body' && answer.list === false) return { ...answer, list: true };
  return toMade({ kind: 'each', of: answer });
}

/** What has such answers under its keys. */
export function toKeyed(of: Answer | null): Answer | null {
  return of === null ? null : toMade({ kind: 'keyed', of: settle(of) ?? of });
}

/** A list of pairs, of each of which an answer is the second. */
export function toPairs(of: Answer | null): Answer | null {
  return of === null ? null : toMade({ kind: 'each', of: toMade({ kind: 'under', names: ['1'], of }) });
}

/** What stands under any key, or any element of a list. */
export function toValue(answer: Answer | null): Answer | null {
  return answer?.made?.kind === 'keyed' ? answer.made.of : toElement(answer);
}

/** Any element of a list. */
export function toElement(answer: Answer | null): Answer | null {
  if (answer?.made !== undefined) return toMadeElement(answer, answer.made, null);
  if (answer?.wrapped === true) return answer;
  return answer?.layer !== 'body' || answer.list === false ? null : { ...answer, list: false };
}

/** The element of a list at an index. */
export function toElementAt(answer: Answer | null, index: number): Answer | null {
  if (answer?.layer === 'answer') return toCallbackArgument(answer, index);
  return answer?.made === undefined ? toElement(answer) : toMadeElement(answer, answer.made, index);
}

/**
 * What a promise in place of a callback `(error, response, body)` holds is a list of what comes after the error:
 * `request.getAsync(url).spread((response, body) => …)`.
 */
export function toCallbackArgument(answer: Answer, index: number): Answer | null {
  const { answer: whole, body } = answer.client?.answer?.callback ?? {};
  if (body === index + 1) return { ...answer, layer: 'body' };
  return whole === index + 1 ? answer : null;
}

function toMadeElement({ settled }: Answer, made: Made, index: number | null): Answer | null {
  if (made.kind === 'each') return settled ? settle(made.of) : made.of;
  if (made.kind === 'under') return made.names.includes(String(index)) ? settle(made.of) : null;
  if (made.kind === 'keyed') return toMade({ kind: 'under', names: ['1'], of: made.of });
  if (made.kind === 'results')
    return index === null ? agree([...made.of.values()]) : (made.of.get(String(index)) ?? null);
  if (made.kind === 'outcomes') {
    const of = index === null ? toElement(made.of) : toElementAt(made.of, index);
    return of === null ? null : toMade({ kind: 'under', names: ['value'], of });
  }
  if (made.kind !== 'list') return null;
  const isSpread = made.elements.some((element) => element?.type === 'SpreadElement');
  const elements = index === null || isSpread ? made.elements : made.elements.slice(index, index + 1);
  const pieces = elements.map((each) => (each === null ? null : readPiece(made.context, each)));
  const element = agreeOnSome(made.context, pieces);
  return settled ? settle(element) : element;
}

/** An element that stands in a list, or those that are spread into it. */
function readPiece(context: Context, node: Node): Answer | null {
  return node.type === 'SpreadElement'
    ? readSpread(context, node, '[]', (spread) => toElement(settle(spread)))
    : readAnswer(context, node);
}

/** A property of a record, or what is spread into it. */
export function toMadeMember(answer: Answer, made: Made, name: string): Answer | null {
  if (made.kind === 'under') return made.names.includes(name) ? settle(made.of) : null;
  if (made.kind === 'results') return made.of.get(name) ?? null;
  if (made.kind === 'keyed') return made.of;
  if (made.kind === 'failure') return name === 'response' ? answer : null;
  if (made.kind === 'instance') return readInstanceMember(made, name);
  if (made.kind === 'module') return readModuleMember(made.context, name);
  if (made.kind === 'state') return readStateField(made.context, made.home, name);
  if (made.kind !== 'record') return /^\d+$/.test(name) ? toMadeElement(answer, made, Number(name)) : null;
  const property = findProperty(made.node, name);
  if (property === undefined) return null;
  if (property.type === 'Property') return readAnswer(made.context, property.value);
  return readSpreadMember(made.context, property, name);
}

/** The last of a record that may give a field: what is spread may have any. */
function findProperty(
  { properties }: TSESTree.ObjectExpression,
  name: string,
): TSESTree.ObjectLiteralElement | undefined {
  return properties.findLast((each) => each.type === 'SpreadElement' || nameOfKey(each.key, each.computed) === name);
}

/** What is spread may be the record itself: `row.owner = { ...row.owner, seen: true }`. */
function readSpreadMember(context: Context, node: TSESTree.SpreadElement, name: string): Answer | null {
  return readSpread(context, node, `.${name}`, (spread) => (spread === null ? null : toMember(spread, name)));
}

/** What holds a field of an answer: the answer itself, or what is spread into a record: `{ ...project, seen: true }`. */
export function toHolder(answer: Answer | null, name: string): Answer | null {
  const made = answer?.made;
  if (made?.kind === 'instance') return readInstanceHolder(made, name);
  if (made?.kind !== 'record') return answer;
  const property = findProperty(made.node, name);
  if (property?.type !== 'SpreadElement') return null;
  const holder = readSpread(made.context, property, `${name} of`, (spread) => toHolder(spread, name));
  if (holder === null) return null;
  const others = made.node.properties.filter((each) => each !== property);
  const defaults = others.flatMap((each) =>
    each.type === 'SpreadElement' ? (recordOf(made.context.tree, each.argument) ?? []) : [],
  );
  return { ...holder, beside: [...(holder.beside ?? []), ...[made.node, ...defaults].flatMap(namesOf)] };
}

/** `{ builds_enabled: true }`, in place or as a variable: what is spread around an answer. */
function recordOf(tree: Tree, node: Node): TSESTree.ObjectExpression | null {
  if (node.type === 'ObjectExpression') return node;
  const [made] = node.type === 'Identifier' ? (findVariable(tree, node)?.defs ?? []) : [];
  const declared = made?.node as Node | undefined;
  return declared?.type === 'VariableDeclarator' && declared.init?.type === 'ObjectExpression' ? declared.init : null;
}

function namesOf({ properties }: TSESTree.ObjectExpression): string[] {
  return properties.flatMap((each) => (each.type === 'Property' ? (nameOfKey(each.key, each.computed) ?? []) : []));
}

const underWay = new WeakMap<Node, Set<string>>();

/** Null where a spread leads back to itself. */
function readSpread(
  context: Context,
  node: TSESTree.SpreadElement,
  part: string,
  read: (spread: Answer | null) => Answer | null,
): Answer | null {
  const parts = underWay.get(node) ?? new Set<string>();
  if (parts.has(part)) return null;
  underWay.set(node, parts.add(part));
  const found = read(readAnswer(context, node.argument));
  parts.delete(part);
  return found;
}

/** Expressions that hold no answer, and so nothing that one could be taken for: `null`, `[]`, `''`, `of([])`. */
export function isEmpty(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'Literal') return inner.value === null || inner.value === '' || inner.value === false;
  if (inner.type === 'ArrayExpression') return inner.elements.length === 0;
  if (inner.type === 'ObjectExpression') return inner.properties.length === 0;
  if (inner.type === 'CallExpression')
    return (
      isFailing(inner) || (/^(?:resolve|of|empty|never)$/.test(calleeName(inner)) && inner.arguments.every(isEmpty))
    );
  return (inner.type === 'Identifier' && /^(?:undefined|EMPTY|NEVER)$/.test(inner.name)) || isVoid(inner);
}

/** `Promise.reject(error)`, `throwError(error)`: what comes to nobody who waits for an answer. */
function isFailing({ callee }: TSESTree.CallExpression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'throwError';
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false;
  const name = nameOfKey(callee.property, callee.computed) ?? '';
  return /^(?:Promise|Bluebird|Q|\$q|Observable)$/.test(callee.object.name) && /^(?:reject|throw)$/.test(name);
}

function isVoid(node: Node): boolean {
  return node.type === 'UnaryExpression' && node.operator === 'void';
}

// Lists that are filled

const additions = new Set(['push', 'unshift']);

/**
 * `const all = []`, into which answers, or the elements of answers, are put. Null if anything else may be in it, but for
 * reports a record of the project: `all.push({ public: false })`.
 */
export function readGathered(context: Context, variable: Variable): Answer | null {
  const { asked = new Set() } = context;
  if (asked.has(variable)) {
    context.evaluation.answering.cuts += 1;
    return null;
  }
  const inner: Context = { ...context, asked: new Set([...asked, variable]) };
  const pieces = variable.references.flatMap(({ identifier, init }) =>
    init === true ? [] : piecesPutBy(inner, variable, identifier),
  );
  return toList(agreeIn(context, pieces));
}

/** What one mention of a list puts into it. */
function piecesPutBy(context: Context, variable: Variable, mention: Node): (Answer | null)[] {
  const { tree } = context;
  const parent = tree.parents.get(mention);
  if (parent?.type === 'AssignmentExpression' && parent.left === mention)
    return readPutElements(context, parent.right, (node) => findVariable(tree, node) === variable);
  if (parent?.type === 'CallExpression') return piecesApplied(context, parent, mention);
  if (parent?.type !== 'MemberExpression' || parent.object !== mention) return [];
  const call = context.tree.parents.get(parent);
  const isAddition = additions.has(nameOfKey(parent.property, parent.computed) ?? '');
  if (isAddition && call?.type === 'MemberExpression' && nameOfKey(call.property, call.computed) === 'apply')
    return elementsOfSecond(context, tree.parents.get(call));
  if (call?.type !== 'CallExpression' || call.callee !== parent) return isPut(context.tree, parent) ? [null] : [];
  return isAddition ? call.arguments.map((argument) => settle(readPiece(context, argument))) : [];
}

/** `[].push.apply(all, page)`; a function of the project may put anything in. */
function piecesApplied(context: Context, call: TSESTree.CallExpression, mention: Node): (Answer | null)[] {
  const isApplied = /^(?:\[\]|Array\.prototype)\.(?:push|unshift)\.apply$/.test(sourceOf(context.tree, call.callee));
  if (isApplied) return call.arguments[0] === mention ? elementsOfSecond(context, call) : [];
  return isOwn(context, call) ? [null] : [];
}

/** `all.push.apply(all, page)`. */
function elementsOfSecond(context: Context, call: Node | undefined): (Answer | null)[] {
  const second = call?.type === 'CallExpression' ? call.arguments[1] : undefined;
  return second === undefined || isEmpty(second) ? [] : [toElement(settle(readAnswer(context, second)))];
}

function isPut(tree: Tree, member: Node): boolean {
  const parent = tree.parents.get(member);
  return parent?.type === 'AssignmentExpression' && parent.left === member;
}

/** `list.concat(page)`. */
export function readJoined(context: Context, call: TSESTree.CallExpression, list: Node): Answer | null {
  const first = isEmpty(list) ? [] : [toElement(settle(readAnswer(context, list)))];
  return toList(agreeOnSome(context, [...first, ...joinedBy(context, call)]));
}

/** What is joined may be one element, or a list of them; and what a function joins of itself is more of the same. */
function joinedBy(context: Context, { arguments: all }: TSESTree.CallExpression): (Answer | null)[] {
  return all
    .filter((argument) => !isEmpty(argument) && !isRecursive(context, unwrap(argument)))
    .map((argument) =>
      toJoined(
        argument.type === 'SpreadElement'
          ? readSpread(context, argument, '[]', (spread) => toElement(settle(spread)))
          : settle(readAnswer(context, argument)),
      ),
    );
}

/** What a list gets that is joined with an answer: its elements, or itself if it is none. */
export function toJoined(answer: Answer | null): Answer | null {
  return answer?.list === false ? answer : toElement(answer);
}

function isRecursive(context: Context, node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  return optionsOf(resolveCallee(context.evaluation, context.tree, node, context.frame)).some(
    (option) => option.kind === 'function' && option.tree === context.tree && contains(option.node, node),
  );
}

/** A function of the project may put more in. */
function isOwn(context: Context, call: TSESTree.CallExpression): boolean {
  const value = resolveCallee(context.evaluation, context.tree, call, context.frame);
  return optionsOf(value).some(({ kind }) => kind === 'function');
}

/** What a generator gives one by one: `yield issue`, `yield* page`. */
export function readYielded(context: Context, { body }: FunctionNode): Answer | null {
  const pieces = findYields(body).flatMap(({ argument, delegate }) => {
    if (argument == null || isRecursive(context, unwrap(argument))) return [];
    const answer = settle(readAnswer(context, argument));
    return [delegate ? toElement(answer) : answer];
  });
  return toList(agree(pieces));
}

function findYields(node: Node): TSESTree.YieldExpression[] {
  if (isFunction(node)) return [];
  const inner = childrenOf(node).flatMap(findYields);
  return node.type === 'YieldExpression' ? [node, ...inner] : inner;
}

// Copies

/** `Object.assign({}, project)`, `structuredClone(project)`. */
export function readCopy(context: Context, { callee, arguments: all }: TSESTree.CallExpression): Answer | null {
  const name = sourceOf(context.tree, callee);
  const copied = all.filter((argument) => !isEmpty(argument));
  const [original] = copied;
  if (original === undefined || original.type === 'SpreadElement' || copied.length > 1) return null;
  const isMerged = /^(?:Object|_|lodash|angular|\$|jQuery)\.(?:assign|extend|merge)$/.test(name) && all[0] !== original;
  return isMerged || copiers.test(name) ? readAnswer(context, original) : null;
}

const copiers = /^(?:structuredClone|angular\.copy|(?:_|lodash)\.clone(?:Deep)?)$/;

import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { contains, findDeclaration, findVariable, isFunction, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { findHelper } from '../values/list-helpers.js';
import { findNamedUses } from './named-uses.js';
import { elementPosition } from '../values/handed.js';
import { optionsOf } from '../value.js';
import type { Value } from '../value.js';
import { givesList, namesOfArguments } from '../values/arguments.js';
import { isTold } from './parameter-readers.js';
import type { Leads, Reader } from './parameter-readers.js';
import { toMethod } from '../clients/client.js';

/*
 * A word that is put into an address, `builds` of `/projects/${id}/${kind}`, is often more than that: a key, a title, the
 * name of a file. It is followed through variables, parameters, lists and records; whatever takes it that is no request is
 * a reader.
 */

/** A value that holds a word: `['*', 'kind']` leads to it in a list of records. */
interface Holder {
  readonly tree: Tree;
  readonly node: Node;
  readonly path: readonly string[];
  /** The word is a part of an address. */
  readonly composed: boolean;
  /** It went through a variable, so that it is there for more than one purpose. */
  readonly named: boolean;
}

interface Search {
  readonly evaluation: Evaluation;
  readonly leads: Leads;
  readonly seen: Set<Node>;
}

const anyElement = '*';

/** What reads a word for more than an address, through the variables that it is put in; null if nothing does. */
export function findWordReader(evaluation: Evaluation, tree: Tree, literal: Node, leads: Leads): Reader | null {
  if (literal.type !== 'Literal' || typeof literal.value !== 'string' || !isWord(literal.value)) return null;
  renewBudget(evaluation, tree);
  const search: Search = { evaluation, leads, seen: new Set() };
  const start: Holder = { tree, node: literal, path: [], composed: false, named: false };
  return (
    readerOf(search, start) ??
    firstReader(findNamedUses(evaluation, tree, literal), (use) =>
      search.seen.has(use.node) ? null : readerOf(search, { ...start, ...use, named: true }),
    )
  );
}

/** A version is a part of each address; a method is compared to send what is right for it. */
function isWord(text: string): boolean {
  return /^[\w-]+$/.test(text) && toMethod(text) === null && !/^v[34]$/.test(text);
}

function readerOf(search: Search, holder: Holder): Reader | null {
  const { tree, node, path } = holder;
  const parent = tree.parents.get(node);
  const read = parent === undefined ? undefined : readers[parent.type];
  if (parent === undefined || read === undefined) return null;
  return read(search, holder, parent, path);
}

type ReadBy = (search: Search, holder: Holder, parent: Node, path: readonly string[]) => Reader | null;

/** What a function gives back leaves it, alone or in a record; a literal that stands there is what the function is for. */
const isReturned: ReadBy = (_, { tree, node, composed, named }, parent) =>
  composed || !named ? null : { tree, identifier: node, node: parent };

const goOn: ReadBy = (search, holder, parent) => readerOf(search, { ...holder, node: parent });
const isReader: ReadBy = (_, { tree, node, composed, named, path }, parent) =>
  composed || !named || (path.length > 0 && path[0] !== anyElement) ? null : { tree, identifier: node, node: parent };

const readers: Readonly<Partial<Record<string, ReadBy>>> = {
  TSAsExpression: goOn,
  TSNonNullExpression: goOn,
  TSSatisfiesExpression: goOn,
  ChainExpression: goOn,
  AwaitExpression: goOn,
  SpreadElement: goOn,
  ArrayExpression: (search, holder, parent, path) =>
    holder.node.type === 'SpreadElement'
      ? goOn(search, holder, parent, path)
      : readerOf(search, { ...holder, node: parent, path: [anyElement, ...path] }),
  Property: (search, holder, parent, path) => {
    const property = parent as TSESTree.Property;
    const record = holder.tree.parents.get(property);
    const name = nameOfKey(property.key, property.computed);
    if (property.computed && property.key === holder.node) return isReader(search, holder, parent, path);
    return record?.type === 'ObjectExpression' && name !== null
      ? readerOf(search, { ...holder, node: record, path: [name, ...path] })
      : null;
  },
  TemplateLiteral: readerOfText,
  BinaryExpression: (search, holder, parent) =>
    (parent as TSESTree.BinaryExpression).operator === '+'
      ? readerOfText(search, holder, parent)
      : readerByComparison(search, holder, parent as TSESTree.BinaryExpression),
  ConditionalExpression: (search, holder, parent, path) =>
    (parent as TSESTree.ConditionalExpression).test === holder.node ? null : goOn(search, holder, parent, path),
  LogicalExpression: goOn,
  SwitchStatement: isReader,
  SwitchCase: isReader,
  JSXExpressionContainer: isReader,
  ReturnStatement: isReturned,
  ArrowFunctionExpression: isReturned,
  VariableDeclarator: (search, holder, parent) =>
    readerOfPattern(search, holder, (parent as TSESTree.VariableDeclarator).id),
  AssignmentExpression: (search, holder, parent, path) => {
    const { left } = parent as TSESTree.AssignmentExpression;
    if (left.type !== 'MemberExpression' || left === holder.node) return null;
    return left.object.type === 'ThisExpression'
      ? readerOfField(search, holder, left)
      : isReader(search, holder, parent, path);
  },
  ForOfStatement: (search, holder, parent, path) => {
    const { left } = parent as TSESTree.ForOfStatement;
    const declared = left.type === 'VariableDeclaration' ? left.declarations[0].id : undefined;
    return declared === undefined || path[0] !== anyElement
      ? null
      : readerOfPattern(search, { ...holder, path: path.slice(1) }, declared);
  },
  MemberExpression: readerOfMember,
  CallExpression: readerInCall,
  NewExpression: (search, holder, parent, path) =>
    /Error$|^(?:Set|Map|URL|Promise)$/.test(nameOfCallee(parent as TSESTree.NewExpression))
      ? goOnThroughNew(search, holder, parent, path)
      : readerInCall(search, holder, parent, path),
};

function nameOfCallee({ callee }: TSESTree.CallExpression | TSESTree.NewExpression): string {
  return (
    (callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : nameOfKey(callee, false)) ?? ''
  );
}

function readerByComparison(search: Search, holder: Holder, parent: TSESTree.BinaryExpression): Reader | null {
  return isTold(parent.left === holder.node ? parent.right : parent.left)
    ? isReader(search, holder, parent, holder.path)
    : null;
}

/** What else reads `this.kind` in the class that keeps the word there. */
function readerOfField(search: Search, holder: Holder, field: TSESTree.MemberExpression): Reader | null {
  const { tree } = holder;
  const name = sourceOf(tree, field);
  const home = tree.classes.find((each) => contains(each, field));
  const reads = tree.readings.filter(
    (node) => node !== field && home !== undefined && contains(home, node) && sourceOf(tree, node) === name,
  );
  return firstReader(reads, (node) => {
    if (search.seen.has(node)) return null;
    search.seen.add(node);
    return readerOf(search, { ...holder, node, named: true });
  });
}

/** A text that the word is put into, which is an address if there is a slash in it. */
function readerOfText(search: Search, holder: Holder, parent: Node): Reader | null {
  const composed = holder.composed || sourceOf(holder.tree, parent).includes('/');
  return readerOf(search, { ...holder, node: parent, path: [], composed });
}

function goOnThroughNew(search: Search, holder: Holder, parent: Node, path: readonly string[]): Reader | null {
  const isCollection = /^(?:Set|Map)$/.test(nameOfCallee(parent as TSESTree.NewExpression));
  return isCollection ? goOn(search, holder, parent, path) : null;
}

/** The variables that a pattern binds the word to. */
function readerOfPattern(search: Search, holder: Holder, pattern: Node): Reader | null {
  const { tree, path } = holder;
  const [name, ...rest] = path;
  switch (pattern.type) {
    case 'Identifier': {
      const variable = findDeclaration(tree, pattern);
      return variable === null ? null : readerOfVariable(search, holder, variable);
    }
    case 'AssignmentPattern':
      return readerOfPattern(search, holder, pattern.left);
    case 'TSParameterProperty':
      return null;
    case 'ObjectPattern':
      return firstReader(pattern.properties, (each) =>
        each.type === 'Property' && nameOfKey(each.key, each.computed) === name
          ? readerOfPattern(search, { ...holder, path: rest }, each.value)
          : null,
      );
    case 'ArrayPattern':
      return name !== anyElement
        ? null
        : firstReader(pattern.elements, (each) =>
            each === null ? null : readerOfPattern(search, { ...holder, path: rest }, each),
          );
    default:
      return null;
  }
}

function firstReader<Item>(items: readonly Item[], read: (item: Item) => Reader | null): Reader | null {
  for (const item of items) {
    const reader = read(item);
    if (reader !== null) return reader;
  }
  return null;
}

function readerOfVariable(search: Search, holder: Holder, variable: Variable): Reader | null {
  return firstReader(variable.references, (reference) => {
    const node = reference.identifier;
    if (!reference.isRead() || search.seen.has(node)) return null;
    search.seen.add(node);
    return readerOf(search, { ...holder, node, named: true });
  });
}

const gives = /^(?:filter|slice|sort|reverse|toSorted|toReversed|concat|values|entries)$/;
const picks = /^(?:find|findLast|at|pop|shift|get)$/;
const keeps = /^(?:toLowerCase|toUpperCase|trim|toString|replace|slice|substr|substring|concat)$/;

function readerOfMember(search: Search, holder: Holder, parent: Node, path: readonly string[]): Reader | null {
  const { tree, node } = holder;
  const member = parent as TSESTree.MemberExpression;
  if (member.object !== node) return isReader(search, holder, parent, path);
  const name = nameOfKey(member.property, member.computed) ?? '';
  const [step, ...rest] = path;
  const call = tree.parents.get(member);
  const isCalled = call?.type === 'CallExpression' && call.callee === member;
  if (name === 'length') return null;
  if (isCalled && step === anyElement) return readerOfList(search, { ...holder, node: call }, name);
  if (step === undefined)
    return isCalled && keeps.test(name)
      ? readerOf(search, { ...holder, node: call, composed: true })
      : isReader(search, holder, parent, path);
  if (step !== anyElement && !member.computed && name !== step) return null;
  return readerOf(search, { ...holder, node: member, path: rest });
}

function readerOfList(search: Search, holder: Holder, name: string): Reader | null {
  const { path } = holder;
  const call = holder.node as TSESTree.CallExpression;
  const element = elementPosition(name);
  const [callback] = call.arguments;
  if (element !== null && callback !== undefined) {
    const reader = readerInFunctions(search, { ...holder, path: path.slice(1) }, callback, element);
    if (reader !== null) return reader;
  }
  if (gives.test(name)) return readerOf(search, holder);
  if (picks.test(name)) return readerOf(search, { ...holder, path: path.slice(1) });
  if (name === 'join') return readerOf(search, { ...holder, path: [], composed: holder.composed || isSlash(callback) });
  return element === null ? isReader(search, holder, call, path) : null;
}

function isSlash(node: Node | undefined): boolean {
  return node?.type === 'Literal' && typeof node.value === 'string' && node.value.includes('/');
}

/** What functions do with the argument at a position. */
function readerInFunctions(search: Search, holder: Holder, expression: Node, position: number): Reader | null {
  return firstReader(functionsOf(search, holder.tree, expression), ({ tree, node, bound }) => {
    const last = node.params.at(-1);
    const pattern = node.params[position + bound.length] ?? (last?.type === 'RestElement' ? last : undefined);
    const inner = { ...holder, tree };
    const listed = { ...inner, path: [anyElement, ...holder.path], named: true };
    return (
      (pattern === undefined
        ? null
        : pattern.type === 'RestElement'
          ? readerOfPattern(search, listed, pattern.argument)
          : readerOfPattern(search, inner, pattern)) ??
      firstReader(namesOfArguments(tree, node), (name) => readerOf(search, { ...listed, node: name }))
    );
  });
}

function functionsOf(
  { evaluation }: Search,
  tree: Tree,
  expression: Node,
): { tree: Tree; node: FunctionNode; bound: readonly Value[] }[] {
  if (isFunction(expression)) return [{ tree, node: expression, bound: [] }];
  return optionsOf(evaluate(evaluation, tree, expression, null)).flatMap((option) =>
    option.kind === 'function' ? [option] : [],
  );
}

const says = /^(?:log|debug|info|warn|error|trace|verbose|assert)$/;

function readerInCall(search: Search, holder: Holder, parent: Node, path: readonly string[]): Reader | null {
  const { tree, node, composed } = holder;
  const call = parent as TSESTree.CallExpression | TSESTree.NewExpression;
  const position = call.arguments.findIndex((argument) => argument === node);
  if (position < 0 || says.test(nameOfCallee(call))) return null;
  const isList = path[0] === anyElement;
  if (isList && (givesList(tree, call) || nameOfCallee(call) === 'concat')) return goOn(search, holder, parent, path);
  if (isList && nameOfCallee(call) === 'apply' && call.callee.type === 'MemberExpression')
    return readerOfApplied(search, holder, call, call.callee.object);
  if (composed && search.leads.has(call)) return null;
  const helper =
    call.type === 'CallExpression' ? findHelper(search.evaluation, { tree, node: call, frame: null }) : null;
  const callback = helper?.list === position ? call.arguments[helper.callback] : undefined;
  if (helper !== null && callback !== undefined)
    return readerInFunctions(
      search,
      { ...holder, path: helper.whole === true ? path : path.slice(1) },
      callback,
      helper.element,
    );
  const called = functionsOf(search, tree, call.callee);
  if (called.length > 0)
    return readerInFunctions(search, holder, call.callee, position) ?? readerBeside(search, holder, call);
  if (isParameter(tree, call.callee)) return null;
  return search.leads.has(call) || isPassing(call)
    ? passed(search, holder, call)
    : isReader(search, holder, parent, path);
}

/** What a function does with a list that is applied to it, `send.apply(this, arguments)`: any of its parameters may hold the word. */
function readerOfApplied(search: Search, holder: Holder, call: Node, callee: Node): Reader | null {
  const functions = functionsOf(search, holder.tree, callee);
  if (functions.length === 0)
    return search.leads.has(call) ? null : { tree: holder.tree, identifier: holder.node, node: call };
  return firstReader(functions, ({ tree, node }) =>
    firstReader(node.params, (pattern) =>
      readerOfPattern(search, { ...holder, tree, path: holder.path.slice(1) }, pattern),
    ),
  );
}

/** What functions do with the elements of a list that are handed over beside it: `each(kinds, (kind) => …)`. */
function readerBeside(
  search: Search,
  holder: Holder,
  call: TSESTree.CallExpression | TSESTree.NewExpression,
): Reader | null {
  const element = holder.path.indexOf(anyElement);
  if (element === -1) return null;
  const handed = call.arguments.flatMap((argument): Node[] =>
    argument.type === 'ObjectExpression'
      ? argument.properties.flatMap((each) => (each.type === 'Property' ? [each.value] : []))
      : argument === holder.node
        ? []
        : [argument],
  );
  const path = holder.path.slice(element + 1);
  return firstReader(handed, (each) => readerInFunctions(search, { ...holder, path }, each, 0));
}

/** A function that the caller hands over: what it does is looked for there. */
function isParameter(tree: Tree, callee: Node): boolean {
  const definition = callee.type === 'Identifier' ? findVariable(tree, callee)?.defs[0] : undefined;
  return (definition?.type as string | undefined) === 'Parameter';
}

/** `encodeURIComponent(kind)`, `String(kind)`. */
function isPassing({ callee }: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  return callee.type === 'Identifier' && /^(?:encodeURIComponent|String)$/.test(callee.name);
}

function passed(search: Search, holder: Holder, call: Node): Reader | null {
  return search.leads.has(call) ? null : readerOf(search, { ...holder, node: call, composed: true });
}

import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import {
  ancestorsOf,
  calleeName,
  contains,
  declaresThis,
  findDeclaration,
  findVariable,
  nameOfKey,
  sourceOf,
} from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf, toOrigin } from '../value.js';
import type { FunctionValue, Value } from '../value.js';
import { gitlab } from '../../http/service-names.js';
import { search, show } from '../../http/text.js';
import { isSender, looseArguments } from './loose-calls.js';
import { isMethodBefore } from './loose-parameters.js';

// Addresses of the program's own server

/** `supertest(app).get('/path')`, `server.inject({ method, url: '/path' })` ask the program's own server. */
export function isAskedOfOwnServer(evaluation: Evaluation, tree: Tree, node: Node): boolean {
  return isInjected(tree, node) || askedByTest(evaluation, tree, node) === 'own';
}

/** The server that a test asks with supertest or chai-http; null if these do not ask. */
export function askedByTest(evaluation: Evaluation, tree: Tree, node: Node): 'own' | 'elsewhere' | null {
  const parent = tree.parents.get(node);
  return parent === undefined ? null : askedIn(evaluation, tree, parent, 2);
}

/** `supertest(app).get('/path')`, also where the variable of the chain holds `supertest(app)`. */
function askedIn(evaluation: Evaluation, tree: Tree, chain: Node, most: number): 'own' | 'elsewhere' | null {
  let root: Node = chain;
  let server: Node | undefined;
  while (root.type === 'CallExpression' || root.type === 'MemberExpression') {
    if (root.type === 'CallExpression') [server] = root.arguments;
    root = root.type === 'CallExpression' ? root.callee : root.object;
  }
  const asked = evaluate(evaluation, tree, root, null);
  if (asked.kind === 'external' && /^(?:supertest|supertest-.*|chai|chai-http)$/.test(asked.module ?? ''))
    return server !== undefined && isElsewhere(evaluate(evaluation, tree, server, null)) ? 'elsewhere' : 'own';
  const made = most === 0 ? [] : madeFor(tree, root, asked);
  return made.reduce<'own' | 'elsewhere' | null>(
    (told, at) => told ?? askedIn(evaluation, at.tree, at.node, most - 1),
    null,
  );
}

/** The calls that make what a variable holds: `const web = supertest(app)`, also in another file, or in what is done before each test. */
function madeFor(tree: Tree, root: Node, held: Value): { readonly tree: Tree; readonly node: Node }[] {
  const origin = held.kind === 'unknown' ? toOrigin(held.hole) : null;
  const writes = root.type === 'Identifier' ? (findVariable(tree, root)?.references ?? []) : [];
  const written = writes.flatMap(({ writeExpr }) => (writeExpr == null ? [] : [{ tree, node: writeExpr }]));
  return [...(origin === null ? [] : [origin]), ...written].filter(({ node }) => node.type === 'CallExpression');
}

/** `supertest('https://gitlab.example.com')` asks GitLab, unlike `supertest('http://localhost:3000')`; any other server is the program's own. */
function isElsewhere(server: Value): boolean {
  return optionsOf(server).some(
    (option) =>
      option.kind === 'text' &&
      search(option.text, elsewhere) !== null &&
      (gitlab.test(show(option.text)) || search(option.text, /\/api\/v[34]\b/) !== null),
  );
}

const elsewhere = /^https?:\/\/(?!localhost\b|127\.|0\.0\.0\.0|\[::1\])/;

/** What servers of hapi and Fastify, and `light-my-request`, are asked without a network: https://fastify.dev/docs/latest/Guides/Testing/ */
function isInjected(tree: Tree, node: Node): boolean {
  const call = [...ancestorsOf(tree, node)].find(({ type }) => !/^(?:Property|ObjectExpression)$/.test(type));
  if (call?.type !== 'CallExpression') return false;
  const { callee } = call;
  const inner = callee.type === 'MemberExpression' ? callee.object : null;
  return [call, inner].some((each) => each?.type === 'CallExpression' && calleeName(each) === 'inject');
}

/** A function in sight takes the text; if it sent it, that would have been found, unless it hands it to a client that nobody sees. */
export function isHandled(evaluation: Evaluation, tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
  const taker = evaluate(evaluation, tree, parent.callee, null);
  if (taker.kind !== 'function') return false;
  const index = parent.arguments.findIndex((argument) => argument === node);
  return !isTakenToClient({ evaluation, isMethodGiven: isMethodBefore(tree, node) }, taker, index, 2);
}

interface Taking {
  readonly evaluation: Evaluation;
  /** A method stands before the text, `call('GET', path)`. */
  readonly isMethodGiven: boolean;
}

/** Whether a function hands what it is given at an index to a client that nobody sees, itself or by functions that it calls. */
function isTakenToClient(taking: Taking, taker: FunctionValue, index: number, depth: number): boolean {
  const { tree, node, bound } = taker;
  const parameter = node.params[index + bound.length + (declaresThis(node) ? 1 : 0)];
  const variable = parameter === undefined ? null : findDeclaration(tree, parameter);
  return (variable?.references ?? []).some(({ identifier }) =>
    [...ancestorsOf(tree, identifier)].some(
      (call) =>
        call.type === 'CallExpression' &&
        contains(node, call) &&
        isHandedToClient(taking, tree, call, identifier, depth),
    ),
  );
}

/** `this.http.request({ url: path })`, `this.transport.exchange(verb, path)`, where nobody sees what `this` is. */
function isHandedToClient(
  taking: Taking,
  tree: Tree,
  call: TSESTree.CallExpression,
  path: Node,
  depth: number,
): boolean {
  const { evaluation, isMethodGiven } = taking;
  const index = call.arguments.findIndex((argument) => contains(argument, path));
  const taker = index === -1 ? null : evaluate(evaluation, tree, call.callee, null);
  if (taker?.kind === 'function') return depth > 0 && isTakenToClient(taking, taker, index, depth - 1);
  if (taker?.kind !== 'unknown') return false;
  const isNamed = (isMethodGiven || isBehindBase(tree, path)) && isNamedClient(tree, call);
  return sending.test(calleeName(call)) || isNamed || isBehindMethod(evaluation, tree, call, path);
}

const sending = /^(?:ajax|fetch|request|send)$/i;

/** `this.base + path`, `` `${this.base}${path}` `` */
function isBehindBase(tree: Tree, path: Node): boolean {
  const parent = tree.parents.get(path);
  if (parent?.type === 'BinaryExpression') return parent.operator === '+' && parent.right === path;
  return parent?.type === 'TemplateLiteral' && parent.expressions.indexOf(path as TSESTree.Expression) > 0;
}

/** `fetchJson(path)`, `this.transport.perform({ path })`, `this.http[verb](path)`: routers are given paths of pages. */
function isNamedClient(tree: Tree, call: TSESTree.CallExpression): boolean {
  if (leading.test(sourceOf(tree, call.callee))) return false;
  if (isSender(call)) return true;
  const owner = call.callee.type === 'MemberExpression' ? call.callee.object : null;
  const name = owner?.type === 'MemberExpression' ? nameOfKey(owner.property, owner.computed) : null;
  return client.test(name ?? (owner?.type === 'Identifier' ? owner.name : ''));
}

const client = /^(?:\$?https?|ajax|agent|api|rest|requester)$|client|transport|gateway|fetcher/i;
const leading = /prefetch|visit|navigat|rout|page|histor|location|redirect|link|view|browser/i;

/** `exchange(verb, path)` */
function isBehindMethod(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression, path: Node): boolean {
  const [, second] = call.arguments;
  return (
    second !== undefined && contains(second, path) && looseArguments(evaluation, tree, call, null)?.path === second
  );
}

import { renewBudget } from '../budget.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import type { Client } from '../clients/client.js';
import { isFunction, nameOfKey, sourceOf, toPlace, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { Place } from '../../http/text.js';
import type { FoundRequest } from './found-request.js';

// What a client's interceptors make of its requests before they are sent: https://axios-http.com/docs/interceptors

interface Writer {
  readonly client: Client;
  /** What made the instance; null for the library's own. */
  readonly made: Node | null;
  readonly place: Place;
}

const known = new WeakMap<Evaluation, readonly Writer[]>();

/** Where an interceptor of the request's client writes anew what a query is put into, or behind it; null if none does. */
export function findInterceptor(evaluation: Evaluation, { sender }: FoundRequest): Place | null {
  if (sender?.client.interceptsRequests === undefined) return null;
  const writers = writersIn(evaluation).filter(({ client }) => client === sender.client);
  if (writers.length === 0) return null;
  const tree = openTree(evaluation, sender.file);
  renewBudget(evaluation, tree ?? undefined);
  const { callee } = sender.node;
  const called = callee.type === 'MemberExpression' ? callee.object : callee;
  const value = tree === null ? null : evaluate(evaluation, tree, called, null);
  const made = value?.kind === 'client' ? (value.made?.node ?? null) : undefined;
  return writers.find((each) => made === undefined || each.made === made)?.place ?? null;
}

function writersIn(evaluation: Evaluation): readonly Writer[] {
  const writers =
    known.get(evaluation) ??
    evaluation.project.files.flatMap((file) => {
      const tree = openTree(evaluation, file);
      return tree?.text.includes('interceptors') === true ? readTree(evaluation, tree) : [];
    });
  known.set(evaluation, writers);
  return writers;
}

function readTree(evaluation: Evaluation, tree: Tree): readonly Writer[] {
  return tree.calls.flatMap(({ callee, arguments: [handler] }): Writer[] => {
    if (callee.type !== 'MemberExpression' || nameOfKey(callee.property, callee.computed) !== 'use') return [];
    renewBudget(evaluation, tree);
    const value = evaluate(evaluation, tree, callee, null);
    if (value.kind !== 'client' || value.path.join('.') !== value.client.interceptsRequests || handler === undefined)
      return [];
    const given = isFunction(handler) ? null : evaluate(evaluation, tree, handler, null);
    const home = given?.kind === 'function' ? given.tree : tree;
    const written = findWrite(home, given?.kind === 'function' ? given.node : handler);
    return written === null
      ? []
      : [{ client: value.client, made: value.made?.node ?? null, place: toPlace(home, written) }];
  });
}

function findWrite(tree: Tree, handler: Node): Node | null {
  let found: Node | null = null;
  walk(handler, (node) => {
    if (found === null && isWrite(tree, node)) found = node;
  });
  return found;
}

/** `config.url = …`, `config.params = …`, `{ ...config, url: … }`. */
function isWrite(tree: Tree, node: Node): boolean {
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
    return changes(tree, nameOfKey(node.left.property, node.left.computed), node.right, node.operator === '+=');
  return (
    node.type === 'Property' &&
    tree.parents.get(node)?.type === 'ObjectExpression' &&
    changes(tree, nameOfKey(node.key, node.computed), node.value, false)
  );
}

/** Parameters that leave out what they were, and an address that does not end as it did, but for a query with the right sign. */
function changes(tree: Tree, name: string | null, value: Node, grows: boolean): boolean {
  const source = sourceOf(tree, value);
  if (name === 'params') return !/\bparams\b/.test(source);
  if (name !== 'url' || /(?:includes|indexOf)\(['"]\?['"]\)|\.test\(/.test(source)) return false;
  return grows || !/\burl\}?`?$/.test(source);
}

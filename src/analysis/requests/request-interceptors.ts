import type { TSESTree } from '@typescript-eslint/types';
import { renewBudget } from '../budget.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { memberName } from '../values/calls.js';
import type { Client } from '../clients/client.js';
import { calleeName, nameOfKey, nodesIn, sourceOf, toPlace, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { FunctionValue } from '../value.js';
import type { Place } from '../../http/text.js';
import type { FoundRequest, Hook, Sender } from './found-request.js';

// What a client's interceptors make of its requests before they are sent: https://axios-http.com/docs/interceptors

interface Interceptor extends Hook {
  readonly client: Client;
  /** What made the instance; null for the library's own, undefined where it may be any. */
  readonly made: Node | null | undefined;
  /** Where it writes anew what a query is put into, or behind it; null if it does not. */
  readonly written: Place | null;
}

const known = new WeakMap<Evaluation, readonly Interceptor[]>();

/** Where an interceptor of the request's client writes anew what a query is put into, or behind it; null if none does. */
export function findInterceptor(evaluation: Evaluation, { sender }: FoundRequest): Place | null {
  const own = sender === null ? [] : interceptorsOf(evaluation, sender);
  return own.find(({ written }) => written !== null)?.written ?? null;
}

/** The interceptors that the requests of a call go through. */
export function interceptorsOf(
  evaluation: Evaluation,
  { client, made }: Pick<Sender, 'client' | 'made'>,
): readonly Interceptor[] {
  const { interceptsRequests, interceptsAll, interceptorType } = client;
  if ((interceptsRequests ?? interceptsAll ?? interceptorType) === undefined) return [];
  if (made === null) evaluation.project.others?.ask('interceptor of a client', client.name);
  return interceptorsIn(evaluation).filter(
    (each) => each.client === client && (each.made === made || each.made === undefined),
  );
}

/** Tells the project's other parts which libraries have interceptors here. */
export function offerRequestInterceptors(evaluation: Evaluation): void {
  for (const { client, made } of interceptorsIn(evaluation))
    if (made == null) evaluation.project.others?.offer('interceptor of a client', client.name);
}

const words = /interceptors|HttpInterceptor|ajaxPrefilter|ajaxSetup|case-?(?:converter|middleware)/i;

function interceptorsIn(evaluation: Evaluation): readonly Interceptor[] {
  const interceptors =
    known.get(evaluation) ??
    evaluation.project.files.flatMap((file) => {
      const tree = openTree(evaluation, file);
      return tree !== null && words.test(tree.text) ? readTree(evaluation, tree) : [];
    });
  known.set(evaluation, interceptors);
  return interceptors;
}

function readTree(evaluation: Evaluation, tree: Tree): readonly Interceptor[] {
  return [...readTyped(tree, evaluation), ...tree.calls.flatMap((call) => readCall(evaluation, tree, call))];
}

function readCall(evaluation: Evaluation, tree: Tree, call: Tree['calls'][number]): Interceptor[] {
  if (call.type !== 'CallExpression') return [];
  if (/case-?(?:converter|middleware)/i.test(sourceOf(tree, call.callee))) return readConverter(evaluation, tree, call);
  const name = calleeName(call);
  return name === 'use' ? readUse(evaluation, tree, call) : readForAll(evaluation, tree, call, name);
}

/** `intercept(request, next) { return next.handle(request.clone({ … })) }`. */
function readTyped(tree: Tree, { clients }: Evaluation): Interceptor[] {
  const intercepted = clients.filter(
    ({ interceptorType }) => interceptorType !== undefined && tree.text.includes(interceptorType),
  );
  if (intercepted.length === 0) return [];
  const own = tree.functions.filter((each) => each.params.length > 1 && sourceOf(tree, each).includes('.clone('));
  return intercepted.flatMap((client) =>
    own.map((node): Interceptor => {
      const value: FunctionValue = { kind: 'function', tree, node, frame: null, self: null, bound: [] };
      return { of: 'request', value, place: toPlace(tree, node), client, made: null, written: null };
    }),
  );
}

/** `client.interceptors.request.use(handler)`: of a client that a function is given, any may be. */
function readUse(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression): Interceptor[] {
  const { callee, arguments: given } = call;
  const [handler] = given;
  if (callee.type !== 'MemberExpression' || handler === undefined) return [];
  renewBudget(evaluation, tree);
  const value = evaluate(evaluation, tree, callee, null);
  const clients = value.kind === 'client' ? [value.client] : evaluation.clients;
  const name = value.kind === 'client' ? memberName(value) : sourceOf(tree, callee).replaceAll(/[\s?!]/g, '');
  return clients.flatMap((client): Interceptor[] => {
    const { interceptsRequests: own } = client;
    if (own === undefined || (value.kind === 'client' ? name !== own : !name.endsWith(`.${own}`))) return [];
    const hook = evaluate(evaluation, tree, handler, null);
    const home = hook.kind === 'function' ? hook.tree : tree;
    const written = value.kind === 'client' ? findWrite(home, hook.kind === 'function' ? hook.node : handler) : null;
    return [
      {
        of: 'request',
        value: hook,
        place: toPlace(tree, handler),
        client,
        made: value.kind === 'client' ? (value.made?.node ?? null) : undefined,
        written: written === null ? null : toPlace(home, written),
      },
    ];
  });
}

/** `$.ajaxPrefilter((options) => …)`. */
function readForAll(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression, name: string): Interceptor[] {
  const clients = evaluation.clients.filter(({ interceptsAll = [] }) =>
    interceptsAll.some((end) => end.endsWith(name) && sourceOf(tree, call.callee).endsWith(end)),
  );
  return clients.flatMap((client) =>
    call.arguments
      .flatMap((argument) => [argument, ...nodesIn(tree.functions, argument)])
      .flatMap((node) => {
        if (name === '') return [];
        renewBudget(evaluation, tree);
        const value = evaluate(evaluation, tree, node, null);
        if (value.kind !== 'function') return [];
        return [{ of: 'request', value, place: toPlace(tree, node), client, made: null, written: null } as const];
      }),
  );
}

/** `applyCaseMiddleware(client)`: https://github.com/mpyw/axios-case-converter */
function readConverter(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression): Interceptor[] {
  renewBudget(evaluation, tree);
  const hook = evaluate(evaluation, tree, call.callee, null);
  if (hook.kind !== 'unknown' && hook.kind !== 'external') return [];
  return call.arguments.flatMap((argument) => {
    const value = evaluate(evaluation, tree, argument, null);
    if (value.kind !== 'client' || value.path.length > 0) return [];
    const made = value.made?.node ?? null;
    return [
      { of: 'request', value: hook, place: toPlace(tree, call), client: value.client, made, written: null } as const,
    ];
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

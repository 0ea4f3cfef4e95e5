import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, toPlace } from '../syntax/tree.js';
import type { Parameter } from '../../http/request.js';
import { known, toKnown } from '../../http/text.js';
import type { Place } from '../../http/text.js';
import { optionsOf } from '../value.js';
import type { Value } from '../value.js';
import type { FoundRequest, Hook, Rewritten } from './found-request.js';
import { findAdded } from './added.js';
import type { Added } from './added.js';
import { interceptorsOf } from './request-interceptors.js';
import { findRewrites, isPlainName, keepsNames } from './rewriting.js';

// Requests that are sent with other parameters than they are written with

/**
 * A request whose parameters go through code that nobody understands, `config.params = snake(config.params)`: what they
 * are called when they are sent is out of sight, unless they have names that such code leaves as they are.
 *
 * @param names those that v4 takes otherwise: a hook may put one to all requests
 */
export function withRewritten(evaluation: Evaluation, written: FoundRequest, names: ReadonlySet<string>): FoundRequest {
  const found = withAdded(evaluation, written, names);
  const rewritten = rewrittenParts(evaluation, found);
  if (rewritten.size === 0) return found;
  const { request } = found;
  const hidden = (['query', 'body'] as const).filter(
    (part) =>
      rewritten.has(part) &&
      request.parameters.some(({ name, location }) => location === part && !isSettled(toKnown(name))),
  );
  const unseen = [...new Set([...request.unseen, ...hidden])];
  return { ...found, request: { ...request, unseen }, rewritten };
}

/** A request with the parameters that its hooks put to it: no edit reaches them. */
function withAdded(evaluation: Evaluation, found: FoundRequest, names: ReadonlySet<string>): FoundRequest {
  const { sender, hooks = [], answered, request } = found;
  if (sender === null || answered !== null) return found;
  const given = [...hooks, ...interceptorsOf(evaluation, sender)];
  const bodiless = /^(?:GET|HEAD)$/.test(toKnown(request.method) ?? '');
  const added = new Map(given.flatMap((hook) => addedBy(evaluation, hook)).map((each) => [each.name, each]));
  const parameters = [...added.values()].flatMap(({ part, name }): Parameter[] => {
    const isSent = request.parameters.some((each) => toKnown(each.name) === name);
    if (part === 'url' || isSent || !names.has(name) || (part === 'body' && bodiless)) return [];
    return [{ name: known(name), value: null, location: part, written: { in: 'elsewhere' } }];
  });
  return parameters.length === 0
    ? found
    : { ...found, request: { ...request, parameters: [...request.parameters, ...parameters] } };
}

/** By what stands there, since thousands of requests may go through one hook. */
const additions = new WeakMap<Evaluation, WeakMap<Value, readonly Added[]>>();

function addedBy(evaluation: Evaluation, { value, of }: Hook): readonly Added[] {
  const own = additions.get(evaluation) ?? new WeakMap<Value, readonly Added[]>();
  additions.set(evaluation, own);
  const before = own.get(value);
  if (before !== undefined) return before;
  const added = optionsOf(value).flatMap((option) => {
    if (option.kind !== 'function') return [];
    renewBudget(evaluation, option.tree);
    return findAdded({ evaluation, tree: option.tree, depth: 0 }, option.node, of);
  });
  own.set(value, added);
  return added;
}

/** Names that lists of every API have, and that are one word: no spelling of theirs is another. */
const settled = /^(?:page|per_page|sort|order_by|search|private_token|access_token|sudo|state|scope|ref|id|iid)$/;

function isSettled(name: string | null): boolean {
  return name !== null && settled.test(name);
}

function rewrittenParts(evaluation: Evaluation, found: FoundRequest): Rewritten {
  const { sender, hooks = [], answered } = found;
  if (answered !== null) return new Map();
  if (sender === null) return partsOfConverted(evaluation, found);
  const rewritten = new Map<'url' | 'query' | 'body', Place>();
  for (const hook of [...hooks, ...interceptorsOf(evaluation, sender)])
    for (const [part, place] of partsOf(evaluation, hook)) if (!rewritten.has(part)) rewritten.set(part, place);
  return rewritten;
}

const rewrites = new WeakMap<Evaluation, WeakMap<Value, Rewritten>>();

function partsOf(evaluation: Evaluation, hook: Hook): Rewritten {
  const own = rewrites.get(evaluation) ?? new WeakMap<Value, Rewritten>();
  rewrites.set(evaluation, own);
  const before = own.get(hook.value);
  if (before !== undefined) return before;
  const parts = new Map(optionsOf(hook.value).flatMap((value) => [...partsOfValue(evaluation, { ...hook, value })]));
  own.set(hook.value, parts);
  return parts;
}

function partsOfValue(evaluation: Evaluation, { of, value, place }: Hook): Rewritten {
  const parts = of === 'request' ? (['url', 'query', 'body'] as const) : [of];
  if (value.kind === 'function') {
    const sight = { evaluation, tree: value.tree, depth: 0 };
    renewBudget(evaluation, value.tree);
    if (of === 'request')
      return new Map([...findRewrites(sight, value.node)].map(([part, at]) => [part, toPlace(at.tree, at.node)]));
    return keepsNames(sight, value.node) ? new Map() : new Map(parts.map((part) => [part, place]));
  }
  if (value.kind !== 'unknown' && value.kind !== 'external') return new Map();
  return isPlainName(value.hole.label) ? new Map() : new Map(parts.map((part) => [part, place]));
}

/** `applyCaseMiddleware(axios.create(…)).get(path, { params })`: nobody is seen to send that. */
function partsOfConverted(evaluation: Evaluation, { tree, node }: FoundRequest): Rewritten {
  const call = [node, ...ancestorsOf(tree, node)].find(({ type }) => type === 'CallExpression');
  const client = call?.type === 'CallExpression' && call.callee.type === 'MemberExpression' ? call.callee.object : null;
  if (client === null) return new Map();
  renewBudget(evaluation, tree);
  const value = evaluate(evaluation, tree, client, null);
  if (value.kind !== 'unknown' && value.kind !== 'external') return new Map();
  const [callee = '', ...given] = value.hole.label.split('(');
  if (given.length === 0 || !/case|camel|humps/i.test(callee)) return new Map();
  const place = toPlace(tree, client);
  return new Map([
    ['query', place],
    ['body', place],
  ]);
}

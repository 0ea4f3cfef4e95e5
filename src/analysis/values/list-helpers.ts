import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { knownElement } from './lists.js';
import type { At } from './members.js';
import { nameOfKey } from '../syntax/tree.js';
import { unknownAt } from '../value.js';
import type { Value } from '../value.js';

/** Where libraries take a list and a function, and which argument of that is an element. */
export interface Helper {
  readonly list: number;
  readonly callback: number;
  readonly element: number;
  /** It is no list: the function gets the argument itself, `useSWR(path, load)`. */
  readonly whole?: true;
}

const listFirst: Helper = { list: 0, callback: 1, element: 0 };
const limited: Helper = { list: 0, callback: 2, element: 0 };
const listLast: Helper = { list: 1, callback: 0, element: 0 };
const asItIs: Helper = { list: 0, callback: 1, element: 0, whole: true };
const behindIndex: Helper = { list: 0, callback: 1, element: 1 };

const collectionMethods =
  /^(?:each|eachSeries|eachOfSeries|map|mapSeries|flatMap|concat|concatSeries|filter|find|findLast|findIndex|detect|some|every|forEach|forEachSeries|groupBy|sortBy|orderBy|countBy|keyBy|indexBy|uniqBy|sumBy|maxBy|minBy|partition|reject)$/;
const limitedMethods = /^(?:eachLimit|mapLimit|forEachLimit|concatLimit|filterLimit)$/;

const helpers: readonly { readonly from: RegExp; readonly method: RegExp; readonly helper: Helper }[] = [
  { from: /^(?:lodash\/fp|ramda|R|fp)$/, method: collectionMethods, helper: listLast },
  { from: /^(?:jquery|\$|jQuery)$/, method: /^each$/, helper: behindIndex },
  { from: /^(?:jquery|\$|jQuery)$/, method: /^map$/, helper: listFirst },
  {
    from: /^(?:lodash|lodash-es|underscore|_|async|async-es|neo-async|angular|bluebird|Promise|Bluebird|d3|modern-async)$/,
    method: collectionMethods,
    helper: listFirst,
  },
  { from: /^(?:lodash|lodash-es|underscore|_|async)$/, method: /^(?:reduce|reduceRight|foldl)$/, helper: behindIndex },
  { from: /^(?:async|async-es|neo-async)$/, method: limitedMethods, helper: limited },
  {
    from: /^(?:lodash|async)[./](?:map|each|forEach|flatMap|filter|mapSeries|eachSeries)$/,
    method: /^$/,
    helper: listFirst,
  },
  { from: /^(?:Object|Map)$/, method: /^groupBy$/, helper: listFirst },
  { from: /^swr(?:\/immutable)?$/, method: /^(?:|useSWR|useSWRImmutable|preload)$/, helper: asItIs },
  { from: /^async\/(?:mapLimit|eachLimit)$/, method: /^$/, helper: limited },
  {
    from: /^p-(?:map|each-series|map-series|filter|locate)$/,
    method: /^(?:|pMap|pEachSeries|pMapSeries)$/,
    helper: listFirst,
  },
];

/** What a function of a library gives to the function that stands at a position of its call; null if that is no element of a list in sight. */
export function givenByHelper(evaluation: Evaluation, at: CallAt, position: number, index: number): Value | null {
  const helper = findHelper(evaluation, at);
  const list = helper === null ? undefined : at.node.arguments[helper.list];
  if (helper === null || list === undefined || position !== helper.callback || index !== helper.element) return null;
  const value = evaluate(evaluation, at.tree, list, at.frame);
  if (helper.whole === true) return value.kind === 'text' ? value : null;
  return knownElement(value, () => unknownAt(at.tree, list, at.frame));
}

type CallAt = At & { readonly node: TSESTree.CallExpression };

/** Where a call of a library takes a list and a function for its elements; null if it is another call. */
export function findHelper(evaluation: Evaluation, { tree, node, frame }: CallAt): Helper | null {
  const callee = evaluate(evaluation, tree, node.callee, frame);
  if (callee.kind !== 'external' && callee.kind !== 'client' && callee.kind !== 'unknown') return null;
  const names = callee.kind === 'external' ? callee.path : namesOf(node);
  const module = callee.kind === 'external' ? callee.module : null;
  const [root = '', ...rest] = module === null ? names : [module, ...names];
  const method = rest.filter((name) => name !== 'default' && name !== 'Promise').join('.');
  return helpers.find(({ from, method: known }) => from.test(root) && known.test(method))?.helper ?? null;
}

/** jQuery is a client too, and a library that stands in the repository is known by its usual name. */
function namesOf({ callee }: TSESTree.CallExpression): string[] {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return [];
  return [callee.object.name, nameOfKey(callee.property, callee.computed) ?? ''];
}

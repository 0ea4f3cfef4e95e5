import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { readAnswer } from '../responses.js';
import { calleeName, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { toMember } from './answer.js';
import type { Answer, Context } from './answer.js';
import { methodOf, methodOfLodash } from './curried-reads.js';
import { toElement, toValue } from './made.js';

// Functions that take what stands at the end of a path: https://lodash.com/docs/#get, https://ramdajs.com/docs/#path

/** What a call takes by a path: `_.get(answer, 'data.public')`, `R.path(['data', 'public'], answer)`. */
export interface Path {
  /** What it is taken of; null if that is given later: `R.path(['data', 'public'])`. */
  readonly of: Node | null;
  readonly steps: readonly Step[];
  /** It is only asked whether there is anything. */
  readonly isTest: boolean;
}

interface Step {
  readonly node: Node;
  /** Null of one that is a value. */
  readonly name: string | null;
}

/** Where a function takes the path, and what it takes it of. */
type Places = readonly [path: number, of: number | null];

const ofLodash: Readonly<Record<string, Places>> = {
  get: [1, 0],
  result: [1, 0],
  has: [1, 0],
  property: [0, null],
};

const ofRamda: Readonly<Record<string, Places>> = {
  get: [0, 1],
  prop: [0, 1],
  path: [0, 1],
  hasPath: [0, 1],
  propOr: [1, 2],
  pathOr: [1, 2],
  getOr: [1, 2],
};

const named = new Set([...Object.keys(ofLodash), ...Object.keys(ofRamda), 'reach']);
const namespaces = /^(?:_|lodash|underscore|R|fp)$/;

/** https://github.com/sindresorhus/dot-prop, https://github.com/mariocasciaro/object-path, https://hapi.dev/module/hoek/api#reachobj-chain-options */
const others = /^(?:dot-prop|object-path|dotty|@?hapi\/hoek|hoek|get-value)$/;

/** Null of a call that takes nothing by a path. */
export function findPath(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression): Path | null {
  const method = calleeName(call);
  if (!call.arguments.some(isPath)) return null;
  const [path, of] = placesOf(evaluation, tree, call, method) ?? [];
  const written = path === undefined ? undefined : call.arguments[path];
  const steps = written === undefined ? [] : stepsOf(written, method);
  if (of === undefined || steps.length === 0) return null;
  return { of: (of === null ? null : call.arguments[of]) ?? null, steps, isTest: /^has/.test(method) };
}

function isPath(argument: Node): boolean {
  return argument.type === 'ArrayExpression' || nameOfKey(argument, true) !== null;
}

function placesOf(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  method: string,
): Places | undefined {
  const { callee } = call;
  const isNamespace =
    callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && namespaces.test(callee.object.name);
  if (isNamespace || (callee.type === 'Identifier' && named.has(method))) {
    const own = methodOfLodash(evaluation, tree, call);
    if (own !== null) return ofLodash[own];
    const curried = methodOf(evaluation, tree, call);
    if (curried !== null) return ofRamda[curried];
  }
  return isOfOthers(evaluation, tree, call, method) ? ofLodash.get : undefined;
}

/** `dotProp.get(answer, 'data.public')`, `getValue(answer, 'data.public')`. */
function isOfOthers(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression, method: string): boolean {
  const { callee } = call;
  const isNamed = callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && named.has(method);
  const from = isNamed ? callee.object : callee.type === 'Identifier' ? callee : null;
  const second = call.arguments[1];
  if (from === null || second === undefined || !isPath(second)) return false;
  const value = evaluate(evaluation, tree, from, null);
  return value.kind === 'external' && others.test(value.module ?? '');
}

/** A text holds several names, but for functions that take a single one. */
function stepsOf(path: Node, method: string): Step[] {
  if (path.type === 'ArrayExpression')
    return path.elements.flatMap((node) => (node === null ? [] : [{ node, name: nameOfKey(node, true) }]));
  const text = nameOfKey(path, true) ?? '';
  const names = method.startsWith('prop') && method !== 'property' ? [text] : text.split(/[.[\]]+/);
  return names.filter((name) => name !== '').map((name) => ({ node: path, name }));
}

/** What stands at the end of steps; of a list that is gone through, in each of its elements. */
export function followSteps(answer: Answer | null, steps: readonly Step[]): Answer | null {
  const [step, ...rest] = steps;
  if (answer === null || step === undefined) return answer;
  const { name } = step;
  return followSteps(name === null ? toValue(answer) : toMember(answer, name), rest);
}

/** What a call takes of an answer by a path, `_.get(answer, 'data')`. */
export function readAtPath(context: Context, call: TSESTree.CallExpression): Answer | null {
  const path = findPath(context.evaluation, context.tree, call);
  if (path?.of == null || path.isTest) return null;
  return followSteps(readAnswer(context, path.of), path.steps);
}

/** What `promise.then(R.prop('data'))` promises. */
export function readPromisedAtPath(context: Context, promise: Node, given: Node): Answer | null {
  const path = given.type === 'CallExpression' ? findPath(context.evaluation, context.tree, given) : null;
  return path === null || path.of !== null || path.isTest
    ? null
    : followSteps(readAnswer(context, promise), path.steps);
}

/** What the last step of a path is taken of, where the answer is given or each element of it is. */
export function holderAtPath(answer: Answer | null, { steps }: Path): Answer | null {
  const before = steps.slice(0, -1);
  return followSteps(answer, before) ?? followSteps(toElement(answer), before);
}

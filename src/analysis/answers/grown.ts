import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { returnsOf } from '../values/returns.js';
import { calleeName, isFunction, sourceOf, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node } from '../syntax/tree.js';
import { agreeOnSome, settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { isEmpty, toElement, toJoined, toList } from './made.js';
import { readAnswer } from '../responses.js';

// Lists that are made of what stood in their place before: filtered, sorted, with more behind

/** What is put into a list: one element, the elements of another list, or either, as `concat` takes it. */
interface Addition {
  readonly node: Node;
  readonly as: 'element' | 'elements' | 'joined';
}

/** Whether an expression is what stood in a place before. */
export type IsOwn = (node: Node) => boolean;

const sameList = /^(?:filter|slice|sort|reverse|toSorted|toReversed|valueOf)$/;

/** Functions of lodash and underscore that give the elements of a list, or some of them: https://lodash.com/docs */
const sameListOf =
  /^(?:clone|cloneDeep|compact|difference|differenceBy|drop|dropRight|dropWhile|filter|initial|orderBy|pull|reject|remove|reverse|shuffle|slice|sortBy|sortedUniq|tail|take|takeRight|takeWhile|toArray|uniq|uniqBy|uniqWith|where|without)$/;
/** Those that give one of the elements; the first and last ones are several if it is said how many, as Underscore takes it. */
const oneOf = /^(?:detect|find|findLast|findWhere|first|head|last|max|maxBy|min|minBy|nth|sample)$/;
const someOf = /^(?:first|head|last)$/;
const joiningOf = /^(?:concat|union|unionBy|unionWith)$/;

/** The name under which lodash or underscore has what a call calls; null of other calls. */
function nameOfHelper({ evaluation, tree, frame }: Context, { callee }: TSESTree.CallExpression): string | null {
  const written = /^(?:_|lodash)\.(\w+)$/.exec(sourceOf(tree, callee))?.[1];
  if (written !== undefined || callee.type !== 'Identifier') return written ?? null;
  const value = evaluate(evaluation, tree, callee, frame);
  if (value.kind !== 'external') return null;
  const [, name] = /^(?:lodash(?:-es)?|underscore)(?:[./](\w+))?$/.exec(value.module ?? '') ?? [];
  return value.path.at(-1) ?? name ?? null;
}

/**
 * What a function of lodash gives that takes some elements of a list, one of them, or puts lists together:
 * `_.sortBy(projects, 'name')`.
 */
export function readArranged(context: Context, call: TSESTree.CallExpression): Answer | null {
  const [list, how] = call.arguments;
  if (list === undefined || list.type === 'SpreadElement') return null;
  if (call.callee.type !== 'Identifier' && !/^(?:_|lodash)\./.test(sourceOf(context.tree, call.callee))) return null;
  const name = nameOfHelper(context, call) ?? '';
  if (sameListOf.test(name) && !name.startsWith('clone')) return withoutOne(readAnswer(context, list));
  if (oneOf.test(name)) {
    const all = withoutOne(readAnswer(context, list));
    return someOf.test(name) && how !== undefined ? all : toElement(settle(all));
  }
  if (!joiningOf.test(name)) return null;
  const pieces = joinedIn(name, call).filter(({ node }) => !isEmpty(node));
  return toList(
    agreeOnSome(
      context,
      pieces.map((each) => readAddition(context, each)),
    ),
  );
}

function withoutOne(answer: Answer | null): Answer | null {
  return answer === null || answer.layer === 'headers' || answer.list === false ? null : answer;
}

/** The lists that a function of lodash puts together: the last argument may say how. */
function joinedIn(name: string, { arguments: given }: TSESTree.CallExpression): Addition[] {
  const lists = name === 'unionBy' || name === 'unionWith' ? given.slice(0, -1) : given;
  return lists.map((node) => ({ node, as: 'joined' as const }));
}

/**
 * What an expression puts into a list that stood there before: nothing where it takes some of it, `list.filter(…)`, what
 * stands beside it in `[...list, ...page]`. Null if it is not made of that.
 */
function additionsTo(context: Context, written: Node, isOwn: IsOwn): readonly Addition[] | null {
  const node = unwrap(written);
  if (isOwn(node)) return [];
  switch (node.type) {
    case 'ArrayExpression':
      return additionsBeside(context, node, isOwn);
    case 'CallExpression':
      return additionsByCall(context, node, isOwn);
    case 'LogicalExpression':
      return isEmpty(node.right) ? additionsTo(context, node.left, isOwn) : null;
    case 'ConditionalExpression':
      return additionsByBoth(context, node, isOwn);
    default:
      return null;
  }
}

function additionsByBoth(
  context: Context,
  { consequent, alternate }: TSESTree.ConditionalExpression,
  isOwn: IsOwn,
): readonly Addition[] | null {
  const [one, other] = [consequent, alternate].map((each) => (isEmpty(each) ? [] : additionsTo(context, each, isOwn)));
  return one == null || other == null ? null : [...one, ...other];
}

/** `[...list, project]`, `[...list]`; null of a list that is not spread into it. */
function additionsBeside(
  context: Context,
  { elements }: TSESTree.ArrayExpression,
  isOwn: IsOwn,
): readonly Addition[] | null {
  const spread = elements.map((each) =>
    each?.type === 'SpreadElement' ? additionsTo(context, each.argument, isOwn) : null,
  );
  if (spread.every((each) => each === null)) return null;
  return elements.flatMap((each, index): readonly Addition[] => {
    if (each === null) return [];
    const own = spread[index];
    if (own != null) return own;
    return [each.type === 'SpreadElement' ? { node: each.argument, as: 'elements' } : { node: each, as: 'element' }];
  });
}

function additionsByCall(context: Context, call: TSESTree.CallExpression, isOwn: IsOwn): readonly Addition[] | null {
  const { callee, arguments: given } = call;
  const [first] = given;
  const helper = nameOfHelper(context, call);
  if (helper !== null) return additionsByHelper(context, helper, call, isOwn);
  if (/^(?:Array\.from|structuredClone|angular\.copy)$/.test(sourceOf(context.tree, callee)))
    return first === undefined || given.length > 1 ? null : additionsTo(context, first, isOwn);
  if (callee.type !== 'MemberExpression') return null;
  const name = calleeName(call);
  if (name === 'concat') return additionsOfAll(context, [callee.object, ...given], isOwn);
  const before = sameList.test(name) || name === 'map' ? additionsTo(context, callee.object, isOwn) : null;
  if (before === null || name !== 'map') return before;
  return first !== undefined && isFunction(first) ? withReplaced(before, first) : null;
}

function additionsByHelper(
  context: Context,
  helper: string,
  call: TSESTree.CallExpression,
  isOwn: IsOwn,
): readonly Addition[] | null {
  const [first] = call.arguments;
  if (sameListOf.test(helper)) return first === undefined ? null : additionsTo(context, first, isOwn);
  if (!joiningOf.test(helper)) return null;
  return additionsOfAll(
    context,
    joinedIn(helper, call).map(({ node }) => node),
    isOwn,
  );
}

/** What is joined with a list that stood there before; null if none of them is that. */
function additionsOfAll(context: Context, nodes: readonly Node[], isOwn: IsOwn): readonly Addition[] | null {
  const own = nodes.map((node) => additionsTo(context, node, isOwn));
  if (own.every((each) => each === null)) return null;
  return nodes.flatMap((node, index): readonly Addition[] =>
    isEmpty(node) ? [] : (own[index] ?? [{ node, as: 'joined' }]),
  );
}

/** `list.map((each) => each.id === found.id ? found : each)`: some elements give way to another. Null where they become something else. */
function withReplaced(before: readonly Addition[], made: FunctionNode): readonly Addition[] | null {
  const [each] = made.params;
  if (each?.type !== 'Identifier') return null;
  const returned = returnsOf(made).flatMap(armsOf);
  const others = returned.filter((arm) => !(arm.type === 'Identifier' && arm.name === each.name));
  const isOfOthers = others.every(({ type }) => type === 'Identifier' || type === 'MemberExpression');
  return isOfOthers && others.length < returned.length
    ? [...before, ...others.map((node): Addition => ({ node, as: 'element' }))]
    : null;
}

function armsOf(node: Node): Node[] {
  const inner = unwrap(node);
  return inner.type === 'ConditionalExpression' ? [inner.consequent, inner.alternate].flatMap(armsOf) : [inner];
}

function readAddition(context: Context, { node, as }: Addition): Answer | null {
  const argument = node.type === 'SpreadElement' ? node.argument : node;
  const answer = settle(readAnswer(context, argument));
  if (as === 'element' && node.type !== 'SpreadElement') return answer;
  return as === 'joined' && node.type !== 'SpreadElement' ? toJoined(answer) : toElement(answer);
}

/** What is put into a place: nothing, where it is no more than what stood there before; else what comes with it. */
export function readPut(context: Context, node: Node, isOwn: IsOwn): (Answer | null)[] {
  if (isEmpty(node)) return [];
  const added = additionsTo(context, node, isOwn);
  return added === null ? [readAnswer(context, node)] : added.flatMap((each) => listOf(context, each));
}

/** The same of a list, by its elements. */
export function readPutElements(context: Context, node: Node, isOwn: IsOwn): (Answer | null)[] {
  if (isEmpty(node)) return [];
  const added = additionsTo(context, node, isOwn);
  if (added === null) return [toElement(settle(readAnswer(context, node)))];
  return added.flatMap((each) => (isEmpty(each.node) ? [] : [readAddition(context, each)]));
}

function listOf(context: Context, addition: Addition): (Answer | null)[] {
  return isEmpty(addition.node) ? [] : [toList(readAddition(context, addition))];
}

/**
 * The same, where a function may make it of what is there: `(old) => [...old, project]`.
 *
 * @param ownIn what names that in the function which is given it
 */
export function readPutByFunction(
  context: Context,
  node: Node,
  isOwn: IsOwn,
  ownIn: (made: FunctionNode) => IsOwn,
): (Answer | null)[] {
  const made = unwrap(node);
  if (!isFunction(made)) return readPut(context, node, isOwn);
  const isOwnHere = ownIn(made);
  return returnsOf(made).flatMap((each) => readPut(context, each, (name) => isOwn(name) || isOwnHere(name)));
}

/** `old` of `(old) => …`. */
export function isFirstOf({ params: [first] }: FunctionNode): IsOwn {
  return (node) => first?.type === 'Identifier' && node.type === 'Identifier' && node.name === first.name;
}

import type { FoundRequest } from './requests/found-request.js';
import type { TSESTree } from '@typescript-eslint/types';
import { decide } from './values/decide.js';
import { isPatient, isSpent, spend } from './budget.js';
import type { Evaluation } from './evaluate.js';
import { isEmpty, toElement, toHolder, toList, toMade, toValue } from './answers/made.js';
import { readFilledMember, readNewCollection } from './answers/collections.js';
import { readCaught } from './answers/failures.js';
import { readWebhook } from './answers/webhooks.js';
import { readKeptAnswer } from './answers/kept.js';
import { readState } from './answers/state.js';
import { readEntry, readHeld } from './answers/held.js';
import { readInstance } from './answers/instances.js';
import { readSpreadMember } from './answers/spread-props.js';
import { isStore } from './answers/stores.js';
import { readActionMember } from './answers/handed.js';
import { readDeferred } from './answers/deferred.js';
import { readParameterAnswer, readPromiseAnswer } from './answers/given.js';
import { readHandlerThis, readSender } from './answers/on-sender.js';
import { answerOfType, findTies } from './answers/ties.js';
import { typeOf, typeOfPattern } from './types/annotations.js';
import { awaitedBefore } from './syntax/compiled.js';
import { withoutRecursion } from './syntax/recursion.js';
import { ancestorsOf, isFunction, nameOfKey, sourceOf, unwrap } from './syntax/tree.js';
import type { FunctionNode, Node, Tree } from './syntax/tree.js';
import type { Frame } from './value.js';
import type { Answer, DescribedAnswer, Context } from './answers/answer.js';
import { readVariableAnswer, readDeclaredAnswer } from './answers/variables.js';
import { agreeIn, agreeOnSome, bind, settle, toMember } from './answers/answer.js';
import { readCallAnswer } from './answers/calls.js';

const deepest = 16;

const nothingEntered: Context['entered'] = new Map();

function startAt(evaluation: Evaluation, tree: Tree, frame: Frame | null, typed: boolean): Context {
  return { evaluation, tree, frame, depth: 0, entered: nothingEntered, typed, kept: false };
}

/** The same, where names alone may tell what was kept. */
function startKept(evaluation: Evaluation, tree: Tree): Context {
  return { ...startAt(evaluation, tree, null, true), kept: true };
}

/** What is known of a value because it came from outside: what the project made itself is left to those who ask for it. */
function withoutMade(answer: Answer | null): Answer | null {
  return answer?.layer === 'made' ? null : answer;
}

/** What an expression is known to hold because of the request that it came from; null if nothing tells. */
export function answerOf(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): DescribedAnswer | null {
  const answer = readAnswer(startAt(evaluation, tree, frame, true), node);
  return answer === null || answer.entity === null || answer.path.length > 0
    ? null
    : { ...answer, entity: answer.entity };
}

/** The requests whose answer, or a part of it, an expression is; none if nothing tells. */
export function requestsBehind(evaluation: Evaluation, tree: Tree, node: Node): readonly FoundRequest[] {
  return readAnswer(startAt(evaluation, tree, null, true), node)?.requests ?? [];
}

/** The record that the project makes and that an expression holds; null if nothing tells. */
export function recordOf(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  frame: Frame | null,
): TSESTree.ObjectExpression | null {
  const made = readAnswer(startAt(evaluation, tree, frame, true), node)?.made;
  return made?.kind === 'record' ? made.node : null;
}

/** What an expression holds of an answer, described or not. */
export function originOf(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return withoutMade(readAnswer(startAt(evaluation, tree, null, true), node));
}

/** What a field of an expression is a field of, if that is an answer, or spread from one. */
export function holderOf(evaluation: Evaluation, tree: Tree, object: Node, name: string): Answer | null {
  return withoutMade(toHolder(readAnswer(startAt(evaluation, tree, null, true), object), name));
}

/** What an expression may hold of an answer that was kept under a name, by that name alone. */
export function keptOriginOf(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return withoutMade(readAnswer(startKept(evaluation, tree), node));
}

/** The same of an element of a list, which the project may have made of an answer: `[...projects]`. */
export function keptElementOf(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return withoutMade(toElement(readAnswer(startKept(evaluation, tree), node)));
}

/** The answer whose status an expression holds, by whatever hands it on. */
export function statusAnswerOf(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  const made = readAnswer(startKept(evaluation, tree), node)?.made;
  return made?.kind === 'status' ? made.of : null;
}

/** What a field of an expression may be a field of, by names alone. */
export function keptHolderOf(evaluation: Evaluation, tree: Tree, object: Node, name: string): Answer | null {
  return withoutMade(toHolder(readAnswer(startKept(evaluation, tree), object), name));
}

/** The same for what a pattern takes apart. */
export function keptPatternHoldersOf(
  evaluation: Evaluation,
  tree: Tree,
  pattern: TSESTree.ObjectPattern,
): (name: string) => Answer | null {
  const answer = readPattern(startKept(evaluation, tree), pattern);
  return (name) => withoutMade(toHolder(answer, name));
}

/** What is kept under a name, by that name alone. */
export function keptUnder(evaluation: Evaluation, tree: Tree, name: string): Answer | null {
  return withoutMade(readHeld(startKept(evaluation, tree), name));
}

/** What a destructuring pattern takes apart of an answer. */
export function patternOriginOf(evaluation: Evaluation, tree: Tree, pattern: TSESTree.ObjectPattern): Answer | null {
  const inferred = withoutMade(readPattern(startAt(evaluation, tree, null, true), pattern));
  if (inferred !== null || findTies(evaluation).byDeclaration.size === 0) return inferred;
  const type = typeOfPattern(evaluation, tree, pattern);
  return type === null ? null : answerOfType(evaluation, type);
}

/** What each field that a pattern takes is a field of, if that is spread from an answer. */
export function patternHoldersOf(
  evaluation: Evaluation,
  tree: Tree,
  pattern: TSESTree.ObjectPattern,
): (name: string) => Answer | null {
  const answer = readPattern(startAt(evaluation, tree, null, true), pattern);
  return (name) => withoutMade(toHolder(answer, name));
}

function readPattern(context: Context, pattern: TSESTree.ObjectPattern): Answer | null {
  for (const ancestor of ancestorsOf(context.tree, pattern)) {
    if (ancestor.type === 'CatchClause') return readCaught(context, ancestor, pattern);
    if (isFunction(ancestor)) return readParameterAnswer(context, ancestor, pattern);
    if (ancestor.type === 'VariableDeclarator') return readDeclaredAnswer(context, ancestor, pattern);
    if (ancestor.type === 'AssignmentExpression')
      return bind(readAnswer(context, ancestor.right), ancestor.left, pattern);
  }
  return null;
}

/** The answer that an expression tells the failure of: `error` of `catch (error)`, `error.response`. Null if it tells none. */
export function failureOf(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return toFailed(readAnswer(startAt(evaluation, tree, null, true), node));
}

/** The same for what a pattern takes apart. */
export function patternFailureOf(evaluation: Evaluation, tree: Tree, pattern: TSESTree.ObjectPattern): Answer | null {
  return toFailed(readPattern(startAt(evaluation, tree, null, true), pattern));
}

function toFailed(answer: Answer | null): Answer | null {
  return answer?.made?.kind === 'failure' ? answer.made.of : null;
}

/** What an expression holds because of the request that it came from; types count for nothing. */
export function inferAnswer(evaluation: Evaluation, tree: Tree, node: Node): Answer | null {
  return withoutMade(readAnswer(startAt(evaluation, tree, null, false), node));
}

/** What a callback's parameter holds because of the request whose answer it takes. */
export function inferParameter(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  parameter: Node,
): Answer | null {
  return withoutMade(readParameterAnswer(startAt(evaluation, tree, null, false), owner, parameter));
}

/** What an expression holds, in its context. */
export function readAnswer(before: Context, node: Node): Answer | null {
  if (before.depth > 0) return readWithin(before, node);
  const { answering } = before.evaluation;
  const { doubtful } = answering;
  answering.doubtful = new Set();
  const answer = readWithin(before, node);
  answering.doubtful = doubtful;
  return answer;
}

/**
 * Expressions that are all made of each other would be asked about in each order. Out of patience, one that was found to
 * hold nothing is not asked again for as long as the outermost question is open.
 */
function readWithin(before: Context, node: Node): Answer | null {
  const { evaluation } = before;
  const { answering } = evaluation;
  const isPlain = before.frame === null && before.entered.size === 0;
  const known = isPlain ? memoOf(before).get(node) : undefined;
  if (known !== undefined) return known;
  const context = { ...before, depth: before.depth + 1 };
  const isAsked = isPlain && (answering.active.has(node) || answering.doubtful.has(node));
  spend(evaluation, 1);
  if (context.depth > deepest || isSpent(evaluation) || isAsked) {
    answering.cuts += 1;
    return null;
  }
  const { cuts } = answering;
  if (isPlain) answering.active.add(node);
  const inner = readInner(context, unwrap(node)) ?? readTypedAnswer(context, node);
  if (isPlain) answering.active.delete(node);
  const answer = inner !== null && isAwaited(node) ? settle(inner) : inner;
  const isSure = answer !== null || before.depth === 0 || answering.cuts === cuts;
  if (isPlain && isSure) memoOf(context).set(node, answer);
  else if (isPlain && !isPatient(evaluation)) answering.doubtful.add(node);
  return answer;
}

function readTypedAnswer({ evaluation, tree, typed }: Context, node: Node): Answer | null {
  const type = typed && findTies(evaluation).byDeclaration.size > 0 ? typeOf(evaluation, tree, node) : null;
  return type === null ? null : answerOfType(evaluation, type);
}

type Memo = WeakMap<Node, Answer | null>;

const memos = {
  typed: new WeakMap<Evaluation, Memo>(),
  inferred: new WeakMap<Evaluation, Memo>(),
  kept: new WeakMap<Evaluation, Memo>(),
};

/** What nodes hold for whatever caller. Of those that were found to hold none too deep down, nothing is remembered. */
function memoOf({ evaluation, typed, kept }: Context): Memo {
  const own = kept ? memos.kept : typed ? memos.typed : memos.inferred;
  const memo = own.get(evaluation) ?? new WeakMap<Node, Answer | null>();
  own.set(evaluation, memo);
  return memo;
}

/** An `await` among what `unwrap` takes off. */
function isAwaited(node: Node): boolean {
  if (node.type === 'AwaitExpression') return true;
  if (node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression' || node.type === 'ChainExpression')
    return isAwaited(node.expression);
  return false;
}

function readInner(context: Context, inner: Node): Answer | null {
  switch (inner.type) {
    case 'Identifier':
      return readVariableAnswer(context, inner);
    case 'MemberExpression':
      return readResumed(context, inner) ?? readMemberAnswer(context, inner);
    case 'CallExpression':
      return readResumed(context, inner) ?? readCallAnswer(context, inner);
    case 'LogicalExpression':
      return readLogicalAnswer(context, inner);
    case 'ConditionalExpression':
      return readConditionalAnswer(context, inner);
    case 'AssignmentExpression':
      return readAssignedAnswer(context, inner);
    case 'SequenceExpression':
      return readLast(context, inner);
    case 'NewExpression':
      return (
        readPromiseAnswer(context, inner) ??
        readSender(context, inner) ??
        readNewCollection(context, inner) ??
        readInstance(context, inner)
      );
    case 'ThisExpression':
      return readHandlerThis(context, inner) ?? readInstance(context, inner);
    case 'ObjectExpression':
      return toMade({ kind: 'record', node: inner, context });
    case 'ArrayExpression':
      return toMade({ kind: 'list', elements: inner.elements, context });
    case 'YieldExpression':
      return inner.argument == null ? null : settle(readAnswer(context, inner.argument));
    default:
      return null;
  }
}

/** `_a.sent()`, which compilers make of `await`. */
function readResumed(context: Context, node: TSESTree.CallExpression | TSESTree.MemberExpression): Answer | null {
  const awaited = awaitedBefore(context.tree, node);
  return awaited === null ? null : settle(readAnswer(context, awaited));
}

/** `a && b` is `b` where it is anything; `a || b` may be either, unless `b` is empty. */
function readLogicalAnswer(context: Context, { operator, left, right }: TSESTree.LogicalExpression): Answer | null {
  if (operator === '&&') return readAnswer(context, right);
  if (/^(?:Array|Object)Expression$|^Literal$/.test(right.type)) return readAnswer(context, left);
  return agreeOnSome(context, [readAnswer(context, left), readAnswer(context, right)]);
}

/** `return (cache.projects = projects)`; `a ||= b` may be either. */
function readAssignedAnswer(context: Context, { operator, left, right }: TSESTree.AssignmentExpression): Answer | null {
  if (operator === '=' || operator === '&&=') return readAnswer(context, right);
  return operator === '||=' || operator === '??='
    ? agreeOnSome(context, [readAnswer(context, left), readAnswer(context, right)])
    : null;
}

/** `(seen += 1, projects)`. */
function readLast(context: Context, { expressions }: TSESTree.SequenceExpression): Answer | null {
  const last = expressions.at(-1);
  return last === undefined ? null : readAnswer(context, last);
}

/** The arm that is taken, or both, unless one is empty: `status === 204 ? null : response.json()`. */
function readConditionalAnswer(
  context: Context,
  { test, consequent, alternate }: TSESTree.ConditionalExpression,
): Answer | null {
  const several = readAsList(context, test, consequent, alternate);
  if (several !== null) return several;
  const decided = decide(context.evaluation, context.tree, test, context.frame);
  if (decided !== null) return readAnswer(context, decided ? consequent : alternate);
  return agreeOnSome(context, readAll(context, withoutRecursion(context.tree, [consequent, alternate])));
}

/** `Array.isArray(body) ? body : [body]`: a list of it, if it is none. */
function readAsList({ tree, ...context }: Context, test: Node, list: Node, single: Node): Answer | null {
  const [only, ...others] = single.type === 'ArrayExpression' ? single.elements : [];
  if (only == null || others.length > 0 || sourceOf(tree, test) !== `Array.isArray(${sourceOf(tree, list)})`)
    return null;
  return sourceOf(tree, only) === sourceOf(tree, list) ? readAnswer({ ...context, tree }, list) : null;
}

/** What several expressions hold, those not counted that hold nothing. */
export function agreeOn(context: Context, nodes: readonly Node[]): Answer | null {
  return agreeIn(context, readAll(context, withoutRecursion(context.tree, nodes)));
}

/** Where there are no steps left, or none further down, the rest of many is not asked one by one. */
function readAll(context: Context, nodes: readonly Node[]): (Answer | null)[] {
  const answers: (Answer | null)[] = [];
  for (const node of nodes) {
    if (context.depth >= deepest || isSpent(context.evaluation)) {
      context.evaluation.answering.cuts += 1;
      // What was not asked is not known, so that the others agree on nothing.
      answers.push(null);
      break;
    }
    if (!isEmpty(node)) answers.push(readAnswer(context, node));
  }
  return answers;
}

// Members

/** What `ref` and a subject of RxJS hold is their `value`. */
function isBox(name: string): boolean {
  return name === 'value' || name === 'current';
}

function readByName(context: Context, node: TSESTree.MemberExpression, name: string): Answer | null {
  if (!context.kept) return null;
  const given = readActionMember(context, node, name) ?? readSpreadMember(context, node, name);
  return given ?? (isStore(context.tree, node.object) ? readHeld(context, name) : null);
}

function readMemberAnswer(context: Context, node: TSESTree.MemberExpression): Answer | null {
  const name = nameOfKey(node.property, node.computed);
  if (name === 'object_attributes') return readWebhook(context.tree, node);
  const held = readAnswer(context, node.object);
  const exported = held?.made?.kind === 'module' && name !== null ? toMember(held, name) : null;
  if (exported !== null) return exported;
  const answer = held?.made?.kind === 'module' ? null : held;
  if (name === null) return toValue(answer) ?? readEntry(context, node.object);
  if (answer !== null && context.kept && isBox(name) && answer.layer === 'body') return answer;
  if (answer !== null && answer.made?.kind !== 'instance')
    return answer.layer === 'made'
      ? readMadeMember(context, answer, node, name)
      : preferHeld(context, node, toMember(answer, name), name);
  const deferred = name === 'promise' ? readDeferred(context, node.object) : null;
  const kept = deferred ?? readState(context, node) ?? readKeptAnswer(context, node, name);
  return (
    kept ??
    (answer === null ? null : toMember(answer, name)) ??
    readByName(context, node, name) ??
    readFilledMember(context, node, name) ??
    (/^\d+$/.test(name) ? readEntry(context, node.object) : toList(readEntry(context, node)))
  );
}

/**
 * A list or a map that a store keeps under the name, rather than a member of an answer that is kept under the name of a part
 * of the store: of `state.projects.byId`, `projects` may be such a part, whatever an action calls so.
 */
function preferHeld(
  context: Context,
  { object }: TSESTree.MemberExpression,
  member: Answer | null,
  name: string,
): Answer | null {
  const isPart = context.kept && object.type === 'MemberExpression' && isStore(context.tree, object);
  const held = isPart ? readHeld(context, name) : null;
  const isWhole = held?.layer === 'body' && held.list !== false && held.path.length === 0;
  return isWhole || held?.made?.kind === 'keyed' ? held : member;
}

/** A member of what the project made: what fills it, or what it is made with. */
function readMadeMember(
  context: Context,
  answer: Answer,
  node: TSESTree.MemberExpression,
  name: string,
): Answer | null {
  const filled = readFilledMember(context, node, name);
  const made = filled ?? toMember(answer, name);
  const isNothingYet = made?.made?.kind === 'list' && made.made.elements.length === 0;
  const later = isNothingYet ? readKeptAnswer(context, node, name) : made;
  return later ?? readHeld(context, name) ?? made;
}

import type { TSESTree } from '@typescript-eslint/types';
import type { Evaluation } from '../evaluate.js';
import { calleeName, findVariable, isFunction, nameOfKey, sourceOf, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { agree, agreeIn, bind, blend, settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { readReturned } from './calls.js';
import { giftsTo, giftsToEntries } from './gifts.js';
import type { Gift, PathGift } from './gifts.js';
import { isEmpty } from './made.js';
import { readPut } from './grown.js';
import type { IsOwn } from './grown.js';
import { readTemplatePath } from './template-reads.js';

// What is put under a name in one place and taken out by that name in another, through a store that nobody can see into

const mostGifts = 200;
const deepestHolding = 8;

interface Holding {
  readonly known: Map<string, Answer | null>;
  readonly active: Set<unknown>;
}

const holdings = new WeakMap<Evaluation, Holding>();

function holdingOf(evaluation: Evaluation): Holding {
  const holding = holdings.get(evaluation) ?? { known: new Map(), active: new Set() };
  holdings.set(evaluation, holding);
  return holding;
}

/** Names under which anything may stand, in any object. */
const generic =
  /^(?:data|value|result|results|payload|response|body|props|state|error|options|params|current|target|default|type|name|id|key|index|args|config|content|context|children|__proto__|constructor)$/;

/**
 * What stands under a name in any object: what the project puts there, wherever. Null where it puts anything of other
 * origin there too. Asked only where nothing else tells, and by those who make no edit of it.
 */
export function readHeld(context: Context, name: string): Answer | null {
  if (!context.kept || generic.test(name)) return null;
  const { evaluation } = context;
  const { known } = holdingOf(evaluation);
  const before = known.get(name);
  if (before !== undefined) return before;
  const { cuts } = evaluation.answering;
  const answer = agreeOnGifts(context, `name ${name}`, giftsTo(evaluation, name), (node) => isNamed(node, name));
  if (answer !== null || evaluation.answering.cuts === cuts) known.set(name, answer);
  return answer;
}

/** What stands under any key of an object that is called so: `byId[project.id] = project`, `byId.set(project.id, project)`. */
export function readEntry(context: Context, object: Node): Answer | null {
  const inner = unwrap(object);
  const name =
    inner.type === 'Identifier'
      ? inner.name
      : inner.type === 'MemberExpression'
        ? nameOfKey(inner.property, inner.computed)
        : null;
  if (!context.kept || name === null) return null;
  return agreeOnGifts(context, `entry ${name}`, giftsToEntries(context.evaluation, name));
}

/** What a pattern takes by its names out of what nobody can see: `({ projects }) => …`. */
export function bindHeld(context: Context, pattern: Node, name: Node): Answer | null {
  if (pattern.type === 'AssignmentPattern') return bindHeld(context, pattern.left, name);
  if (pattern.type !== 'ObjectPattern') return null;
  for (const property of pattern.properties) {
    if (property.type !== 'Property' || !isWithin(name, property)) continue;
    const key = nameOfKey(property.key, property.computed);
    const held = key === null ? null : readHeld(context, key);
    return bind(held, property.value, name) ?? bindHeld(context, property.value, name);
  }
  return null;
}

function isWithin(inner: Node, outer: Node): boolean {
  return outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
}

/** What several gifts hold, asked once: a question that leads back to itself adds nothing. */
export function agreeOnGifts(
  context: Context,
  question: unknown,
  gifts: readonly (Gift | PathGift)[],
  ownIn: (tree: Tree) => IsOwn = () => () => false,
): Answer | null {
  const { evaluation } = context;
  const { active } = holdingOf(evaluation);
  if (active.has(question) || active.size > deepestHolding) {
    evaluation.answering.cuts += 1;
    return null;
  }
  if (gifts.length > mostGifts) return null;
  active.add(question);
  const outside: Context = { ...context, frame: null, depth: 1, entered: new Map() };
  const held = gifts.map((gift): Held => {
    if ('path' in gift) return readTemplatePath(evaluation, gift.tree, gift.path) ?? 'handed on';
    return readGift({ ...outside, tree: gift.tree }, gift.node, ownIn(gift.tree));
  });
  const answer = agreeOnKnown(held);
  active.delete(question);
  return answer;
}

/** Nothing is known of what is handed on; of another origin is what a call out of sight brings, or a literal. */
type Held = Answer | 'handed on' | 'of another origin';

function readGift(context: Context, node: Node, isOwn: IsOwn): Held {
  const put = isFunction(node) ? [readReturned(context, node)] : readPut(context, node, isOwn);
  if (put.length === 0) return 'handed on';
  const answer = agreeIn(context, put);
  if (answer !== null && (answer.layer !== 'made' || isOfAnswers(answer))) return answer;
  return isOfAnotherOrigin(context.tree, unwrap(node)) ? 'of another origin' : 'handed on';
}

/** What is called so where it stands: `this.projects`, `projects.value`, and a variable that begins with nothing. */
function isNamed(tree: Tree, name: string): IsOwn {
  return (node) => {
    if (node.type === 'Identifier') return node.name === name && isOpenVariable(tree, node);
    if (node.type !== 'MemberExpression') return false;
    const own = nameOfKey(node.property, node.computed);
    return own === name || (/^(?:value|current)$/.test(own ?? '') && sourceOf(tree, node.object) === name);
  };
}

function isOpenVariable(tree: Tree, node: Node): boolean {
  const declared = findVariable(tree, node)?.defs[0]?.node as Node | undefined;
  return declared?.type === 'VariableDeclarator' && (declared.init === null || isEmpty(declared.init));
}

/** Whether it is a list or a map of answers: `projects.reduce((all, each) => ({ ...all, [each.id]: each }), {})`. */
function isOfAnswers({ made }: Answer): boolean {
  return made?.kind === 'each' || made?.kind === 'keyed';
}

/**
 * A record or a list that is written out, or what a call brings that is given nothing of what the function was given. A
 * record of functions, or a module, is what sends, `projects: { list: () => … }`: no value that is read.
 */
function isOfAnotherOrigin(tree: Tree, node: Node): boolean {
  if (node.type === 'ObjectExpression')
    return !isWatcher(node) && node.properties.some((each) => each.type === 'Property' && !isFunction(each.value));
  if (node.type === 'CallExpression' && calleeName(node) === 'require') return false;
  if (node.type === 'ArrayExpression')
    return node.elements.some((element) => element !== null && element.type !== 'SpreadElement');
  return node.type === 'CallExpression' && !takesPart(tree, node);
}

const boxes = /^(?:use\w*|map\w*|ref|shallowRef|computed|derived|select\w*|createSelector|inject|input|model|toRefs?)$/;

/** Whether a call works on what stands at hand: on a member of `this`, a parameter or the state. */
function takesPart(tree: Tree, call: TSESTree.CallExpression): boolean {
  if (boxes.test(calleeName(call))) return true;
  const used = call.callee.type === 'MemberExpression' ? [call.callee.object, ...call.arguments] : call.arguments;
  return used.some((each) => isAtHand(tree, unwrap(each)));
}

function isAtHand(tree: Tree, node: Node): boolean {
  if (node.type === 'MemberExpression') return isAtHand(tree, unwrap(node.object));
  if (node.type === 'CallExpression') return takesPart(tree, node);
  if (node.type !== 'Identifier') return false;
  return findVariable(tree, node)?.defs.some(({ type }) => type === 'Parameter') === true;
}

/** `{ handler(now) { … }, deep: true }`, which Vue calls where what stands under the name changes. */
function isWatcher({ properties }: TSESTree.ObjectExpression): boolean {
  return properties.some(
    (each) => each.type === 'Property' && nameOfKey(each.key, each.computed) === 'handler' && isFunction(each.value),
  );
}

/** Several answers may stand under one name: what is read of it tells which is meant. */
function agreeOnKnown(held: readonly Held[]): Answer | null {
  if (held.includes('of another origin')) return null;
  const answers = held.flatMap((each) => (typeof each === 'string' ? [] : [each]));
  const brought = answers.filter(({ layer }) => layer !== 'made');
  return settle(agree(answers) ?? agree(brought) ?? blend(brought));
}

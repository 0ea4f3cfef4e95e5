import type { TSESTree } from '@typescript-eslint/utils';
import { resolveCall } from '../analysis/calls.js';
import type { Evaluation } from '../analysis/evaluate.js';
import { answerOf } from '../analysis/responses.js';
import type { FoundRequest } from '../analysis/sending.js';
import { ancestorsOf, findDeclaration, nameOfKey, unwrap } from '../analysis/tree.js';
import type { Node, Tree } from '../analysis/tree.js';
import { optionsOf, toOrigin } from '../analysis/value.js';
import type { Frame } from '../analysis/value.js';
import type { Change, Entity } from '../catalogue/change.js';
import type { HolePiece } from '../http/text.js';
import type { Step } from '../http/translate.js';
import type { Edit, Finding } from './finding.js';

type Identified = NonNullable<Step['identified']>;
type Planned = Pick<Finding, 'certainty' | 'reason' | 'edits'>;

/** What tells one thing's id from another's. */
export interface Sight {
  readonly evaluation: Evaluation;
  /** The rows that hold, by id. */
  readonly rows: ReadonlyMap<string, Change>;
  /** The requests in which an expression fills a segment that takes another id in v4, by `keyOfHole`. */
  readonly identified: ReadonlyMap<string, readonly FoundRequest[]>;
}

function keyOfNode(tree: Tree, node: Node, entity: Entity): string {
  return `${entity} ${tree.file}:${String(node.range[0])}`;
}

/** How a hole is known among the segments of all requests. */
export function keyOfHole(hole: HolePiece, entity: Entity): string {
  const origin = toOrigin(hole);
  return origin === null ? `${entity} ${hole.label}` : keyOfNode(origin.tree, origin.node, entity);
}

/** The edit that gives a segment its v4 id, null if it has it: sure if the value provably came from such a thing, else a guess by its name, or none. */
export function planIdentity(identified: Identified, sight: Sight): Planned | null {
  const [piece] = identified.segment.text;
  const hole = piece?.kind === 'hole' && identified.segment.text.length === 1 ? piece : null;
  const origin = hole === null ? null : toOrigin(hole);
  if (origin !== null && isDone(identified, origin.tree, origin.node, origin.frame, sight)) return null;
  const planned = origin === null ? null : planExpression(identified, origin.tree, origin.node, origin.frame, sight);
  return planned ?? { certainty: 'manual', reason: describe(identified, hole), edits: [] };
}

/** Whether the v4 id stands there already: the rest of a migration that stopped halfway. */
function isDone(
  { entity, to }: Identified,
  tree: Tree,
  node: Node,
  frame: Frame | null,
  { evaluation }: Sight,
): boolean {
  const inner = unwrap(node);
  if (inner.type !== 'MemberExpression' || nameOfKey(inner.property, inner.computed) !== to) return false;
  const answer = answerOf(evaluation, tree, inner.object, frame);
  return answer === null || answer.entity === entity;
}

function planExpression(
  identified: Identified,
  tree: Tree,
  node: Node,
  frame: Frame | null,
  sight: Sight,
): Planned | null {
  const inner = unwrap(node);
  if (inner.type === 'CallExpression') {
    const [argument] = inner.arguments;
    const passes =
      inner.callee.type === 'Identifier' && /^(?:encodeURIComponent|String|Number|parseInt)$/.test(inner.callee.name);
    return passes && argument !== undefined ? planExpression(identified, tree, argument, frame, sight) : null;
  }
  if (inner.type !== 'MemberExpression' || nameOfKey(inner.property, inner.computed) !== identified.from) return null;
  const planned = planMember(identified, tree, inner.object, inner.property, frame, sight);
  const requests = sight.identified.get(keyOfNode(tree, node, identified.entity)) ?? [];
  if (planned === null || isOnlyRead(sight.evaluation, tree, inner, requests, 0)) return planned;
  return {
    certainty: 'manual',
    reason: `the value is the \`${identified.from}\` of ${article(identified.entity)}, and code that is no request in sight reads it too`,
    edits: [],
  };
}

function planMember(
  { entity, to, from }: Identified,
  tree: Tree,
  object: Node,
  property: Node,
  frame: Frame | null,
  { evaluation }: Sight,
): Planned | null {
  const raw = tree.text.slice(property.range[0], property.range[1]);
  const edit: Edit = { file: tree.file, start: property.range[0], end: property.range[1], text: raw.replace(from, to) };
  const answer = answerOf(evaluation, tree, object, frame);
  const owner = tree.text.slice(object.range[0], object.range[1]);
  if (answer !== null) {
    const proven =
      answer.entity === entity && answer.layer === 'body' && !answer.list && !isOverwritten(tree, owner, from);
    if (!proven) return null;
    if (answer.type === null) return { certainty: 'safe', reason: null, edits: [edit] };
    const reason = `\`${owner}\` came from GitLab as ${article(entity)}, as its type \`${answer.type}\` says`;
    return { certainty: 'suggestion', reason, edits: [edit] };
  }
  if (namesOf[entity]?.test(lastName(object)) !== true) return null;
  return { certainty: 'suggestion', reason: `\`${owner}\` is ${article(entity)}`, edits: [edit] };
}

/** Whether the file writes to the property: then it may be another number by now. */
function isOverwritten(tree: Tree, owner: string, name: string): boolean {
  return tree.assignments.some(({ left }) => tree.text.slice(left.range[0], left.range[1]) === `${owner}.${name}`);
}

/** The last name of an expression: `author` of `mr.author`. */
function lastName(node: Node): string {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') return inner.name;
  if (inner.type === 'MemberExpression') return nameOfKey(inner.property, inner.computed) ?? lastName(inner.object);
  return inner.type === 'CallExpression' ? lastName(inner.callee) : '';
}

/** Names that say what they hold, for those who believe names. */
const namesOf: Readonly<Partial<Record<Entity, RegExp>>> = {
  issue: /issue|bug|ticket/i,
  'merge request': /merge|\bmr\b|mr$|pull|\bpr\b/i,
};

const deepest = 6;

/** Whether a value goes nowhere but into those segments of these requests: an edit of it must not reach other readers. */
function isOnlyRead(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  requests: readonly FoundRequest[],
  depth: number,
): boolean {
  const parent = tree.parents.get(node);
  if (depth > deepest || parent === undefined) return false;
  if (parent.type === 'VariableDeclarator')
    return parent.id.type === 'Identifier' && areReadersTold(evaluation, tree, parent.id, requests, depth);
  if (parent.type === 'CallExpression' && parent.callee !== node) {
    const passed = requests.some(({ chain }) => chain.some((call) => call.node === parent));
    return passed ? isParameterTold(evaluation, tree, parent, node, requests, depth) : isPartOf(tree, node, requests);
  }
  return isPartOf(tree, node, requests);
}

/** Whether a node stands in the address of one of the requests. */
function isPartOf(tree: Tree, node: Node, requests: readonly FoundRequest[]): boolean {
  const joins = [...ancestorsOf(tree, node)].find(
    ({ type }) => type === 'TemplateLiteral' || type === 'BinaryExpression',
  );
  if (joins === undefined) return false;
  return requests.some(({ request }) => {
    const pieces = request.segments.flatMap(({ slash, text }) => [...slash, ...text]);
    return pieces.some(
      (piece) =>
        piece.kind === 'known' &&
        piece.source?.file === tree.file &&
        joins.range[0] <= piece.source.literal.start &&
        piece.source.literal.end <= outermost(tree, joins).range[1],
    );
  });
}

/** The whole chain of `+` that a node is part of. */
function outermost(tree: Tree, node: Node): Node {
  const parent = tree.parents.get(node);
  return parent?.type === 'BinaryExpression' ? outermost(tree, parent) : node;
}

function areReadersTold(
  evaluation: Evaluation,
  tree: Tree,
  name: Node,
  requests: readonly FoundRequest[],
  depth: number,
): boolean {
  const variable = findDeclaration(tree, name);
  const readers = variable?.references.filter((reference) => reference.init !== true) ?? [];
  return (
    readers.length > 0 &&
    readers.every(
      (reference) =>
        reference.isRead() && isOnlyRead(evaluation, tree, reference.identifier as Node, requests, depth + 1),
    )
  );
}

/** The parameter that an argument of a project's function becomes. */
function isParameterTold(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  node: Node,
  requests: readonly FoundRequest[],
  depth: number,
): boolean {
  const index = call.arguments.findIndex((argument) => argument === node);
  const { value } = resolveCall(evaluation, tree, call, null);
  const functions = optionsOf(value).flatMap((option) =>
    option.kind === 'function' && option.bound.length === 0 ? [option] : [],
  );
  return (
    functions.length > 0 &&
    functions.every((option) => {
      const parameter = option.node.params[index];
      return (
        parameter?.type === 'Identifier' && areReadersTold(evaluation, option.tree, parameter, requests, depth + 1)
      );
    })
  );
}

function describe({ entity, from, to }: Identified, hole: HolePiece | null): string {
  const value = hole === null ? 'the value here' : `\`${hole.label}\``;
  return `${value} must be the \`${to}\` of ${article(entity)} in v4, not its \`${from}\`; nothing in sight tells which it is`;
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

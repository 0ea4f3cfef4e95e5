import type { TSESTree } from '@typescript-eslint/types';
import { resolveCallee } from '../../analysis/values/calls.js';
import { renewBudget } from '../../analysis/budget.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { answerOf, holderOf, patternOriginOf, recordOf } from '../../analysis/responses.js';
import type { Answer } from '../../analysis/answers/answer.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { isNothing, isTested } from '../../analysis/syntax/tested.js';
import {
  ancestorsOf,
  calleeName,
  findDeclaration,
  findVariable,
  nameOfKey,
  sourceOf,
  toPlace,
  unwrap,
} from '../../analysis/syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../../analysis/syntax/tree.js';
import { typeOf, typeOfPattern } from '../../analysis/types/annotations.js';
import { leavesOut } from '../../analysis/types/type-shapes.js';
import { optionsOf, toOrigin } from '../../analysis/value.js';
import type { Frame } from '../../analysis/value.js';
import type { Change, Entity } from '../../catalogue/change.js';
import type { HolePiece } from '../../http/text.js';
import type { Step } from '../../http/translate.js';
import type { Edit, Finding } from '../finding.js';

type Identified = NonNullable<Step['identified']>;
type Planned = Pick<Finding, 'certainty' | 'reason' | 'edits'>;

/** What tells one thing's id from another's. */
export interface Sight {
  readonly evaluation: Evaluation;
  /** The rows that hold. */
  readonly rows: readonly Change[];
  /** The requests in which an expression fills a segment that takes another id in v4, by `keyOfHole`. */
  readonly identified: ReadonlyMap<string, readonly FoundRequest[]>;
  /** Whether none of some requests is, or may be, one of another service: its things have ids of their own. */
  readonly areOwn: (requests: readonly FoundRequest[]) => boolean;
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
  renewBudget(sight.evaluation);
  const [piece] = identified.segment.text;
  const hole = piece?.kind === 'hole' && identified.segment.text.length === 1 ? piece : null;
  const origin = hole === null ? null : toOrigin(hole);
  if (origin !== null && isDone(identified, origin.tree, withoutPassing(origin.node), origin.frame, sight)) return null;
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
  const property = inner.type === 'Identifier' ? findProperty(tree, inner) : null;
  if (property !== null && nameOfKey(property.key, property.computed) === to) {
    const taken = originOfProperty(evaluation, tree, property);
    return taken === null || taken.entity === entity;
  }
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
  const inner = withoutPassing(node);
  if (inner.type === 'Identifier') return planDestructured(identified, tree, inner, sight);
  if (inner.type !== 'MemberExpression' || nameOfKey(inner.property, inner.computed) !== identified.from) return null;
  const planned = planMember(identified, tree, inner.object, inner.property, frame, sight);
  const requests = requestsAt(identified, tree, inner, sight);
  if (planned === null || planned.certainty === 'manual') return planned;
  return isOnlyRead(sight.evaluation, tree, inner, requests, 0) ? planned : readElsewhere(identified);
}

/** `id` of `encodeURIComponent(id)`, `String(id)`, `${id}`, `id.toString()` and `+id`. */
function withoutPassing(node: Node): Node {
  const inner = unwrap(node);
  const passed = passedBy(inner);
  return passed === null ? inner : withoutPassing(passed);
}

/** What an expression gives on as it is, however it is written; null for one that makes something else. */
function passedBy(node: Node): Node | null {
  if (node.type === 'TemplateLiteral') return isExpressionAlone(node) ? (node.expressions[0] ?? null) : null;
  if (node.type === 'UnaryExpression') return node.operator === '+' ? node.argument : null;
  if (node.type !== 'CallExpression') return null;
  const { callee } = node;
  if (callee.type === 'MemberExpression')
    return nameOfKey(callee.property, callee.computed) === 'toString' ? callee.object : null;
  const passes = callee.type === 'Identifier' && /^(?:encodeURIComponent|String|Number|parseInt)$/.test(callee.name);
  return passes ? (node.arguments[0] ?? null) : null;
}

function isExpressionAlone({ expressions, quasis }: TSESTree.TemplateLiteral): boolean {
  return expressions.length === 1 && quasis.every(({ value }) => value.raw === '');
}

/** The expression around a node that gives it on; null if it goes elsewhere. */
function passingAround(tree: Tree, node: Node): Node | null {
  const parent = tree.parents.get(node);
  const outer = parent?.type === 'MemberExpression' && parent.object === node ? tree.parents.get(parent) : parent;
  if (outer === undefined) return null;
  return passedBy(outer) === node || unwrap(outer) === node ? outer : null;
}

/** The requests in which an expression, or one that gives it on, fills a segment of the entity's. */
function requestsAt({ entity }: Identified, tree: Tree, node: Node, { identified }: Sight): readonly FoundRequest[] {
  const requests: FoundRequest[] = [];
  for (let at: Node | null = node; at !== null; at = passingAround(tree, at))
    requests.push(...(identified.get(keyOfNode(tree, at, entity)) ?? []));
  return requests;
}

function readElsewhere({ entity, from }: Identified): Planned {
  const reason = `the value is the \`${from}\` of ${article(entity)}, and code that is no request in sight reads it too`;
  return { certainty: 'manual', reason, edits: [] };
}

/** `({ id }) => …`: the field changes in the pattern, and the variable keeps its name. */
function planDestructured(identified: Identified, tree: Tree, name: Node, sight: Sight): Planned | null {
  const { evaluation } = sight;
  const { from, to } = identified;
  const property = findProperty(tree, name);
  const variable = findVariable(tree, name) ?? findDeclaration(tree, name);
  if (property === null || variable === null || nameOfKey(property.key, property.computed) !== from) return null;
  const answer = originOfProperty(evaluation, tree, property);
  if (answer === null || !isProven(identified, answer) || !sight.areOwn(answer.requests)) return null;
  const declared = variable.identifiers.map((identifier) => identifier as Node);
  const uses = [...declared, ...variable.references.map(({ identifier }) => identifier as Node)];
  const requests = new Set(uses.flatMap((use) => requestsAt(identified, tree, use, sight)));
  if (!declared.every((each) => areReadersTold(evaluation, tree, each, [...requests], 0)))
    return readElsewhere(identified);
  if (hasRest(tree, property)) return leftToRest(identified);
  const pattern = tree.parents.get(property);
  const type = pattern === undefined ? null : typeOfPattern(evaluation, tree, pattern);
  if (type !== null && leavesOut(evaluation, type, to)) return leftOutOfType(identified);
  const { file, start, end } = toPlace(tree, property.key);
  const raw = tree.text.slice(start, end);
  const edit = { file, start, end, text: property.shorthand ? `${to}: ${raw}` : raw.replace(from, to) };
  return toPlanned(identified, answer, `\`${raw}\``, edit);
}

/** `({ id, ...rest }) => …`: what is left of the thing changes with what is taken out of it. */
function hasRest(tree: Tree, property: TSESTree.Property): boolean {
  const pattern = tree.parents.get(property);
  return pattern?.type === 'ObjectPattern' && pattern.properties.some(({ type }) => type === 'RestElement');
}

function leftToRest({ from, to }: Identified): Planned {
  const reason = `the rest of the pattern would keep the \`${from}\` and lose the \`${to}\``;
  return { certainty: 'manual', reason, edits: [] };
}

function leftOutOfType({ from, to }: Identified): Planned {
  const reason = `its type has the \`${from}\` and leaves the \`${to}\` out: what is put in there has to change`;
  return { certainty: 'manual', reason, edits: [] };
}

/** The property of a destructuring that gives a variable its value. */
function findProperty(tree: Tree, name: Node): TSESTree.Property | null {
  const variable = findVariable(tree, name) ?? findDeclaration(tree, name);
  const [definition, ...others] = variable?.defs ?? [];
  if (definition === undefined || others.length > 0) return null;
  const parent = tree.parents.get(definition.name);
  const property = parent?.type === 'AssignmentPattern' ? tree.parents.get(parent) : parent;
  return property?.type === 'Property' ? property : null;
}

function originOfProperty(evaluation: Evaluation, tree: Tree, property: TSESTree.Property): Answer | null {
  const pattern = tree.parents.get(property);
  return pattern?.type === 'ObjectPattern' ? patternOriginOf(evaluation, tree, pattern) : null;
}

/** Whether an answer is one such thing. */
function isProven({ entity }: Identified, answer: Answer): boolean {
  return answer.entity === entity && answer.layer === 'body' && answer.list !== true && answer.path.length === 0;
}

function toPlanned({ entity }: Identified, { type }: Answer, owner: string, edit: Edit): Planned {
  if (type === null) return { certainty: 'safe', reason: null, edits: [edit] };
  const reason = `${owner} came from GitLab as ${article(entity)}, as its type \`${type}\` says`;
  return { certainty: 'suggestion', reason, edits: [edit] };
}

function planMember(
  identified: Identified,
  tree: Tree,
  object: Node,
  property: Node,
  frame: Frame | null,
  { evaluation, areOwn }: Sight,
): Planned | null {
  const { entity, to, from } = identified;
  const raw = tree.text.slice(property.range[0], property.range[1]);
  const edit: Edit = { file: tree.file, start: property.range[0], end: property.range[1], text: raw.replace(from, to) };
  const answer = answerOf(evaluation, tree, object, frame) ?? spreadFrom(evaluation, tree, object, identified);
  const owner = tree.text.slice(object.range[0], object.range[1]);
  if (answer !== null) {
    const proven = isProven(identified, answer) && areOwn(answer.requests) && !isOverwritten(tree, owner, from);
    const type = proven && answer.type !== null ? typeOf(evaluation, tree, object) : null;
    if (type !== null && leavesOut(evaluation, type, to)) return leftOutOfType(identified);
    return proven ? toPlanned(identified, answer, `\`${owner}\``, edit) : null;
  }
  if (namesOf[entity]?.test(lastName(object)) !== true) return null;
  if (recordOf(evaluation, tree, object, frame) !== null || makesRecords(tree, identified)) {
    const reason = `\`${owner}\` may be a record that the code makes with an \`${from}\` and no \`${to}\`: what is put in there has to change`;
    return { certainty: 'manual', reason, edits: [] };
  }
  return { certainty: 'suggestion', reason: `\`${owner}\` is ${article(entity)}`, edits: [edit] };
}

/** The answer that a record has its id from: `{ ...issue, seen: true }` has its `iid` too. */
function spreadFrom(evaluation: Evaluation, tree: Tree, object: Node, { from, to }: Identified): Answer | null {
  const holder = holderOf(evaluation, tree, object, from);
  return holder?.beside === undefined || holder.beside.includes(to) ? null : holder;
}

/** Names of what else has an id. */
const others =
  /user|author|assignee|member|project|repo|group|namespace|milestone|label|note|comment|build|job|pipeline/i;

/** Whether the file makes records, or instances, of its own that take over an `id` and leave the `iid` out. */
function makesRecords(tree: Tree, { from, to }: Identified): boolean {
  const isTaken = (value: Node): boolean => {
    const inner = withoutPassing(value);
    if (inner.type === 'Identifier') return inner.name === from;
    return (
      inner.type === 'MemberExpression' &&
      nameOfKey(inner.property, inner.computed) === from &&
      !others.test(lastName(inner.object))
    );
  };
  const isMade = tree.records.some(({ properties }) => {
    const entries = properties.flatMap((property) =>
      property.type === 'Property' ? [{ name: nameOfKey(property.key, property.computed), value: property.value }] : [],
    );
    const whole = entries.length < properties.length || entries.some(({ name }) => name === to);
    return !whole && entries.some(({ name, value }) => name === from && isTaken(value));
  });
  return isMade || isAssignedOrPicked(tree, from, isTaken);
}

/** `this.id = raw.id`, `_.pick(raw, ['id', 'title'])`. */
function isAssignedOrPicked(tree: Tree, from: string, isTaken: (value: Node) => boolean): boolean {
  const isAssigned = tree.assignments.some(
    ({ left, right }) =>
      left.type === 'MemberExpression' && nameOfKey(left.property, left.computed) === from && isTaken(right),
  );
  const isPicked = tree.calls.some(
    (call) =>
      call.type === 'CallExpression' &&
      calleeName(call) === 'pick' &&
      new RegExp(`['"]${from}['"]`).test(sourceOf(tree, call)),
  );
  return isAssigned || isPicked;
}

/** Whether the file writes to the property: then it may be another number by now. */
function isOverwritten(tree: Tree, owner: string, name: string): boolean {
  return tree.assignments.some(({ left }) => tree.text.slice(left.range[0], left.range[1]) === `${owner}.${name}`);
}

/** The last name of an expression: `author` of `mr.author`. */
function lastName(node: Node): string {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') return inner.name;
  if (inner.type === 'MemberExpression') {
    const name = nameOfKey(inner.property, inner.computed);
    return name === null || /^\d+$/.test(name) ? lastName(inner.object) : name;
  }
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
  if (isAskedFor(parent, node)) return true;
  if (isArm(parent, node)) return isOnlyRead(evaluation, tree, parent, requests, depth + 1);
  const passing = passingAround(tree, node);
  if (passing !== null && !isPartOf(tree, node, requests))
    return isOnlyRead(evaluation, tree, passing, requests, depth + 1);
  if (parent.type === 'VariableDeclarator')
    return parent.id.type === 'Identifier' && areReadersTold(evaluation, tree, parent.id, requests, depth);
  if (parent.type === 'CallExpression' && parent.callee !== node) {
    const passed = requests.some(({ chain }) => chain.some((call) => call.node === parent));
    if (passed || isPartOf(tree, node, requests))
      return !passed || isParameterTold(evaluation, tree, parent, node, requests, depth);
    return (
      isParameterTold(evaluation, tree, parent, node, requests, depth) &&
      (isSent(tree, parent, requests) || isOnlyRead(evaluation, tree, parent, requests, depth + 1))
    );
  }
  if (isPartOf(tree, node, requests)) return true;
  const isElement = parent.type === 'ArrayExpression' || parent.type === 'SpreadElement';
  return isElement && isOnlyRead(evaluation, tree, parent, requests, depth + 1);
}

/** Whether a number is only asked whether it is there, `if (id)`, `id !== null`, `id && close(id)`: what has the one has the other. */
function isAskedFor(parent: Node, node: Node): boolean {
  if (isTested(parent, node)) return true;
  if (parent.type !== 'BinaryExpression' || !/^[!=]==?$/.test(parent.operator)) return false;
  return isNothing(parent.left === node ? parent.right : parent.left);
}

/** What an expression gives on if a test says so, or something else in its place: `list.length > 0 ? list[0].id : null`. */
function isArm(parent: Node, node: Node): boolean {
  return (
    (parent.type === 'ConditionalExpression' && parent.test !== node) ||
    (parent.type === 'LogicalExpression' && (parent.right === node || parent.operator !== '&&'))
  );
}

/** What a function put together is all that a call sends to. */
function isSent(tree: Tree, address: Node, requests: readonly FoundRequest[]): boolean {
  const call = tree.parents.get(address);
  return call?.type === 'CallExpression' && call.arguments[0] === address && requests.some(({ node }) => node === call);
}

/** Whether a node stands in the address of one of the requests. */
function isPartOf(tree: Tree, node: Node, requests: readonly FoundRequest[]): boolean {
  const joins = [...ancestorsOf(tree, node)].find(isJoining);
  if (joins === undefined) return false;
  const whole = outermost(tree, joins);
  return requests.some(({ request }) => {
    const pieces = [...request.base, ...request.segments.flatMap(({ slash, text }) => [...slash, ...text])];
    return pieces.some(
      (piece) =>
        piece.kind === 'known' &&
        piece.source?.file === tree.file &&
        whole.range[0] <= piece.source.literal.start &&
        piece.source.literal.end <= whole.range[1],
    );
  });
}

/** `a + b`, `util.format('%s/%d', a, b)`, `[a, b].join('/')`, `'/{id}'.replace('{id}', a)`. */
function isJoining(node: Node): boolean {
  if (node.type === 'TemplateLiteral' || node.type === 'BinaryExpression') return true;
  return (
    node.type === 'CallExpression' &&
    /^(?:format|sprintf|join|urlJoin|urljoin|concat|replace|replaceAll|reduce)$/.test(calleeName(node))
  );
}

/** The whole chain of `+` that a node is part of, and the text around that. */
function outermost(tree: Tree, node: Node): Node {
  const parent = tree.parents.get(node);
  return parent?.type === 'BinaryExpression' || parent?.type === 'TemplateLiteral' ? outermost(tree, parent) : node;
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
  const value = resolveCallee(evaluation, tree, call, null);
  const functions = optionsOf(value).flatMap((option) =>
    option.kind === 'function' && option.bound.length === 0 ? [option] : [],
  );
  return (
    functions.length > 0 &&
    functions.every((option) => {
      const parameter = parameterAt(option.node, index);
      return (
        parameter?.type === 'Identifier' && areReadersTold(evaluation, option.tree, parameter, requests, depth + 1)
      );
    })
  );
}

/** The name that an argument has in a function: `parts` of `(...parts)` holds all that are left. */
function parameterAt({ params }: FunctionNode, index: number): Node | undefined {
  const last = params.at(-1);
  return last?.type === 'RestElement' && index >= params.length - 1 ? last.argument : params[index];
}

function describe({ entity, from, to }: Identified, hole: HolePiece | null): string {
  const origin = hole === null ? null : toOrigin(hole);
  const label = origin === null ? (hole?.label ?? '') : sourceOf(origin.tree, origin.node);
  const value = label === '' || label.length > 60 || label.includes('\n') ? 'the value here' : `\`${label}\``;
  return `${value} must be the \`${to}\` of ${article(entity)} in v4, not its \`${from}\`; nothing in sight tells which it is`;
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

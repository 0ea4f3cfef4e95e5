import type { TSESTree } from '@typescript-eslint/types';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import {
  ancestorsOf,
  calleeName,
  contains,
  findVariable,
  isFunction,
  nameOfKey,
  nodeAround,
  sourceOf,
} from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { isLastOfRounds, isLoop } from '../../analysis/values/steps.js';
import type { Piece, Place, Text } from '../../http/text.js';
import type { Edit } from '../finding.js';
import type { Refusal } from './splice.js';

/**
 * A function or a loop that puts an address together piece by piece, `parts.reduce((url, part) => url + part)`, runs several
 * times for one request: what is written there would be in the address as often.
 *
 * @param text what the edits are made in, as it is before
 */
export function refuseRepeated(
  text: Text,
  edits: readonly Edit[],
  found: FoundRequest,
  evaluation: Evaluation,
): Refusal | null {
  if (found.document !== undefined) return null;
  const isRepeated = edits.some((edit) => {
    const tree = edit.file === found.tree.file ? found.tree : openTree(evaluation, edit.file);
    return tree !== null && isRepeatedIn(tree, edit, found, text);
  });
  return isRepeated
    ? { refusal: 'it would be written where the address is put together piece by piece, and so several times' }
    : null;
}

/** The functions and loops around an edit that none of the calls which lead to the request stands in. */
function scopesOf(tree: Tree, edit: Edit, { tree: own, node, chain }: FoundRequest): Node[] {
  const calls = [{ tree: own, node }, ...chain].flatMap((call) => (call.tree.file === tree.file ? [call.node] : []));
  const around = nodeAround(tree, edit);
  return [around, ...ancestorsOf(tree, around)].filter(
    (scope) =>
      (isFunction(scope) || isLoop(scope)) &&
      !isDoneOnce(scope, around) &&
      !calls.some((call) => contains(scope, call)),
  );
}

/** What a loop begins with, the list that it goes through, is no part of its rounds. */
function isDoneOnce(scope: Node, node: Node): boolean {
  if (scope.type === 'ForStatement') return scope.init !== null && contains(scope.init, node);
  return (scope.type === 'ForOfStatement' || scope.type === 'ForInStatement') && contains(scope.right, node);
}

function isRepeatedIn(tree: Tree, edit: Edit, found: FoundRequest, text: Text): boolean {
  const around = nodeAround(tree, edit);
  return scopesOf(tree, edit, found).some(
    (scope) =>
      runsAgain(scope, tree, text) || isJoined(tree, scope) || (isRound(tree, scope) && growsIn(tree, around, scope)),
  );
}

/** Whether a scope may run any number of times where it stands: a loop, `each` of `parts.forEach(each)`. */
function isRound(tree: Tree, scope: Node): boolean {
  const call = tree.parents.get(scope);
  const isGiven = call?.type === 'CallExpression' && call.callee !== scope;
  return isLoop(scope) || (isGiven && calleeName(call) !== 'then');
}

/** `Object.keys(query).map((key) => `${key}=${query[key]}`).join('&')`: what the function gives is a piece among any number of them. */
function isJoined(tree: Tree, scope: Node): boolean {
  const call = tree.parents.get(scope);
  if (call?.type !== 'CallExpression' || call.callee === scope || !/^(?:flatMap|map)$/.test(calleeName(call)))
    return false;
  const member = tree.parents.get(call);
  return member?.type === 'MemberExpression' && nameOfKey(member.property, member.computed) === 'join';
}

/** `url += part`, `url = url + part`, where the variable, or what holds the property, is from outside of the scope. */
function growsIn(tree: Tree, node: Node, scope: Node): boolean {
  return [node, ...ancestorsOf(tree, node)].some((each) => {
    if (each.type !== 'AssignmentExpression' || !contains(scope, each)) return false;
    const isOwn = each.left.type === 'Identifier' && isDeclaredIn(tree, each.left, scope);
    return !isOwn && !isLastOfRounds(tree, each) && (each.operator === '+=' || isReadIn(tree, each.left, each.right));
  });
}

/** Whether an expression reads a variable or a property; a text that has its name in it, `'https://gitlab.example.com'`, does not. */
function isReadIn(tree: Tree, target: Node, { range: [start, end] }: Node): boolean {
  const source = sourceOf(tree, target);
  const inside = ({ range: [from, to] }: Node): boolean => start <= from && to <= end;
  if (target.type === 'Identifier')
    return [...tree.references.keys()].some((name) => inside(name) && sourceOf(tree, name) === source);
  return tree.readings.some((each) => each.type === target.type && inside(each) && sourceOf(tree, each) === source);
}

function isDeclaredIn(tree: Tree, name: TSESTree.Identifier, scope: Node): boolean {
  return findVariable(tree, name)?.defs.some(({ node }) => contains(scope, node)) === true;
}

/** Whether a piece of the address stands for several parts of it, or nothing but what is given is put together. */
function runsAgain(scope: Node, tree: Tree, text: Text): boolean {
  const inside = text.filter((piece) => isInside(scope, tree, placeOf(piece)));
  const places = new Set(inside.map((piece) => placeOf(piece)?.start));
  return places.size < inside.length || (inside.length > 0 && inside.every(({ kind }) => kind === 'hole'));
}

function placeOf(piece: Piece): Place | null {
  return piece.kind === 'hole' ? piece.place : piece.source;
}

function isInside({ range: [start, end] }: Node, { file }: Tree, place: Place | null): boolean {
  return place?.file === file && start <= place.start && place.end <= end;
}

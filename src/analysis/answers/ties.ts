import type { TSESTree } from '@typescript-eslint/types';
import type { Entity } from '../../http/answers.js';
import { typeOf, typeOfParameter } from '../types/annotations.js';
import { declaredFunctions, declaredReturn } from '../types/declarations-beside.js';
import { resolveCallee } from '../values/calls.js';
import { returnsOf } from '../values/returns.js';
import { renewBudget } from '../budget.js';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isImportedFromBystander } from '../requests/bystanders.js';
import { inferAnswer, inferParameter } from '../responses.js';
import { isBodyName } from './answer.js';
import type { Answer } from './answer.js';
import { calleeName, nameOfKey, sourceOf, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree, TypingNode } from '../syntax/tree.js';
import { isTold, shapeOf, toType } from '../types/type-shapes.js';
import type { TypeAt, TypeShape } from '../types/type-shapes.js';
import { optionsOf } from '../value.js';

/** A type that the source gives to the body of an answer. */
export interface Tie {
  readonly shape: TypeShape;
  readonly answer: Answer;
}

/** A value from out of sight that the source takes for one of a type. */
export interface Fill {
  readonly tree: Tree;
  readonly node: Node;
}

/** Which types of a project describe answers. */
export interface Ties {
  readonly all: readonly Tie[];
  /** By the declaration's node. */
  readonly byDeclaration: ReadonlyMap<Node, readonly Tie[]>;
  readonly fills: ReadonlyMap<Node, readonly Fill[]>;
}

const memo = new WeakMap<Evaluation, Ties>();

/** The types that answers of requests are given by annotation, assertion or type argument; computed once. */
export function findTies(evaluation: Evaluation): Ties {
  const known = memo.get(evaluation);
  if (known !== undefined) return known;
  const uses = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : findUses(evaluation, tree);
  });
  const all = uses.flatMap((use) => toTie(evaluation, use) ?? []);
  const ties: Ties = { all, byDeclaration: groupTies(all), fills: groupFills(evaluation, uses) };
  memo.set(evaluation, ties);
  return ties;
}

/**
 * What the type of a value says of the answer that it is: less than where it came from would, since somebody may make a
 * value of the type by hand. Null if the type is nowhere given to an answer.
 */
export function answerOfType(evaluation: Evaluation, type: TypeAt): Answer | null {
  const { byDeclaration } = findTies(evaluation);
  if (byDeclaration.size === 0) return null;
  const shape = shapeOf(evaluation, type);
  const ties = shape.declarations.flatMap(({ node }) => byDeclaration.get(node) ?? []);
  const [first] = ties;
  const [declaration] = shape.declarations;
  if (first === undefined || declaration === undefined || shape.wrapped === 'kept') return null;
  const entities = new Set<Entity | null>(ties.map(({ answer }) => answer.entity));
  const [entity = null] = entities;
  return {
    entity: entities.size === 1 ? entity : null,
    list: shape.list,
    layer: shape.wrapped === 'answer' ? 'answer' : 'body',
    client: ties.find(({ answer }) => answer.client !== null)?.answer.client ?? null,
    requests: [...new Set(ties.flatMap(({ answer }) => answer.requests))],
    path: [],
    settled: shape.wrapped === null,
    type: declaration.node.id?.name ?? null,
  };
}

// Where a type meets a value

interface Use {
  readonly type: TypeAt;
  readonly tree: Tree;
  /** The value. */
  readonly node: Node;
  readonly answer: Answer | null;
  /** How the type is given: a type argument is always that of the body. */
  readonly by: 'annotation' | 'assertion' | 'argument';
}

function findUses(evaluation: Evaluation, tree: Tree): Use[] {
  const own = tree.typings.flatMap((node) => {
    renewBudget(evaluation, tree);
    return usesAt(evaluation, tree, node);
  });
  renewBudget(evaluation, tree);
  const declared = [...declaredFunctions(evaluation, tree).keys()].flatMap((node) =>
    usesOfReturned(evaluation, tree, node, declaredReturn(evaluation, tree, node)),
  );
  return [...own, ...declared];
}

function describes(evaluation: Evaluation, type: TypeAt | null): type is TypeAt {
  return type !== null && isTold(shapeOf(evaluation, type));
}

function usesAt(evaluation: Evaluation, tree: Tree, node: TypingNode): Use[] {
  const use = (type: TypeAt | null, value: Node, by: Use['by']): Use[] =>
    describes(evaluation, type) ? [{ type, tree, node: value, answer: inferAnswer(evaluation, tree, value), by }] : [];
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      return use({ tree, node: node.typeAnnotation }, node.expression, 'assertion');
    case 'VariableDeclarator':
      return node.init === null ? [] : use(toType(tree, node.id.typeAnnotation), node.init, 'annotation');
    case 'PropertyDefinition':
      return node.value === null ? [] : use(toType(tree, node.typeAnnotation), node.value, 'annotation');
    case 'AssignmentExpression':
      return node.operator === '=' ? use(typeOf(evaluation, tree, node.left), node.right, 'annotation') : [];
    case 'CallExpression':
      return [
        ...(node.typeArguments?.params ?? []).flatMap((type) => use({ tree, node: type }, node, 'argument')),
        ...usesOfArguments(evaluation, tree, node),
      ];
    default:
      return usesOfFunction(evaluation, tree, node);
  }
}

/** What a function is said to return, and what a callback is said to take. */
function usesOfFunction(evaluation: Evaluation, tree: Tree, node: FunctionNode): Use[] {
  const parameters = node.params.flatMap((parameter): Use[] => {
    const type = typeOfParameter(tree, node, parameter);
    if (!describes(evaluation, type)) return [];
    const answer = inferParameter(evaluation, tree, node, parameter);
    return answer === null ? [] : [{ type, tree, node: parameter, answer, by: 'annotation' }];
  });
  return [...usesOfReturned(evaluation, tree, node, toType(tree, node.returnType)), ...parameters];
}

function usesOfReturned(evaluation: Evaluation, tree: Tree, node: FunctionNode, type: TypeAt | null): Use[] {
  if (!describes(evaluation, type)) return [];
  return returnsOf(node).map((value): Use => {
    return { type, tree, node: value, answer: inferAnswer(evaluation, tree, value), by: 'annotation' };
  });
}

/** Answers that are handed to a function of the project, whose parameters have types. Most calls are of none. */
function usesOfArguments(evaluation: Evaluation, tree: Tree, node: TSESTree.CallExpression): Use[] {
  if (node.arguments.length === 0) return [];
  const isGiven = (value: Node): boolean => inferAnswer(evaluation, tree, value) !== null;
  if (isImportedFromBystander(evaluation, tree, node.callee) && !node.arguments.some(isGiven)) return [];
  return optionsOf(resolveCallee(evaluation, tree, node, null)).flatMap((option): Use[] => {
    if (option.kind !== 'function' || option.bound.length > 0) return [];
    return option.node.params.flatMap((parameter, index): Use[] => {
      const value = node.arguments[index];
      const type = value === undefined ? null : typeOfParameter(option.tree, option.node, parameter);
      if (value === undefined || !describes(evaluation, type)) return [];
      const answer = inferAnswer(evaluation, tree, value);
      return answer === null ? [] : [{ type, tree, node: value, answer, by: 'annotation' }];
    });
  });
}

// Ties

/**
 * Null if the type is not that of the body, or of an element of it. What gives one element after the other is told the
 * type of these: `for await (const issue of pages<Issue>(path))`.
 */
function toTie(evaluation: Evaluation, { type, answer, by }: Use): Tie | null {
  if (answer === null || answer.layer === 'headers' || answer.path.length > 0) return null;
  const shape = shapeOf(evaluation, type);
  if (by === 'argument' && answer.layer === 'body' && answer.list === true && !shape.list)
    return { shape, answer: { ...answer, list: false } };
  if (answer.layer === 'body' || by === 'argument' || shape.wrapped === 'answer') return toBodyTie(shape, answer);
  const body = shape.members.find(({ name }) => isBodyName(answer, name));
  return body?.type == null ? null : toBodyTie(shapeOf(evaluation, body.type), answer);
}

function toBodyTie(shape: TypeShape, answer: Answer): Tie | null {
  return answer.list !== null && answer.list !== shape.list ? null : { shape, answer };
}

function groupTies(ties: readonly Tie[]): Map<Node, Tie[]> {
  const result = new Map<Node, Tie[]>();
  for (const tie of ties) for (const node of namesOf(tie.shape)) result.set(node, [...(result.get(node) ?? []), tie]);
  return result;
}

/** What a type is called where it is given to an answer, without what that extends: the answer says nothing of other kinds of it. */
function namesOf({ declarations }: TypeShape): Node[] {
  const parents = new Set(declarations.flatMap(({ node }) => extendedBy(node, declarations)));
  return declarations.map(({ node }) => node).filter((node) => !parents.has(node));
}

function extendedBy(node: Node, declarations: TypeShape['declarations']): Node[] {
  const names =
    node.type === 'TSInterfaceDeclaration'
      ? node.extends.map(({ expression }) => expression)
      : (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') && node.superClass !== null
        ? [node.superClass]
        : [];
  const extended = new Set(names.map((name) => (name.type === 'Identifier' ? name.name : '')));
  return declarations.flatMap((other) => (extended.has(other.node.id?.name ?? '') ? [other.node] : []));
}

// What else fills a type

function groupFills(evaluation: Evaluation, uses: readonly Use[]): Map<Node, Fill[]> {
  const result = new Map<Node, Fill[]>();
  for (const use of uses) {
    if (!isFill(evaluation, use)) continue;
    for (const { node } of shapeOf(evaluation, use.type).declarations)
      result.set(node, [...(result.get(node) ?? []), { tree: use.tree, node: use.node }]);
  }
  return result;
}

/** Ways to take a value out of what is of the type already. */
const passing =
  /^(?:find|findLast|filter|map|flatMap|slice|concat|sort|reverse|shift|pop|at|reduce|assign|keys|values|entries|get|toSorted|toReversed|structuredClone|cloneDeep|clone)$/;

function isFill(evaluation: Evaluation, { tree, node, answer, by }: Use): boolean {
  if (answer !== null) return answer.client === null;
  const value = unwrap(node);
  if (by === 'argument') return isFetching(evaluation, tree, value);
  if (value.type === 'MemberExpression')
    return by === 'assertion' && /^(?:req|request|ctx|event)\b.*\bbody\b/.test(sourceOf(tree, value));
  if (value.type !== 'CallExpression' || typeOf(evaluation, tree, value) !== null) return false;
  if (value.typeArguments != null) return false;
  const name = calleeName(value);
  if (name === 'parse' || name === 'json' || name === 'require') return true;
  if (passing.test(name) || isOwnFunction(evaluation, tree, value)) return false;
  return by === 'assertion' || node.type === 'AwaitExpression';
}

function isOwnFunction(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression): boolean {
  return optionsOf(resolveCallee(evaluation, tree, call, null)).some(({ kind }) => kind === 'function');
}

/** `cache.get<Project>('key')`: a call that is told what to bring, not one that is given what to hold. */
function isFetching(evaluation: Evaluation, tree: Tree, call: Node): boolean {
  if (call.type !== 'CallExpression' || isOwnFunction(evaluation, tree, call)) return false;
  const [first] = call.arguments;
  return first !== undefined && (first.type === 'TemplateLiteral' || nameOfKey(first, true) !== null);
}

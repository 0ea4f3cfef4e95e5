import type { TSESTree } from '@typescript-eslint/types';
import type { Evaluation } from '../evaluate.js';
import { findDeclarations } from './type-declarations.js';
import type { TypeDeclaration } from './type-declarations.js';
import { nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/** A type as it is written somewhere. */
export interface TypeAt {
  readonly tree: Tree;
  readonly node: TSESTree.TypeNode;
}

/** A property that a type declares. */
export interface TypeMember {
  readonly tree: Tree;
  readonly node: TSESTree.TSPropertySignature | TSESTree.PropertyDefinition | TSESTree.TSParameterProperty;
  readonly key: Node;
  readonly name: string;
  readonly type: TypeAt | null;
  /** What declares it: `Issue`; null for a type without a name. */
  readonly owner: string | null;
}

/** What a type says of its values. */
export interface TypeShape {
  /** The project's types that a value is by name, those that these extend included. */
  readonly declarations: readonly TypeDeclaration[];
  readonly members: readonly TypeMember[];
  /** A list of them. */
  readonly list: boolean;
  /** Not the value itself: a promise or a stream of it, something that keeps it as its `value`, or a library's answer that has it as its body. */
  readonly wrapped: 'later' | 'kept' | 'answer' | null;
  /** Names that are declared out of sight. */
  readonly missing: readonly string[];
}

const nothing: TypeShape = { declarations: [], members: [], list: false, wrapped: null, missing: [] };

const lists = new Set(['Array', 'ReadonlyArray', 'Set', 'Iterable', 'AsyncIterable']);
const later = new Set([
  'Promise',
  'PromiseLike',
  'Bluebird',
  'Observable',
  'Subject',
  'BehaviorSubject',
  'ReplaySubject',
]);
const kept = new Set(['Ref', 'ShallowRef', 'ComputedRef', 'MaybeRef', 'MutableRefObject', 'RefObject']);
const answers = new Set(['AxiosResponse', 'HttpResponse', 'Response', 'FetchResponse', 'KyResponse', 'AxiosPromise']);
/** Types of TypeScript's own, and their usual companions, that have the members of their first argument, or some of them. */
const like = new Set([
  'Partial',
  'Required',
  'Readonly',
  'Pick',
  'Omit',
  'NonNullable',
  'Awaited',
  'DeepPartial',
  'Mutable',
]);

const deepest = 10;

/** What a type says of its values, as far as the project declares it. */
export function shapeOf(evaluation: Evaluation, type: TypeAt, depth = 0): TypeShape {
  if (depth > deepest) return nothing;
  const at = (node: TSESTree.TypeNode): TypeShape => shapeOf(evaluation, { tree: type.tree, node }, depth + 1);
  const { node } = type;
  switch (node.type) {
    case 'TSArrayType':
      return toList(at(node.elementType));
    case 'TSTypeOperator':
      return node.typeAnnotation === undefined ? nothing : at(node.typeAnnotation);
    case 'TSUnionType':
      return joinUnion(node.types.filter((each) => !isEmpty(each)).map(at));
    case 'TSIntersectionType':
      return join(node.types.map(at));
    case 'TSTypeLiteral':
      return { ...nothing, members: membersOf(type.tree, node.members, null) };
    case 'TSTypeReference':
      return shapeOfReference(evaluation, type.tree, node, depth);
    case 'TSIndexedAccessType':
      return shapeOfPart(evaluation, type.tree, node, depth);
    default:
      return nothing;
  }
}

function isEmpty({ type }: TSESTree.TypeNode): boolean {
  return type === 'TSNullKeyword' || type === 'TSUndefinedKeyword' || type === 'TSVoidKeyword';
}

function toList(shape: TypeShape): TypeShape {
  return shape.list || shape.wrapped !== null ? nothing : { ...shape, list: true };
}

/** Of alternatives only what they agree on is sure; only one of them may say anything. */
function joinUnion(shapes: readonly TypeShape[]): TypeShape {
  const [only, ...others] = shapes;
  return only !== undefined && others.length === 0 ? only : nothing;
}

function join(shapes: readonly TypeShape[]): TypeShape {
  return {
    declarations: shapes.flatMap(({ declarations }) => declarations),
    members: shapes.flatMap(({ members }) => members),
    list: false,
    wrapped: null,
    missing: shapes.flatMap(({ missing }) => missing),
  };
}

function shapeOfReference(
  evaluation: Evaluation,
  tree: Tree,
  { typeName, typeArguments }: TSESTree.TSTypeReference,
  depth: number,
): TypeShape {
  const [argument] = typeArguments?.params ?? [];
  const inner = argument === undefined ? nothing : shapeOf(evaluation, { tree, node: argument }, depth + 1);
  const name = lastName(typeName);
  const declarations = findDeclarations(evaluation, tree, typeName);
  if (declarations !== null && declarations.length > 0) return shapeOfDeclarations(evaluation, declarations, depth);
  if (lists.has(name)) return toList(inner);
  if (like.has(name)) return inner;
  if (later.has(name)) return wrap(inner, 'later');
  if (kept.has(name)) return wrap(inner, 'kept');
  if (answers.has(name)) return wrap(inner, 'answer');
  return declarations === null ? { ...nothing, missing: [name] } : nothing;
}

/** `Routes['project']['response']`, `Projects[number]`. Which part a parameter of the type stands for, only its users say. */
function shapeOfPart(evaluation: Evaluation, tree: Tree, node: TSESTree.TSIndexedAccessType, depth: number): TypeShape {
  const whole = shapeOf(evaluation, { tree, node: node.objectType }, depth + 1);
  if (whole.list) return isNumber(node.indexType) ? { ...whole, list: false } : nothing;
  const [name, ...others] = namesOf(node.indexType) ?? [];
  if (name === undefined || others.length > 0)
    return isTold(whole) ? { ...nothing, missing: [sourceOf(tree, node)] } : nothing;
  const member = memberOf(whole, name);
  if (member === null) return { ...nothing, missing: whole.missing };
  return member.type === null ? nothing : shapeOf(evaluation, member.type, depth + 1);
}

function isNumber(index: TSESTree.TypeNode): boolean {
  return (
    index.type === 'TSNumberKeyword' ||
    (index.type === 'TSLiteralType' && /^\d+$/.test(nameOfKey(index.literal, true) ?? ''))
  );
}

/** Whether a type says what it describes. One of values of no members is the most frequent, and does not. */
export function isTold({ declarations, members, missing }: TypeShape): boolean {
  return declarations.length + members.length + missing.length > 0;
}

/** Whether a type is made of another one without a member of it: `Pick<Issue, 'id'>` has no `iid`. */
export function leavesOut(evaluation: Evaluation, { tree, node }: TypeAt, name: string, depth = 0): boolean {
  if (node.type !== 'TSTypeReference' || depth > deepest) return false;
  const declarations = findDeclarations(evaluation, tree, node.typeName) ?? [];
  const aliases = declarations.flatMap((each) =>
    each.node.type === 'TSTypeAliasDeclaration' ? [{ tree: each.tree, node: each.node.typeAnnotation }] : [],
  );
  if (declarations.length > 0) return aliases.some((alias) => leavesOut(evaluation, alias, name, depth + 1));
  const [inner, keys] = node.typeArguments?.params ?? [];
  const word = lastName(node.typeName);
  const named = keys === undefined ? null : namesOf(keys);
  if (named !== null && (word === 'Pick' ? !named.includes(name) : word === 'Omit' && named.includes(name)))
    return true;
  return inner !== undefined && like.has(word) && leavesOut(evaluation, { tree, node: inner }, name, depth + 1);
}

/** The names that a type of texts is made of; null if it is another one. */
function namesOf(type: TSESTree.TypeNode): readonly string[] | null {
  const names = (type.type === 'TSUnionType' ? type.types : [type]).map((each) =>
    each.type === 'TSLiteralType' ? nameOfKey(each.literal, true) : null,
  );
  return names.every((name) => name !== null) ? names : null;
}

/** Of a promise of a library's answer the answer counts. */
function wrap(shape: TypeShape, wrapped: TypeShape['wrapped']): TypeShape {
  return { ...shape, wrapped: shape.wrapped ?? wrapped };
}

function lastName(name: TSESTree.EntityName): string {
  if (name.type === 'Identifier') return name.name;
  return name.type === 'TSQualifiedName' ? name.right.name : '';
}

function shapeOfDeclarations(
  evaluation: Evaluation,
  declarations: readonly TypeDeclaration[],
  depth: number,
): TypeShape {
  const shapes = declarations.map((declaration) => shapeOfDeclaration(evaluation, declaration, depth + 1));
  const [only, ...others] = shapes;
  return only !== undefined && others.length === 0 ? only : join(shapes);
}

function shapeOfDeclaration(evaluation: Evaluation, declaration: TypeDeclaration, depth: number): TypeShape {
  const { tree, node } = declaration;
  if (node.type === 'TSTypeAliasDeclaration') {
    const shape = shapeOf(evaluation, { tree, node: node.typeAnnotation }, depth);
    const named = withOwner(shape, tree, node.id.name);
    return shape.list || shape.wrapped !== null
      ? named
      : { ...named, declarations: [declaration, ...shape.declarations] };
  }
  const own = membersOf(tree, node.body.body, node.id?.name ?? null);
  const parents = parentsOf(node).map((name) => {
    const found = findDeclarations(evaluation, tree, name);
    if (found === null) return { ...nothing, missing: [lastName(name)] };
    return depth > deepest ? nothing : shapeOfDeclarations(evaluation, found, depth);
  });
  const inherited = join(parents);
  return {
    ...inherited,
    declarations: [declaration, ...inherited.declarations],
    members: [...own, ...inherited.members.filter(({ name }) => !own.some((member) => member.name === name))],
  };
}

/** Members of a type without a name of its own belong to the alias that names it. */
function withOwner(shape: TypeShape, tree: Tree, owner: string): TypeShape {
  const members = shape.members.map((member) =>
    member.owner === null && member.tree === tree ? { ...member, owner } : member,
  );
  return { ...shape, members };
}

function parentsOf(node: Exclude<TypeDeclaration['node'], TSESTree.TSTypeAliasDeclaration>): TSESTree.EntityName[] {
  const expressions =
    node.type === 'TSInterfaceDeclaration'
      ? node.extends.map(({ expression }) => expression)
      : node.superClass === null
        ? []
        : [node.superClass];
  return expressions.filter((expression) => expression.type === 'Identifier');
}

function membersOf(
  tree: Tree,
  elements: readonly (TSESTree.TypeElement | TSESTree.ClassElement)[],
  owner: string | null,
): TypeMember[] {
  return elements.flatMap((element): TypeMember[] => {
    if (element.type === 'MethodDefinition' && element.kind === 'constructor')
      return element.value.params.flatMap((parameter) => toParameterMember(tree, parameter, owner));
    if (element.type !== 'TSPropertySignature' && element.type !== 'PropertyDefinition') return [];
    const name = nameOfKey(element.key, element.computed);
    const type = toType(tree, element.typeAnnotation);
    return name === null || element.static ? [] : [{ tree, node: element, key: element.key, name, type, owner }];
  });
}

/** `constructor(readonly builds_enabled: boolean)`. */
function toParameterMember(tree: Tree, node: TSESTree.Parameter, owner: string | null): TypeMember[] {
  if (node.type !== 'TSParameterProperty') return [];
  const { parameter } = node;
  const key = parameter.type === 'Identifier' ? parameter : parameter.left;
  return [{ tree, node, key, name: key.name, type: toType(tree, key.typeAnnotation), owner }];
}

export function toType(tree: Tree, annotation: TSESTree.TSTypeAnnotation | null | undefined): TypeAt | null {
  return annotation == null ? null : { tree, node: annotation.typeAnnotation };
}

/** The member of a name; null if the type has none that is in sight. */
export function memberOf({ members }: TypeShape, name: string): TypeMember | null {
  return members.find((member) => member.name === name) ?? null;
}

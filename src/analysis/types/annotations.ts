import type { TSESTree } from '@typescript-eslint/types';
import { resolveCallee } from '../values/calls.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, calleeName, contains, findVariable, isClass, isFunction, nameOfKey } from '../syntax/tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from '../syntax/tree.js';
import { declaredReturn } from './declarations-beside.js';
import { memberOf, shapeOf, toType } from './type-shapes.js';
import type { TypeAt } from './type-shapes.js';
import { optionsOf } from '../value.js';

const deepest = 8;

/** The type that the source says an expression has, by an annotation or an assertion; null if it says none. */
export function typeOf(evaluation: Evaluation, tree: Tree, node: Node, depth = 0): TypeAt | null {
  if (depth > deepest) return null;
  switch (node.type) {
    case 'AwaitExpression':
      return typeOf(evaluation, tree, node.argument, depth + 1);
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return typeOf(evaluation, tree, node.expression, depth + 1);
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      return { tree, node: node.typeAnnotation };
    case 'Identifier':
      return typeOfVariable(evaluation, tree, node, depth + 1);
    case 'MemberExpression':
      return typeOfMember(evaluation, tree, node, depth + 1);
    case 'CallExpression':
      return typeOfCall(evaluation, tree, node);
    default:
      return null;
  }
}

/** What a function's parameter is said to be: by its own annotation, or as the properties of a component. */
export function typeOfParameter(tree: Tree, owner: FunctionNode, parameter: Node): TypeAt | null {
  return (
    annotationOf(tree, patternOf(parameter)) ?? (owner.params[0] === parameter ? typeOfProperties(tree, owner) : null)
  );
}

function annotationOf(tree: Tree, pattern: Node): TypeAt | null {
  return pattern.type === 'Identifier' || pattern.type === 'ObjectPattern' || pattern.type === 'ArrayPattern'
    ? toType(tree, pattern.typeAnnotation)
    : null;
}

/** The type of what a destructuring pattern takes apart. */
export function typeOfPattern(evaluation: Evaluation, tree: Tree, pattern: Node): TypeAt | null {
  for (const ancestor of ancestorsOf(tree, pattern)) {
    if (ancestor.type === 'VariableDeclarator')
      return descend(evaluation, toType(tree, ancestor.id.typeAnnotation), ancestor.id, pattern);
    if (!isFunction(ancestor)) continue;
    const parameter = ancestor.params.find((candidate) => contains(candidate, pattern));
    const type = parameter === undefined ? null : typeOfParameter(tree, ancestor, parameter);
    return parameter === undefined ? null : descend(evaluation, type, patternOf(parameter), pattern);
  }
  return null;
}

function patternOf(parameter: Node): Node {
  if (parameter.type === 'TSParameterProperty') return patternOf(parameter.parameter);
  return parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
}

/** `const Row: React.FC<Props> = (props) => …`. */
function typeOfProperties(tree: Tree, owner: FunctionNode): TypeAt | null {
  const parent = tree.parents.get(owner);
  const type = parent?.type === 'VariableDeclarator' ? toType(tree, parent.id.typeAnnotation)?.node : undefined;
  if (type?.type !== 'TSTypeReference') return null;
  const { typeName } = type;
  const name = typeName.type === 'TSQualifiedName' ? typeName.right.name : sourceName(typeName);
  const [properties] = type.typeArguments?.params ?? [];
  return /^(?:FC|VFC|FunctionComponent|NextPage)$/.test(name) && properties !== undefined
    ? { tree, node: properties }
    : null;
}

function sourceName(name: TSESTree.EntityName): string {
  return name.type === 'Identifier' ? name.name : '';
}

function typeOfVariable(
  evaluation: Evaluation,
  tree: Tree,
  identifier: TSESTree.Identifier,
  depth: number,
): TypeAt | null {
  const [definition] = findVariable(tree, identifier)?.defs ?? [];
  const home = definition?.node as Node | undefined;
  const name = definition?.name as Node | undefined;
  if (home === undefined || name === undefined) return null;
  if (isFunction(home)) {
    const parameter = home.params.find((candidate) => contains(candidate, name));
    const type = parameter === undefined ? null : typeOfParameter(tree, home, parameter);
    return parameter === undefined ? null : descend(evaluation, type, patternOf(parameter), name);
  }
  if (home.type !== 'VariableDeclarator') return null;
  const declared =
    toType(tree, home.id.typeAnnotation) ?? (home.init === null ? null : typeOf(evaluation, tree, home.init, depth));
  return descend(evaluation, declared, home.id, name);
}

/** The type of what `name` takes out of a value of a type by a pattern. */
function descend(evaluation: Evaluation, type: TypeAt | null, pattern: Node, name: Node): TypeAt | null {
  if (type === null || pattern === name) return type;
  if (pattern.type === 'AssignmentPattern') return descend(evaluation, type, pattern.left, name);
  if (pattern.type !== 'ObjectPattern') return null;
  const property = pattern.properties.find((candidate) => contains(candidate, name));
  const key = property?.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
  if (property?.type !== 'Property' || key === null) return null;
  return descend(evaluation, memberOf(shapeOf(evaluation, type), key)?.type ?? null, property.value, name);
}

function typeOfMember(
  evaluation: Evaluation,
  tree: Tree,
  { object, property, computed }: TSESTree.MemberExpression,
  depth: number,
): TypeAt | null {
  const name = nameOfKey(property, computed);
  if (name === null) return null;
  if (object.type === 'ThisExpression') return typeOfOwnMember(tree, object, name);
  const type = typeOf(evaluation, tree, object, depth);
  if (type === null) return null;
  const shape = shapeOf(evaluation, type);
  if (shape.wrapped === 'kept') return name === 'value' || name === 'current' ? argumentOf(type) : null;
  return shape.list || shape.wrapped !== null ? null : (memberOf(shape, name)?.type ?? null);
}

function argumentOf({ tree, node }: TypeAt): TypeAt | null {
  const [argument] = node.type === 'TSTypeReference' ? (node.typeArguments?.params ?? []) : [];
  return argument === undefined ? null : { tree, node: argument };
}

/** `this.issue`, of the class around. */
function typeOfOwnMember(tree: Tree, self: Node, name: string): TypeAt | null {
  const home = [...ancestorsOf(tree, self)].find((node): node is ClassNode => isClass(node));
  for (const element of home?.body.body ?? []) {
    if (element.type === 'PropertyDefinition' && nameOfKey(element.key, element.computed) === name)
      return toType(tree, element.typeAnnotation);
    if (element.type !== 'MethodDefinition') continue;
    if (element.kind === 'get' && nameOfKey(element.key, element.computed) === name)
      return toType(tree, element.value.returnType);
    const parameter = element.kind === 'constructor' ? findParameterProperty(element.value.params, name) : null;
    if (parameter !== null) return toType(tree, parameter.typeAnnotation);
  }
  return null;
}

function findParameterProperty(parameters: readonly TSESTree.Parameter[], name: string): TSESTree.Identifier | null {
  for (const parameter of parameters) {
    const pattern = parameter.type === 'TSParameterProperty' ? patternOf(parameter) : null;
    if (pattern?.type === 'Identifier' && pattern.name === name) return pattern;
  }
  return null;
}

/** Calls that give back a value of their type argument: `defineProps<Props>()`. */
const givers = /^(?:defineProps|inject|useContext|toRaw|input)$/;

function typeOfCall(evaluation: Evaluation, tree: Tree, node: TSESTree.CallExpression): TypeAt | null {
  const [argument] = node.typeArguments?.params ?? [];
  const name = calleeName(node);
  if (argument !== undefined && givers.test(name)) return { tree, node: argument };
  if (name === 'withDefaults' && node.arguments[0]?.type === 'CallExpression')
    return typeOfCall(evaluation, tree, node.arguments[0]);
  const types = optionsOf(resolveCallee(evaluation, tree, node, null)).map((option) =>
    option.kind === 'function'
      ? (toType(option.tree, option.node.returnType) ?? declaredReturn(evaluation, option.tree, option.node))
      : null,
  );
  const [only, ...others] = types;
  return only !== undefined && others.length === 0 ? only : null;
}

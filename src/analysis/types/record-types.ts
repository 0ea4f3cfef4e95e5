import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { typeOf, typeOfParameter } from './annotations.js';
import { declaredParameter } from './declarations-beside.js';
import { resolveCallee } from '../values/calls.js';
import { renewBudget } from '../budget.js';
import type { Evaluation } from '../evaluate.js';
import { enclosingFunction, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { memberOf, shapeOf, toType } from './type-shapes.js';
import type { TypeAt } from './type-shapes.js';
import { optionsOf } from '../value.js';

// Records whose type the project declares

/** A property that a type of the project declares, or does not declare and has to. */
export interface TypedName {
  readonly name: string;
  readonly isDeclared: boolean;
  /** Null for a type without a name. */
  readonly type: string | null;
}

/**
 * The property of a record that an edit renames, removes or adds, where the record is of a type that the project declares:
 * the record would not be of the type any more. Null if there is none.
 */
export function findTypedName(
  evaluation: Evaluation,
  tree: Tree,
  edit: Place & { readonly text: string },
): TypedName | null {
  renewBudget(evaluation, tree);
  const record = tree.records.findLast(({ range }) => range[0] < edit.start && edit.end < range[1]);
  const property = record?.properties.find(({ range }) => range[0] <= edit.start && edit.start < range[1]);
  if (property?.type === 'Property' && isInValue(property, edit)) return null;
  const type = record === undefined ? typeOfAssigned(evaluation, tree, edit) : typeOfRecord(evaluation, tree, record);
  if (type === null) return null;
  const shape = shapeOf(evaluation, type);
  const written = /[\w$]+/.exec(edit.text)?.[0] ?? null;
  const old = property?.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
  const declared = old === null ? null : memberOf(shape, old);
  if (declared !== null) return { name: declared.name, isDeclared: true, type: declared.owner };
  if (written === null || shape.members.length === 0 || memberOf(shape, written) !== null) return null;
  return { name: written, isDeclared: false, type: shape.members[0]?.owner ?? null };
}

function isInValue({ key, value, shorthand }: TSESTree.Property, { start, end }: Place): boolean {
  return !shorthand && key.range[1] <= start && value.range[0] <= start && end <= value.range[1];
}

/** `body.branch_name = name`. */
function typeOfAssigned(evaluation: Evaluation, tree: Tree, { start, end }: Place): TypeAt | null {
  const assignment = tree.assignments.find(
    ({ left }) => left.type === 'MemberExpression' && left.property.range[0] <= start && end <= left.property.range[1],
  );
  const left = assignment?.left;
  return left?.type === 'MemberExpression' ? typeOf(evaluation, tree, left.object) : null;
}

/** What the place where a record stands says that it is: a declaration, an assertion, a parameter, a function's result. */
function typeOfRecord(evaluation: Evaluation, tree: Tree, record: Node): TypeAt | null {
  const parent = tree.parents.get(record);
  switch (parent?.type) {
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      return { tree, node: parent.typeAnnotation };
    case 'VariableDeclarator':
      return toType(tree, parent.id.typeAnnotation);
    case 'PropertyDefinition':
      return toType(tree, parent.typeAnnotation);
    case 'AssignmentPattern':
      return toType(tree, parent.left.typeAnnotation);
    case 'AssignmentExpression':
      return typeOf(evaluation, tree, parent.left);
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
      return toType(tree, enclosingFunction(tree, record)?.returnType);
    case 'Property':
      return typeOfProperty(evaluation, tree, parent);
    case 'CallExpression':
    case 'NewExpression':
      return typeOfArgument(evaluation, tree, parent, record);
    default:
      return null;
  }
}

function typeOfProperty(evaluation: Evaluation, tree: Tree, property: TSESTree.Property): TypeAt | null {
  const outer = tree.parents.get(property);
  const name = nameOfKey(property.key, property.computed);
  const type = outer === undefined || name === null ? null : typeOfRecord(evaluation, tree, outer);
  return type === null || name === null ? null : (memberOf(shapeOf(evaluation, type), name)?.type ?? null);
}

/** What a function of the project takes in that place. */
function typeOfArgument(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  argument: Node,
): TypeAt | null {
  const index = call.arguments.findIndex((candidate) => candidate === argument);
  for (const option of optionsOf(resolveCallee(evaluation, tree, call, null))) {
    if (option.kind !== 'function') continue;
    const at = index + option.bound.length;
    const parameter = option.node.params[at];
    const own = parameter === undefined ? null : typeOfParameter(option.tree, option.node, parameter);
    const type = own ?? declaredParameter(evaluation, option.tree, option.node, at);
    if (type !== null) return type;
  }
  return null;
}

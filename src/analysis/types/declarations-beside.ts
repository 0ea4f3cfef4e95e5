import type { TSESTree } from '@typescript-eslint/types';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { readExport } from '../modules.js';
import { nameOfKey } from '../syntax/tree.js';
import type { FunctionNode, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Value } from '../value.js';
import { toType } from './type-shapes.js';
import type { TypeAt } from './type-shapes.js';

// Types that a file of declarations, `client.d.ts`, gives to the module of JavaScript beside it

/** What is declared of a function: https://www.typescriptlang.org/docs/handbook/declaration-files/templates/module-d-ts.html */
interface Declared {
  readonly tree: Tree;
  readonly node: Signature;
}

type Signature =
  | TSESTree.TSDeclareFunction
  | TSESTree.TSFunctionType
  | TSESTree.TSEmptyBodyFunctionExpression
  | TSESTree.FunctionDeclaration
  | TSESTree.FunctionExpression;

type DeclaredFunctions = ReadonlyMap<FunctionNode, Declared>;

const none: DeclaredFunctions = new Map();
const known = new WeakMap<Evaluation, Map<string, DeclaredFunctions>>();

/** The declarations beside a module of JavaScript; null if there are none, or the file has types of its own. */
export function openDeclarations(evaluation: Evaluation, file: string): Tree | null {
  const [, name, sign = ''] = /([^/]+)\.([cm]?)jsx?$/.exec(file) ?? [];
  if (name === undefined) return null;
  const beside = evaluation.project.resolve(file, `./${name}.d.${sign}ts`);
  return beside === null || !/\.d\.[cm]?ts$/.test(beside) ? null : openTree(evaluation, beside);
}

/** What the declarations beside a module say that a parameter of its function is. */
export function declaredParameter(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  index: number,
): TypeAt | null {
  const declared = declaredFunctions(evaluation, tree).get(owner);
  const parameter = declared?.node.params[index];
  return declared !== undefined && parameter?.type === 'Identifier'
    ? toType(declared.tree, parameter.typeAnnotation)
    : null;
}

/** What they say that it returns. */
export function declaredReturn(evaluation: Evaluation, tree: Tree, owner: FunctionNode): TypeAt | null {
  const declared = declaredFunctions(evaluation, tree).get(owner);
  return declared === undefined ? null : toType(declared.tree, declared.node.returnType);
}

/** The functions of a module that declarations beside it speak of. */
export function declaredFunctions(evaluation: Evaluation, tree: Tree): DeclaredFunctions {
  const own = known.get(evaluation) ?? new Map<string, DeclaredFunctions>();
  known.set(evaluation, own);
  const before = own.get(tree.file);
  if (before !== undefined) return before;
  own.set(tree.file, none);
  const declarations = openDeclarations(evaluation, tree.file);
  const found = declarations === null ? none : readDeclarations(evaluation, tree, declarations);
  own.set(tree.file, found);
  return found;
}

function readDeclarations(evaluation: Evaluation, module: Tree, tree: Tree): DeclaredFunctions {
  const pairs = tree.program.body.flatMap((statement) => {
    const declaration = 'declaration' in statement ? statement.declaration : statement;
    return declaration === null ? [] : signaturesIn(declaration);
  });
  return new Map(
    pairs.flatMap(({ name, member, node }) =>
      functionsNamed(readExport(evaluation, module, name), member).map((each) => [each, { tree, node }] as const),
    ),
  );
}

interface Named {
  readonly name: string;
  /** The method of a class. */
  readonly member: string | null;
  readonly node: Signature;
}

function signaturesIn(declaration: TSESTree.Node): Named[] {
  switch (declaration.type) {
    case 'TSDeclareFunction':
    case 'FunctionDeclaration':
      return declaration.id === null ? [] : [{ name: declaration.id.name, member: null, node: declaration }];
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }): Named[] => {
        const type = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : undefined;
        return id.type === 'Identifier' && type?.type === 'TSFunctionType'
          ? [{ name: id.name, member: null, node: type }]
          : [];
      });
    case 'ClassDeclaration':
      return declaration.body.body.flatMap((element): Named[] => {
        const member = element.type === 'MethodDefinition' ? nameOfKey(element.key, element.computed) : null;
        return element.type === 'MethodDefinition' && member !== null && declaration.id !== null
          ? [{ name: declaration.id.name, member, node: element.value }]
          : [];
      });
    default:
      return [];
  }
}

function functionsNamed(value: Value | null, member: string | null): FunctionNode[] {
  if (value === null) return [];
  return optionsOf(value).flatMap((option): FunctionNode[] => {
    if (option.kind === 'function') return member === null ? [option.node] : [];
    if (option.kind !== 'class' || member === null || !('body' in option.node) || option.node.body.type !== 'ClassBody')
      return [];
    return option.node.body.body.flatMap((element) =>
      element.type === 'MethodDefinition' &&
      nameOfKey(element.key, element.computed) === member &&
      element.value.type === 'FunctionExpression'
        ? [element.value]
        : [],
    );
  });
}

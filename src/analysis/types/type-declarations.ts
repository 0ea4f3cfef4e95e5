import type { TSESTree } from '@typescript-eslint/types';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { openDeclarations } from './declarations-beside.js';
import { findVariable, isClass } from '../syntax/tree.js';
import type { ClassNode, Node, Tree } from '../syntax/tree.js';

/** What gives a type its name. */
export interface TypeDeclaration {
  readonly tree: Tree;
  readonly node: TSESTree.TSInterfaceDeclaration | TSESTree.TSTypeAliasDeclaration | ClassNode;
}

/** Types of the language and of its platforms. Whatever else no file declares or imports is declared for all files, out of sight. */
const builtIn = new Set(
  (
    'Array ReadonlyArray Set ReadonlySet WeakSet Map ReadonlyMap WeakMap Iterable AsyncIterable Iterator AsyncIterator ' +
    'Generator AsyncGenerator IterableIterator Promise PromiseLike Partial Required Readonly Pick Omit Record Exclude ' +
    'Extract NonNullable Awaited ReturnType InstanceType Parameters ThisType Object Function String Number Boolean ' +
    'Symbol Date RegExp Error JSON Response Request Headers Blob Buffer File FormData URL URLSearchParams ArrayBuffer ' +
    'Uint8Array Event Element HTMLElement Document NodeJS Ref JQuery XMLHttpRequest'
  ).split(' '),
);

const deepest = 8;

/**
 * The declarations that a type's name means, of whatever file of the project; several where an interface is declared
 * in parts. Null if it is declared out of sight: in a package, or in a file that is not there.
 */
export function findDeclarations(
  evaluation: Evaluation,
  tree: Tree,
  name: TSESTree.EntityName,
): readonly TypeDeclaration[] | null {
  if (name.type === 'ThisExpression') return [];
  if (name.type === 'TSQualifiedName') return findQualified(evaluation, tree, name);
  const variable = findVariable(tree, name);
  if (variable === null) return builtIn.has(name.name) ? [] : null;
  const [definition] = variable.defs;
  if ((definition?.type as string | undefined) === 'ImportBinding')
    return followImport(evaluation, tree, definition?.node as Node, definition?.parent as Node | undefined);
  return variable.defs.flatMap(({ node }) => toDeclaration(tree, node as Node));
}

/** The declarations that a file exports under a name; null if they are out of sight. */
function findExportedTypes(
  evaluation: Evaluation,
  file: string | null,
  name: string,
  depth = 0,
): readonly TypeDeclaration[] | null {
  if (file === null || depth > deepest) return null;
  const tree = openDeclarations(evaluation, file) ?? openTree(evaluation, file);
  if (tree === null) return null;
  const own = tree.program.body.flatMap((statement) => exportedBy(tree, statement, name));
  if (own.length > 0) return own;
  for (const statement of tree.program.body) {
    const found = followExport(evaluation, tree, statement, name, depth + 1);
    if (found !== null && found.length > 0) return found;
  }
  return [];
}

function toDeclaration(tree: Tree, node: Node): TypeDeclaration[] {
  return node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration' || isClass(node)
    ? [{ tree, node }]
    : [];
}

/** `GitLab.Issue`, of `import * as GitLab` or of a namespace. */
function findQualified(
  evaluation: Evaluation,
  tree: Tree,
  { left, right }: TSESTree.TSQualifiedName,
): readonly TypeDeclaration[] | null {
  const definitions = left.type === 'Identifier' ? (findVariable(tree, left)?.defs ?? []) : [];
  const specifier = definitions[0]?.node as Node | undefined;
  const parent = definitions[0]?.parent as Node | null | undefined;
  if (parent?.type !== 'ImportDeclaration')
    return definitions.flatMap(({ node }) => declaredIn(tree, node as Node, right.name));
  const file = evaluation.project.resolve(tree.file, parent.source.value);
  if (specifier?.type !== 'ImportSpecifier') return findExportedTypes(evaluation, file, right.name);
  const home = file === null ? null : (openDeclarations(evaluation, file) ?? openTree(evaluation, file));
  return home === null
    ? null
    : home.program.body.flatMap((statement) =>
        statement.type === 'ExportNamedDeclaration' && isNamespace(statement.declaration, nameOf(specifier.imported))
          ? declaredIn(home, statement.declaration, right.name)
          : [],
      );
}

function isNamespace(node: Node | null, name: string): node is TSESTree.TSModuleDeclaration {
  return node?.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' && node.id.name === name;
}

/** What a namespace declares under a name; nothing of other nodes. */
function declaredIn(tree: Tree, node: Node, name: string): TypeDeclaration[] {
  if (node.type !== 'TSModuleDeclaration') return [];
  return (node.body?.body ?? []).flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    const found = declared === null ? [] : toDeclaration(tree, declared);
    return found.filter((each) => each.node.id?.name === name);
  });
}

function followImport(
  evaluation: Evaluation,
  tree: Tree,
  specifier: Node,
  declaration: Node | undefined,
): readonly TypeDeclaration[] | null {
  if (declaration?.type !== 'ImportDeclaration') return null;
  const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
  return findExportedTypes(evaluation, evaluation.project.resolve(tree.file, declaration.source.value), name);
}

function nameOf(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

/** What a statement exports under a name by declaring it. */
function exportedBy(tree: Tree, statement: TSESTree.ProgramStatement, name: string): TypeDeclaration[] {
  if (statement.type === 'ExportDefaultDeclaration')
    return name === 'default' ? toDeclaration(tree, statement.declaration) : [];
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return [];
  return toDeclaration(tree, statement.declaration).filter(({ node }) => node.id?.name === name);
}

/** `export { Issue } from`, `export { Issue }`, `export * from`, `export default Issue`. */
function followExport(
  evaluation: Evaluation,
  tree: Tree,
  statement: TSESTree.ProgramStatement,
  name: string,
  depth: number,
): readonly TypeDeclaration[] | null {
  if (statement.type === 'ExportAllDeclaration' && statement.exported === null)
    return findExportedTypes(evaluation, evaluation.project.resolve(tree.file, statement.source.value), name, depth);
  if (statement.type === 'ExportDefaultDeclaration')
    return name === 'default' && statement.declaration.type === 'Identifier'
      ? findLocal(evaluation, tree, statement.declaration.name)
      : null;
  const specifier =
    statement.type === 'ExportNamedDeclaration'
      ? statement.specifiers.find(({ exported }) => nameOf(exported) === name)
      : undefined;
  if (specifier === undefined || statement.type !== 'ExportNamedDeclaration') return null;
  const local = nameOf(specifier.local);
  return statement.source === null
    ? findLocal(evaluation, tree, local)
    : findExportedTypes(evaluation, evaluation.project.resolve(tree.file, statement.source.value), local, depth);
}

/** What a name of the file's own scope means. */
function findLocal(evaluation: Evaluation, tree: Tree, name: string): readonly TypeDeclaration[] | null {
  const variable = tree.scopes.scopes
    .filter(({ type }) => (type as string) === 'module' || (type as string) === 'global')
    .flatMap(({ variables }) => variables)
    .find((candidate) => candidate.name === name && candidate.defs.length > 0);
  const [definition] = variable?.defs ?? [];
  if ((definition?.type as string | undefined) === 'ImportBinding')
    return followImport(evaluation, tree, definition?.node as Node, definition?.parent as Node | undefined);
  return (variable?.defs ?? []).flatMap(({ node }) => toDeclaration(tree, node as Node));
}

import type { Reference, Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { exportsOf } from '../modules.js';
import type { Exported } from '../modules.js';
import type { ParsedFile } from '../project.js';
import { contains, findVariable, isFunction, nodesIn, sourceOf, toTree, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { hasTrigger } from '../triggers.js';

/** What a file takes of another: an export, or, with null, any of them. */
export interface Taken {
  readonly specifier: string;
  readonly name: string | null;
}

/** Exports by name, each with what it needs of other modules. */
export type PlainExports = ReadonlyMap<string, readonly Taken[]>;

/**
 * The exports of a file that have no part in a request or an answer, whatever else the file does, if what they need of
 * other modules has none: functions that send nothing, keep nothing, hold no text of an address, and share nothing with
 * what may.
 */
export function findPlainExports(parsed: ParsedFile): PlainExports {
  const tree = toTree(parsed);
  const { names, commonjs } = exportsOf(tree);
  if (commonjs || tree.program.body.some(acts)) return new Map();
  const parts = tree.program.body.filter(isOwn).map((statement) => readPart(tree, statement));
  const sharing = groupByVariable(parts);
  return new Map(
    [...names].flatMap(([name, exported]): [string, readonly Taken[]][] => {
      const passed = passedOn(tree, exported);
      if (passed !== null) return [[name, [passed]]];
      const declared = declarationOf(tree, exported.node);
      const part = parts.find(({ statement }) => contains(statement, declared));
      const taken = part === undefined ? null : takenBy(part, sharing);
      return taken === null ? [] : [[name, taken]];
    }),
  );
}

/** What an export is of another module, where it is nothing of its own. */
function passedOn(tree: Tree, { node, source, name }: Exported): Taken | null {
  if (source !== null) return { specifier: source, name: name === '*' ? null : name };
  const variable = findVariable(tree, node);
  return variable === null ? null : importOf(variable);
}

/** Whether a module does something when it is loaded: it may set the base of a client that others send with. */
function acts(statement: TSESTree.ProgramStatement): boolean {
  return statement.type.endsWith('Statement') && !('directive' in statement && typeof statement.directive === 'string');
}

/** A statement at the top of a module, with what ties it to others. */
interface Part {
  readonly statement: TSESTree.ProgramStatement;
  /** The module's own variables that it declares or names. */
  readonly variables: readonly Variable[];
  readonly taken: readonly Taken[];
  readonly isPlain: boolean;
}

/** Not what only says what is imported and exported. */
function isOwn(statement: TSESTree.ProgramStatement): boolean {
  if (statement.type === 'ExportNamedDeclaration') return statement.declaration !== null;
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration.type !== 'Identifier';
  return statement.type !== 'ImportDeclaration' && statement.type !== 'ExportAllDeclaration';
}

/** The name in a declaration, where an export is but a name. */
function declarationOf(tree: Tree, node: Node): Node {
  return findVariable(tree, node)?.defs[0]?.name ?? node;
}

function groupByVariable(parts: readonly Part[]): ReadonlyMap<Variable, readonly Part[]> {
  const groups = new Map<Variable, Part[]>();
  for (const part of parts)
    for (const variable of part.variables) groups.set(variable, [...(groups.get(variable) ?? []), part]);
  return groups;
}

/** What a part takes, and all that share variables with it, directly or through others; null if one is not plain. */
function takenBy(part: Part, sharing: ReadonlyMap<Variable, readonly Part[]>): readonly Taken[] | null {
  const joined = new Set([part]);
  for (const { variables, isPlain } of joined) {
    if (!isPlain) return null;
    for (const other of variables.flatMap((variable) => sharing.get(variable) ?? [])) joined.add(other);
  }
  return [...joined].flatMap(({ taken }) => taken);
}

function readPart(tree: Tree, statement: TSESTree.ProgramStatement): Part {
  const nodes: Node[] = [];
  walk(statement, (node) => nodes.push(node));
  const references = nodes.flatMap((node) => tree.references.get(node) ?? []);
  const named = references.flatMap(({ resolved }) => resolved ?? []);
  const declared = nodes.flatMap((node) => tree.declarations.get(node) ?? []);
  const outer = [...new Set([...named, ...declared])].filter(({ scope }) => scope.block === tree.program);
  return {
    statement,
    variables: outer.filter((variable) => importOf(variable) === null),
    taken: outer.flatMap((variable) => importOf(variable) ?? []),
    isPlain:
      isFunctions(statement) && !nodes.some(mayCarry) && references.every(isInSight) && !holdsAddress(tree, statement),
  };
}

function importOf({ defs: [definition] }: Variable): Taken | null {
  const parent = definition?.parent;
  if (parent?.type !== 'ImportDeclaration') return null;
  const specifier = parent.source.value;
  const { node } = definition ?? {};
  if (node?.type === 'ImportDefaultSpecifier') return { specifier, name: 'default' };
  if (node?.type !== 'ImportSpecifier') return { specifier, name: null };
  return { specifier, name: node.imported.type === 'Identifier' ? node.imported.name : node.imported.value };
}

/** Whether a statement declares functions and nothing else: what keeps a value is given it by one user for another. */
function isFunctions(statement: Node | null): boolean {
  switch (statement?.type) {
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return isFunctions(statement.declaration);
    case 'VariableDeclaration':
      return statement.kind === 'const' && statement.declarations.every(({ init }) => isFunction(init));
    default:
      return isFunction(statement);
  }
}

/** What may be given by others than those who call, and types, which may be those of answers. */
const carrying: ReadonlySet<string> = new Set([
  'ThisExpression',
  'ImportExpression',
  'MetaProperty',
  'ClassDeclaration',
  'ClassExpression',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

function mayCarry({ type }: Node): boolean {
  return carrying.has(type);
}

/** What the language has, and TypeScript's own types. */
const ofLanguage: ReadonlySet<string> = new Set(
  [
    'Array Boolean Date Error Infinity Intl JSON Map Math NaN Number Object Promise RegExp Set String Symbol WeakMap WeakSet',
    'console isFinite isNaN parseFloat parseInt undefined',
    'Partial Pick Omit Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Required',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a name stands for something that the file declares or the language has. */
function isInSight({ resolved, identifier }: Reference): boolean {
  return (resolved !== null && resolved.defs.length > 0) || ofLanguage.has(identifier.name);
}

/** Whether a text of a statement may be a part of an address. */
function holdsAddress(tree: Tree, statement: Node): boolean {
  const source = sourceOf(tree, statement);
  if (hasTrigger(source)) return true;
  return source.includes('/') && nodesIn(tree.texts, statement).some((text) => sourceOf(tree, text).includes('/'));
}

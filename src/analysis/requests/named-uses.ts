import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { programsOf } from './documents.js';
import { renewBudget } from '../budget.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { exportsOf } from '../modules.js';
import { calleeName, findDeclaration, nameOfKey, toPlace } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';

// Who reads a text by its name, where no variable of the file leads there: other files, and members of enums and classes

export interface NamedUse {
  readonly tree: Tree;
  readonly node: Node;
}

/** The expressions of the project that read the text of a literal by the name that it is given, where its file's variables do not lead. */
export function findNamedUses(evaluation: Evaluation, tree: Tree, literal: Node): NamedUse[] {
  const named = nameAround(tree, literal);
  if (named === null) return [];
  const names = namesFrom(tree, named.name);
  const place = toPlace(tree, literal);
  return [...names]
    .flatMap((name) => readersIn(evaluation).get(name) ?? [])
    .filter(({ tree: other, imported }) => other !== tree || (named.ofMember && !imported))
    .filter((use) => holdsLiteral(evaluation, use.tree, use.node, place));
}

/** What reads by a name that a file has something by, or by one that it exports it with, in whatever file: it may read another thing that is called so. */
export function usesByName(evaluation: Evaluation, tree: Tree, name: string): readonly NamedUse[] {
  return [...namesFrom(tree, name)].flatMap((each) => readersIn(evaluation).get(each) ?? []);
}

/** What reads something by a name, by that name. */
type Readers = ReadonlyMap<string, readonly Reader[]>;

interface Reader extends NamedUse {
  /** By the name that its file exports it with, and not by that of a member. */
  readonly imported: boolean;
}

const readers = new WeakMap<Evaluation, Readers>();
const ownReaders = new WeakMap<Tree, Readers>();

/** What reads by names in all programs: made once, since each literal of each request is asked about. */
function readersIn(evaluation: Evaluation): Readers {
  const known = readers.get(evaluation);
  if (known !== undefined) return known;
  const found = new Map<string, Reader[]>();
  for (const file of programsOf(evaluation.project)) {
    const tree = openTree(evaluation, file);
    if (tree !== null) for (const [name, own] of readersOf(tree)) addTo(found, name, own);
  }
  readers.set(evaluation, found);
  return found;
}

function readersOf(tree: Tree): Readers {
  const known = ownReaders.get(tree);
  if (known !== undefined) return known;
  const found = new Map<string, Reader[]>();
  for (const { name, node } of membersOf(tree)) addTo(found, name, [{ tree, node, imported: false }]);
  for (const { name, node } of importsOf(tree)) addTo(found, name, [{ tree, node, imported: true }]);
  for (const { name, node } of requiresOf(tree)) addTo(found, name, [{ tree, node, imported: true }]);
  ownReaders.set(tree, found);
  return found;
}

function addTo(found: Map<string, Reader[]>, name: string, more: readonly Reader[]): void {
  const before = found.get(name);
  if (before === undefined) found.set(name, [...more]);
  else before.push(...more);
}

interface Named {
  readonly name: string;
  /** A member of an enum or a class, which no variable holds. */
  readonly ofMember: boolean;
}

/** The name that a text has where it is written: a variable, a property, a member of an enum, a field. */
function nameAround(tree: Tree, literal: Node): Named | null {
  let at = literal;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    switch (parent.type) {
      case 'VariableDeclarator':
        return parent.init === at && parent.id.type === 'Identifier' ? { name: parent.id.name, ofMember: false } : null;
      case 'Property':
      case 'PropertyDefinition': {
        const name = parent.value === at ? nameOfKey(parent.key, parent.computed) : null;
        return name === null ? null : { name, ofMember: parent.type === 'PropertyDefinition' };
      }
      case 'TSEnumMember': {
        const name = nameOfKey(parent.id, false);
        return name === null ? null : { name, ofMember: true };
      }
      case 'AssignmentExpression': {
        const { left } = parent;
        if (left.type !== 'MemberExpression' || left.object.type === 'ThisExpression') return null;
        const name = nameOfKey(left.property, left.computed);
        return name === null || parent.right !== at ? null : { name, ofMember: false };
      }
      case 'ExportDefaultDeclaration':
        return { name: 'default', ofMember: false };
      case 'TemplateLiteral':
      case 'BinaryExpression':
      case 'LogicalExpression':
      case 'ConditionalExpression':
      case 'TSAsExpression':
        continue;
      default:
        return null;
    }
  }
  return null;
}

/** The name, and those that the file exports it by. */
function namesFrom(tree: Tree, name: string): ReadonlySet<string> {
  const exported = [...exportsOf(tree).names].flatMap(([as, { node, source }]) =>
    source === null && node.type === 'Identifier' && node.name === name ? [as] : [],
  );
  return new Set([name, ...exported]);
}

/** A node that reads by a name. */
interface ByName {
  readonly name: string;
  readonly node: Node;
}

function membersOf(tree: Tree): ByName[] {
  return tree.readings.flatMap((node): ByName[] => {
    if (node.type === 'ObjectPattern') return node.properties.flatMap((each) => usesOfProperty(tree, each));
    if (node.type !== 'MemberExpression' || isWritten(tree, node)) return [];
    return byName(nameOfKey(node.property, node.computed), [node]);
  });
}

function byName(name: string | null, nodes: readonly Node[]): ByName[] {
  return name === null ? [] : nodes.map((node) => ({ name, node }));
}

function isWritten(tree: Tree, member: Node): boolean {
  const parent = tree.parents.get(member);
  return parent?.type === 'AssignmentExpression' && parent.left === member;
}

/** `const { BUILDS: kind } = require('./kinds')`. */
function usesOfProperty(tree: Tree, property: TSESTree.ObjectPattern['properties'][number]): ByName[] {
  if (property.type !== 'Property') return [];
  const bound = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
  return bound.type === 'Identifier' ? byName(nameOfKey(property.key, property.computed), usesOf(tree, bound)) : [];
}

function importsOf(tree: Tree): ByName[] {
  return tree.program.body.flatMap((statement) =>
    statement.type !== 'ImportDeclaration'
      ? []
      : statement.specifiers.flatMap((one) => byName(importedName(one), usesOf(tree, one.local))),
  );
}

/** `const present = require('./present')`, which may be all that the module exports. */
function requiresOf(tree: Tree): ByName[] {
  return tree.readings.flatMap((node): ByName[] => {
    if (node.type !== 'CallExpression' || calleeName(node) !== 'require') return [];
    const parent = tree.parents.get(node);
    return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
      ? byName('default', usesOf(tree, parent.id))
      : [];
  });
}

function importedName(specifier: TSESTree.ImportClause): string | null {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  if (specifier.type === 'ImportNamespaceSpecifier') return null;
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
}

function usesOf(tree: Tree, declared: Node): Node[] {
  const references = findDeclaration(tree, declared)?.references ?? [];
  return references.flatMap((reference) => (reference.isRead() ? [reference.identifier as Node] : []));
}

/** Whether an expression has the text of a literal. */
export function holdsLiteral(evaluation: Evaluation, tree: Tree, node: Node, { file, start }: Place): boolean {
  renewBudget(evaluation, tree);
  return optionsOf(evaluate(evaluation, tree, node, null)).some(
    (option) =>
      option.kind === 'text' &&
      option.text.some(
        (piece) =>
          piece.kind === 'known' && piece.source?.literal.file === file && piece.source.literal.start === start,
      ),
  );
}

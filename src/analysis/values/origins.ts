import type { Variable } from '@typescript-eslint/scope-manager';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { exportsOf } from '../modules.js';
import { keyOfLiteral } from '../requests/sinks.js';
import { ancestorsOf, findVariable, toPlace, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

const mostNodes = 200;

/**
 * The literals among those given that an expression may be made of: it, or what its names stand for, holds them. A
 * function stands for all that is in it, whatever it does with it.
 */
export function findOrigins(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  literals: Pick<ReadonlySet<string>, 'has'>,
): readonly string[] {
  const found = new Set<string>();
  const seen = new Map<Node, Tree>([[node, tree]]);
  for (const [next, home] of seen) {
    if (seen.size > mostNodes) break;
    walk(next, (inner) => {
      const key = isText(inner) ? keyOfLiteral(toPlace(home, inner)) : '';
      if (literals.has(key)) found.add(key);
      for (const origin of namedBy(evaluation, home, inner))
        if (!seen.has(origin.node)) seen.set(origin.node, origin.tree);
    });
  }
  return [...found];
}

function isText({ type }: Node): boolean {
  return type === 'Literal' || type === 'TemplateLiteral' || type === 'TemplateElement';
}

interface Definition {
  readonly tree: Tree;
  readonly node: Node;
}

/** What a name stands for, and what a module exports that is taken whole: `{ ...require('./config') }`. */
function namedBy(evaluation: Evaluation, tree: Tree, node: Node): Definition[] {
  if (node.type === 'Identifier') return definitionsOf(evaluation, tree, node);
  const source = requiredBy(node);
  return source === null ? [] : exportedBy(evaluation, tree, source, new Set());
}

function definitionsOf(evaluation: Evaluation, tree: Tree, identifier: Node): Definition[] {
  const variable = findVariable(tree, identifier);
  return variable === null ? [] : [...initialsOf(tree, variable), ...importsOf(evaluation, tree, variable)];
}

/** What a variable is set to, and the function or class that it names. Parameters have none. */
export function initialsOf(tree: Tree, { defs, references }: Variable): Definition[] {
  const homes = defs.flatMap(({ node, type }) => {
    const home = node as Node;
    if ((type as string) === 'Parameter') return [];
    return home.type === 'VariableDeclarator' ? (home.init ?? []) : home;
  });
  const written = references.flatMap(({ writeExpr }) => writeExpr ?? []);
  return [...homes, ...written].map((node) => ({ tree, node }));
}

function importsOf(evaluation: Evaluation, tree: Tree, { defs }: Variable): Definition[] {
  return defs.flatMap(({ node }) => {
    const source = sourceOfImport(tree, node);
    return source === null ? [] : exportedBy(evaluation, tree, source, new Set());
  });
}

/** What a module exports, and what it passes on of others. */
function exportedBy(evaluation: Evaluation, tree: Tree, source: string, seen: Set<string>): Definition[] {
  const file = evaluation.project.resolve(tree.file, source);
  const module = file === null || seen.has(file) ? null : openTree(evaluation, file);
  if (module === null) return [];
  seen.add(module.file);
  const { names, whole, stars, merged } = exportsOf(module);
  const all = [...names.values()];
  const nodes = [...all.map((exported) => exported.node), ...(whole === null ? [] : [whole]), ...merged];
  const others = new Set([...stars, ...all.flatMap((exported) => exported.source ?? [])]);
  return [
    ...nodes.map((node) => ({ tree: module, node })),
    ...[...others].flatMap((other) => exportedBy(evaluation, module, other, seen)),
  ];
}

/** The module of `import … from 'm'` and `const … = require('m')`. */
function sourceOfImport(tree: Tree, node: Node): string | null {
  const declaration = [node, ...ancestorsOf(tree, node)].find(({ type }) => type === 'ImportDeclaration');
  if (declaration?.type === 'ImportDeclaration') return declaration.source.value;
  return node.type === 'VariableDeclarator' ? requiredBy(node.init) : null;
}

function requiredBy(call: Node | null): string | null {
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'require')
    return null;
  const [source] = call.arguments;
  return source?.type === 'Literal' && typeof source.value === 'string' ? source.value : null;
}

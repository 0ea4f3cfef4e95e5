import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../http/text.js';
import { returnsOf } from './values/returns.js';
import { evaluate, openTree } from './evaluate.js';
import type { Evaluation } from './evaluate.js';
import { findDeclaredFile, preferDeclared } from './values/declared.js';
import { readMember, toClient } from './values/members.js';
import { calleeName, isFunction, nameOfKey } from './syntax/tree.js';
import type { FunctionNode, Node, Tree } from './syntax/tree.js';
import { findTwins } from './requests/twins.js';
import { choose, emptyRecord, makeHole, toOrigin, unknownAt } from './value.js';
import type { Entry, ExternalValue, Frame, Value } from './value.js';

/** What an import binding means. `node` is its specifier (or `import x = require()`), `declaration` the statement. */
export function readImport(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
  declaration: Node | undefined,
  use: Node,
): Value {
  if (declaration?.type !== 'ImportDeclaration') return unknownAt(tree, use, null);
  const source = declaration.source.value;
  if (node.type === 'ImportNamespaceSpecifier') return readModule(evaluation, tree, source, use);
  const name = node.type === 'ImportSpecifier' ? nameOf(node.imported) : 'default';
  const file = evaluation.project.resolve(tree.file, source);
  if (file === null) return external(evaluation, tree, source, name === 'default' ? [] : [name], use);
  const module = openTree(evaluation, file);
  return (module === null ? null : readExport(evaluation, module, name)) ?? unknownAt(tree, use, null);
}

/** `require(source)`, or a namespace import. */
export function readModule(evaluation: Evaluation, tree: Tree, source: string, use: Node): Value {
  const file = evaluation.project.resolve(tree.file, source);
  if (file === null) return external(evaluation, tree, source, [], use);
  const module = openTree(evaluation, file);
  if (module === null) return unknownAt(tree, use, null);
  const { whole, names, merged } = exportsOf(module);
  if (whole === null || names.size > 0 || merged.length > 0) return { kind: 'module', tree: module };
  const own =
    preferDeclared(evaluation, module, [], evaluate(evaluation, module, whole, null)) ?? unknownAt(tree, use, null);
  return withTwins(evaluation, module, own, (twin) => readWritten(evaluation, twin, 'default'));
}

function external(evaluation: Evaluation, tree: Tree, source: string, path: readonly string[], use: Node): Value {
  const module = source.replace(/^node:/, '');
  const declared = findDeclaredFile(evaluation, tree.file, source, path);
  if (declared !== null) return declared;
  return toClient(evaluation, module, path) ?? { kind: 'external', module, path, hole: makeHole(tree, use, null) };
}

/** What a package's export is by the package's own source; null if that is out of sight. */
export function readPackage(evaluation: Evaluation, { module, path, hole }: ExternalValue): Value | null {
  const origin = toOrigin(hole);
  const file = module === null || origin === null ? null : evaluation.project.resolvePackage(origin.tree.file, module);
  const tree = file === null ? null : openTree(evaluation, file);
  if (tree === null || origin === null) return null;
  const at = { tree: origin.tree, node: origin.node, frame: null };
  const whole: Value = { kind: 'module', tree };
  const value = path.reduce<Value>((object, name) => readMember(evaluation, object, name, at), whole);
  if (value.kind !== 'module') return value;
  return readExport(evaluation, value.tree, 'default');
}

function nameOf(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

/**
 * A file's export by name; null if it has none of that name that can be read, or gives it on from a file that has it from
 * this one: `module.exports = exports.default` beside `__esModule`, as Babel and TypeScript write it.
 */
export function readExport(evaluation: Evaluation, tree: Tree, name: string): Value | null {
  const turns = turnsOf(evaluation, tree);
  const turn = turns.get(name) ?? 0;
  if (turn === mostTurns) return null;
  turns.set(name, turn + 1);
  const own = preferDeclared(evaluation, tree, [name], readWritten(evaluation, tree, name));
  const value = own === null ? null : withTwins(evaluation, tree, own, (twin) => readWritten(evaluation, twin, name));
  turns.set(name, turn);
  return value;
}

/** Files that import each other may lead to the same export again, which the evaluation notices itself unless no expression is read on the way. */
const mostTurns = 8;

const reading = new WeakMap<Evaluation, Map<Tree, Map<string, number>>>();

/** How often each export of a file is being read. */
function turnsOf(evaluation: Evaluation, tree: Tree): Map<string, number> {
  const trees = reading.get(evaluation) ?? new Map<Tree, Map<string, number>>();
  const turns = trees.get(tree) ?? new Map<string, number>();
  reading.set(evaluation, trees.set(tree, turns));
  return turns;
}

/** What is exported, or what stands in its place where a build puts another file. */
function withTwins(evaluation: Evaluation, tree: Tree, own: Value, read: (twin: Tree) => Value | null): Value {
  if (own.kind !== 'record' && own.kind !== 'text') return own;
  const others = findTwins(evaluation.project, tree.file).flatMap((file) => {
    const twin = openTree(evaluation, file);
    const value = twin === null ? null : read(twin);
    return value?.kind === own.kind ? [value] : [];
  });
  return others.length === 0 ? own : choose([own, ...others], () => own);
}

function readWritten(evaluation: Evaluation, tree: Tree, name: string): Value | null {
  const table = exportsOf(tree);
  const own = table.names.get(name);
  if (own !== undefined) return readExported(evaluation, tree, own);
  if (table.whole !== null) {
    const written = evaluate(evaluation, tree, table.whole, null);
    const whole = preferDeclared(evaluation, tree, [], written) ?? written;
    if (name === 'default') return whole;
    return readMember(evaluation, whole, name, { tree, node: table.whole, frame: null });
  }
  const merged = readMerged(evaluation, tree, table, name);
  if (merged !== null) return merged;
  if (name === 'default' && table.commonjs) return { kind: 'module', tree };
  const found = table.stars.flatMap((source) => {
    const file = evaluation.project.resolve(tree.file, source);
    const module = file === null ? null : openTree(evaluation, file);
    const value = module === null || module === tree ? null : readExport(evaluation, module, name);
    return value === null ? [] : [value];
  });
  return found.length === 0 ? null : choose(found, () => unknownAt(tree, tree.program, null));
}

/** A name that another record or module brings along; the last one counts. */
function readMerged(evaluation: Evaluation, tree: Tree, { merged }: Exports, name: string): Value | null {
  for (const node of [...merged].reverse()) {
    const value = asRecord(evaluation, evaluate(evaluation, tree, node, null));
    const entry = value.kind === 'record' ? value.entries.get(name) : undefined;
    if (entry !== undefined) return entry.value;
  }
  return null;
}

/** A module as the record of its exports, so that it can be spread; other values as they are. */
export function asRecord(evaluation: Evaluation, value: Value): Value {
  if (value.kind !== 'module') return value;
  const entries = new Map<string, Entry>();
  let open = false;
  for (const name of namesOf(evaluation, value.tree, new Set())) {
    const exported = name === null ? null : readExport(evaluation, value.tree, name);
    if (name === null || exported === null) open = true;
    else entries.set(name, { value: exported, written: null });
  }
  return { ...emptyRecord, entries, open };
}

/** The names that a file exports, those of its stars too; null stands for names that nobody knows. */
function namesOf(evaluation: Evaluation, tree: Tree, seen: Set<Tree>): (string | null)[] {
  if (seen.has(tree)) return [];
  seen.add(tree);
  const { names, stars, merged, whole } = exportsOf(tree);
  const others = stars.flatMap((source) => {
    const file = evaluation.project.resolve(tree.file, source);
    const module = file === null ? null : openTree(evaluation, file);
    return module === null ? [null] : namesOf(evaluation, module, seen).filter((name) => name !== 'default');
  });
  const records = [...merged, ...(whole === null ? [] : [whole])].flatMap((node) => {
    const value = asRecord(evaluation, evaluate(evaluation, tree, node, null));
    return value.kind === 'record' ? [...value.entries.keys(), ...(value.open ? [null] : [])] : [null];
  });
  return [...new Set([...names.keys(), ...others, ...records])];
}

function readExported(evaluation: Evaluation, tree: Tree, exported: Exported): Value | null {
  if (exported.source === null) return evaluate(evaluation, tree, exported.node, null);
  if (exported.name === '*') return readModule(evaluation, tree, exported.source, exported.node);
  const file = evaluation.project.resolve(tree.file, exported.source);
  const path = exported.name === 'default' ? [] : [exported.name];
  if (file === null) return external(evaluation, tree, exported.source, path, exported.node);
  const module = openTree(evaluation, file);
  return module === null || module === tree ? null : readExport(evaluation, module, exported.name);
}

/** `module.exports.name` or `exports.name`, read inside the file itself. */
export function readModuleMember(evaluation: Evaluation, tree: Tree, path: readonly string[]): Value | null {
  const [first, ...rest] = path;
  const names = first === 'exports' ? rest : first === 'module' && rest[0] === 'exports' ? rest.slice(1) : null;
  const [name] = names ?? [];
  return names?.length !== 1 || name === undefined ? null : readExport(evaluation, tree, name);
}

/** Whether a value is what the file itself exports as a whole: `module.exports(…)`, or `exports(…)` where both are the same. */
export function isOwnModule(tree: Tree, value: Value): boolean {
  if (value.kind !== 'external' || value.module !== null) return false;
  const path = value.path.join('.');
  return path === 'module.exports' || (path === 'exports' && isShared(tree));
}

/** `exports = module.exports = …`. */
function isShared({ assignments }: Tree): boolean {
  return assignments.some(
    ({ left, right }) =>
      (isExportsName(left) && right.type === 'AssignmentExpression' && isWhole(right.left)) ||
      (isWhole(left) && right.type === 'AssignmentExpression' && isExportsName(right.left)),
  );
}

function isExportsName(node: Node): boolean {
  return node.type === 'Identifier' && node.name === 'exports';
}

export interface Exported {
  readonly node: Node;
  /** The module that it is re-exported from, and the name there; null if it is the file's own. */
  readonly source: string | null;
  readonly name: string;
}

export interface Exports {
  readonly names: ReadonlyMap<string, Exported>;
  /** `module.exports = whole`. */
  readonly whole: Node | null;
  /** `export * from`. */
  readonly stars: readonly string[];
  /** What is put into `exports` whole: `Object.assign(module.exports, merged)`. */
  readonly merged: readonly Node[];
  readonly commonjs: boolean;
}

const tables = new WeakMap<Tree, Exports>();

/** What a file exports, by ES or CommonJS means; computed once. */
export function exportsOf(tree: Tree): Exports {
  const known = tables.get(tree);
  if (known !== undefined) return known;
  const names = new Map<string, Exported>();
  const stars: string[] = [];
  for (const statement of tree.program.body) collectStatement(statement, names, stars);
  const size = names.size;
  const whole = tree.file.endsWith('.json') ? wholeOf(tree) : (collectCommonJs(tree, names) ?? findDefined(tree));
  const merged = findMerged(tree);
  const table = { names, whole, stars, merged, commonjs: whole !== null || names.size > size || merged.length > 0 };
  tables.set(tree, table);
  return table;
}

/** The one value of a JSON file. */
function wholeOf({ program: { body } }: Tree): Node | null {
  const [statement] = body;
  return statement?.type === 'ExpressionStatement' ? statement.expression : null;
}

function collectStatement(statement: TSESTree.ProgramStatement, names: Map<string, Exported>, stars: string[]): void {
  if (statement.type === 'ExportDefaultDeclaration') {
    names.set('default', { node: statement.declaration, source: null, name: 'default' });
  } else if (statement.type === 'ExportAllDeclaration') {
    if (statement.exported === null) stars.push(statement.source.value);
    else names.set(nameOf(statement.exported), { node: statement, source: statement.source.value, name: '*' });
  } else if (statement.type === 'ExportNamedDeclaration') collectNamed(statement, names);
}

function collectNamed(statement: TSESTree.ExportNamedDeclaration, names: Map<string, Exported>): void {
  const source = statement.source?.value ?? null;
  for (const { exported, local } of statement.specifiers) {
    names.set(nameOf(exported), { node: local, source, name: nameOf(local) });
  }
  const { declaration } = statement;
  if (declaration?.type === 'VariableDeclaration') {
    for (const { id } of declaration.declarations)
      for (const name of boundNames(id)) names.set(name.name, { node: name, source: null, name: name.name });
  } else if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
    if (declaration.id !== null)
      names.set(declaration.id.name, { node: declaration, source: null, name: declaration.id.name });
  } else if (declaration?.type === 'TSEnumDeclaration' || declaration?.type === 'TSModuleDeclaration') {
    const { id } = declaration;
    if (id.type === 'Identifier') names.set(id.name, { node: id, source: null, name: id.name });
  }
}

function boundNames(pattern: Node): TSESTree.Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'Property' ? property.value : property.argument),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : boundNames(element)));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    default:
      return [];
  }
}

/** Fills in `exports.name = …` and `module.exports.name = …`; returns what `module.exports` itself is set to. */
function collectCommonJs(tree: Tree, names: Map<string, Exported>): Node | null {
  let whole: Node | null = null;
  for (const { left, right } of tree.assignments) {
    if (left.type !== 'MemberExpression') continue;
    const name = nameOfKey(left.property, left.computed);
    if (name === null) continue;
    if (isExports(left.object) && !(name === 'exports' && isModule(left.object)))
      names.set(name, { node: right, source: null, name });
    else if (name === 'exports' && isModule(left.object)) whole = right;
  }
  return whole;
}

const mergers = /^(?:assign|extend|merge|defaults)$/;
const stars = /^_+export_?star$/i;

/** `Object.assign(module.exports, a, b)`, and what compilers make of `export * from`. */
function findMerged({ calls }: Tree): Node[] {
  return calls.flatMap((call) => {
    const [first, ...others] = call.arguments;
    if (call.type !== 'CallExpression' || first === undefined) return [];
    const name = calleeName(call);
    if (stars.test(name)) return [first];
    return mergers.test(name) && (isExports(first) || isWhole(first)) ? others : [];
  });
}

function isWhole(node: Node): boolean {
  return (
    node.type === 'MemberExpression' && isModule(node.object) && nameOfKey(node.property, node.computed) === 'exports'
  );
}

/** `export = whole`, and what the factory of `define([…], factory)` returns. https://github.com/amdjs/amdjs-api/wiki/AMD */
function findDefined({ program }: Tree): Node | null {
  for (const statement of program.body) {
    if (statement.type === 'TSExportAssignment') return statement.expression;
    const call = statement.type === 'ExpressionStatement' ? statement.expression : null;
    if (call?.type !== 'CallExpression' || calleeName(call) !== 'define') continue;
    const factory = call.arguments.at(-1);
    if (factory?.type === 'ObjectExpression') return factory;
    const [returned, ...others] = isFunction(factory) ? returnsOf(factory) : [];
    if (returned !== undefined && others.length === 0) return returned;
  }
  return null;
}

/** The module that a parameter of an AMD factory is: `define(['./config'], function (config) { … })`. */
export function readDependency(evaluation: Evaluation, tree: Tree, owner: FunctionNode, index: number): Value | null {
  const call = tree.parents.get(owner);
  if (call?.type !== 'CallExpression' || !/^(?:define|require|requirejs)$/.test(calleeName(call))) return null;
  const list = call.arguments[call.arguments.findIndex((argument) => argument === owner) - 1];
  const source = list?.type === 'ArrayExpression' ? list.elements[index] : null;
  return source?.type === 'Literal' && typeof source.value === 'string'
    ? readModule(evaluation, tree, source.value, source)
    : null;
}

/** The module that an expression names: a text, or a path below `__dirname`. Null if nobody knows. */
export function findSpecifier(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): string | null {
  const value = evaluate(evaluation, tree, node, frame);
  if (value.kind !== 'text') return null;
  const [first, ...rest] = value.text;
  if (first?.kind !== 'hole') return toKnown(value.text);
  const path = toKnown(rest);
  return first.label === '__dirname' && path !== null ? `./${path}` : null;
}

function isModule(node: Node): boolean {
  return node.type === 'Identifier' && node.name === 'module';
}

function isExports(node: Node): boolean {
  return isExportsName(node) || isWhole(node);
}

import type { TSESTree } from '@typescript-eslint/types';
import type { FoundRequest } from '../requests/found-request.js';
import { once } from './once.js';
import { areBoth, speaksOfBoth, spokenIn } from './spoken-versions.js';
import type { Spoken } from './spoken-versions.js';
import { followsFailure } from './failures.js';
import { isVersionBranch, isVersionCase } from './version-tests.js';
import { ancestorsOf, findDeclaration, isClass, isFunction, leavesEarly, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { toOrigin } from '../value.js';

const probeName = /version|probe|detect|supports/i;

/** What stands around the file of a request. */
export interface Surroundings {
  /** Whether the project has a file: `gitlab-v3.js` may stand beside `gitlab-v4.js`. */
  readonly isFile: (file: string) => boolean;
  /** Another file, which the base may stand in; null if it is no program. */
  readonly treeOf: (file: string) => Tree | null;
}

/**
 * Code that serves both versions: an arm of a test of the version, one half of what is written for both, or a removed
 * route that is tried to find the version out.
 */
export function isGuarded(found: FoundRequest, { isFile, treeOf }: Surroundings): boolean {
  const literals = [...literalNodes(found), ...literalsElsewhere(found, treeOf)];
  if (filledIn(found).some((site) => isVersionArm(site.tree, site.node))) return true;
  if ([...callsOf(found), ...literals].some((site) => isChosen(site.tree, site.node))) return true;
  if (literals.some((literal) => isHalfByName(literal.tree, literal.node))) return true;
  return isTried(found, literals) || isHalfOfFiles(found, isFile);
}

/** Whether a request only finds out what there is, or makes way for one of the other version where it fails. */
export function isTried(found: FoundRequest, literals: readonly Site[] = literalNodes(found)): boolean {
  const sites = [...callsOf(found), ...literals];
  return isProbe(found.tree, found.node) || sites.some((site) => isFallback(site.tree, site.node));
}

function callsOf({ tree, node, chain }: FoundRequest): Site[] {
  return [{ tree, node }, ...chain.map((call) => ({ tree: call.tree, node: call.node }))];
}

interface Site {
  readonly tree: Tree;
  readonly node: Node;
}

function literalNodes({ tree, request }: FoundRequest): Site[] {
  const pieces = [...request.base, ...request.segments.flatMap(({ text }) => text)];
  const starts = new Set(
    pieces.flatMap((piece) =>
      piece.kind === 'known' && piece.source?.file === tree.file ? [piece.source.literal.start] : [],
    ),
  );
  const properties = request.parameters.flatMap(({ written }) => (written.in === 'record' ? [written.property] : []));
  const own = properties.filter(({ key }) => key.file === tree.file);
  const records = own.map(({ record }) => record.place.start);
  const assigned = new Set(own.flatMap(({ kind, key }) => (kind === 'assignment' ? [key.end] : [])));
  const nodes = [
    ...[...starts, ...records].flatMap((start) => tree.literals.get(start) ?? []),
    ...(assigned.size === 0 ? [] : tree.assignments.filter(({ left }) => assigned.has(left.range[1]))),
  ];
  return nodes.map((node) => ({ tree, node }));
}

/** What fills the path: `mr.id` of `isV4 ? mr.iid : mr.id`. */
function filledIn({ request: { segments } }: FoundRequest): Site[] {
  return segments.flatMap(({ text }) =>
    text.flatMap((piece) => (piece.kind === 'hole' ? (toOrigin(piece) ?? []) : [])),
  );
}

/** The texts of a base that stands in other files: `base: legacy ? '/api/v3' : '/api/v4'` of settings. */
function literalsElsewhere({ tree, request: { base } }: FoundRequest, treeOf: Surroundings['treeOf']): Site[] {
  return base.flatMap((piece): readonly Site[] => {
    if (piece.kind === 'hole' || piece.source === null || piece.source.file === tree.file) return [];
    const home = treeOf(piece.source.file);
    const node = home?.literals.get(piece.source.literal.start);
    return home === null || node === undefined ? [] : [{ tree: home, node }];
  });
}

function isVersionArm(tree: Tree, node: Node): boolean {
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    const branches = ancestor.type === 'IfStatement' || ancestor.type === 'ConditionalExpression';
    if (branches && child !== ancestor.test && isVersionBranch(tree, ancestor)) return true;
    if (ancestor.type === 'BlockStatement' && firstLeft(tree, ancestor) <= child.range[0]) return true;
    if (ancestor.type === 'SwitchCase' && ancestor.test !== child && isVersionCase(tree, ancestor)) return true;
    child = ancestor;
  }
  return false;
}

const firstEnds = once<number>();

/** Where the first branch for one version ends that returns, so that what follows is for the other; infinite if there is none. */
function firstLeft(tree: Tree, block: TSESTree.BlockStatement): number {
  return firstEnds(block, () => block.body.find((statement) => isLeft(tree, statement))?.range[1] ?? Infinity);
}

function isLeft(tree: Tree, statement: Node): boolean {
  if (statement.type !== 'IfStatement') return false;
  return isVersionBranch(tree, statement) && /\breturn\b|\bthrow\b/.test(sourceOf(tree, statement.consequent));
}

/** One version is tried, and the other where it fails. */
function isFallback(tree: Tree, node: Node): boolean {
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'TryStatement' && triesBoth(tree, ancestor)) return true;
  }
  return false;
}

const triers = once<boolean>();

function triesBoth(tree: Tree, statement: TSESTree.TryStatement): boolean {
  const { block, handler } = statement;
  if (handler === null) return false;
  return triers(statement, () => {
    const [one, other] = [block, handler].map((part) => speaksIn(tree, part));
    return one !== undefined && other !== undefined && ((one.v3 && other.v4) || (one.v4 && other.v3));
  });
}

/** What a part of a file speaks of, by the texts, the constants or the names of others in it. */
function speaksIn(tree: Tree, node: Node): Spoken {
  const source = sourceOf(tree, node);
  const spoken = spokenIn(tree, [node.range]);
  return { v3: spoken.v3 || /\bv3\b/.test(source), v4: spoken.v4 || /\bv4\b/.test(source) };
}

/** One arm of a choice whose other arm is of the other version. */
function isHalf(tree: Tree, node: Node): boolean {
  const mayDiffer = speaksOfBoth(tree);
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (isFunction(ancestor) && ancestor.body !== child) return false;
    const other = mayDiffer ? spokenInstead(tree, ancestor, child) : null;
    if (other !== null && areBoth(spokenIn(tree, [child.range]), other)) return true;
    if (ancestor.type === 'Property' && hasTwin(tree, ancestor)) return true;
    child = ancestor;
  }
  return mayDiffer && followsFailure(tree, node);
}

/** What is spoken of by what runs or is taken instead of a node: the other arm, what is done where it fails, what follows where it returns. */
function spokenInstead(tree: Tree, ancestor: Node, child: Node): Spoken | null {
  if (ancestor.type === 'BlockStatement') return spokenBeside(tree, ancestor, child);
  const others = otherArms(ancestor, child);
  return others.length === 0
    ? null
    : spokenIn(
        tree,
        others.map(({ range }) => range),
      );
}

const earlySpoken = once<Spoken>();

/** Beside a statement that leaves early all others; beside another one those that do. */
function spokenBeside(tree: Tree, block: TSESTree.BlockStatement, child: Node): Spoken {
  const [start, end] = block.range;
  if (leavesEarly(child))
    return spokenIn(tree, [
      [start, child.range[0]],
      [child.range[1], end],
    ]);
  return earlySpoken(block, () =>
    spokenIn(
      tree,
      block.body.filter(leavesEarly).map(({ range }) => range),
    ),
  );
}

function otherArms(ancestor: Node, child: Node): readonly Node[] {
  switch (ancestor.type) {
    case 'ConditionalExpression':
    case 'IfStatement':
      return [ancestor.consequent, ancestor.alternate].filter((arm) => arm !== null && arm !== child) as Node[];
    case 'LogicalExpression':
      return [ancestor.left === child ? ancestor.right : ancestor.left];
    case 'CallExpression':
      return handlersOf(ancestor, child);
    default:
      return [];
  }
}

/** `first().catch(() => second())`, `first().then(done, () => second())`. */
function handlersOf(call: TSESTree.CallExpression, child: Node): readonly Node[] {
  const { callee } = call;
  const name = callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
  if (callee.type !== 'MemberExpression' || !/^(?:catch|then|fail|error)$/.test(name ?? '')) return [];
  return child === callee ? call.arguments : [callee.object];
}

/** `{ v3: …, v4: … }` */
function hasTwin(tree: Tree, property: TSESTree.Property): boolean {
  const record = tree.parents.get(property);
  const twin = toTwin(nameOfKey(property.key, property.computed) ?? '');
  if (record?.type !== 'ObjectExpression' || twin === null) return false;
  return record.properties.some((one) => one.type === 'Property' && nameOfKey(one.key, one.computed) === twin);
}

/** The name of the other version: `gitlab-v4` of `gitlab-v3`. */
function toTwin(name: string): string | null {
  const [, before = '', digit = '', after = ''] = /^(.*(?:^|v)_?)([34])((?!\d).*)$/i.exec(name) ?? [];
  return digit === '' ? null : `${before}${digit === '3' ? '4' : '3'}${after}`;
}

const halvesByName = once<boolean>();

/** A text in a class that is named after one version, beside a class named after the other; or the constant of a choice. */
function isHalfByName(tree: Tree, literal: Node): boolean {
  return halvesByName(literal, () => isNamedHalf(tree, literal));
}

function isNamedHalf(tree: Tree, literal: Node): boolean {
  const around = [...ancestorsOf(tree, literal)].find(isClass);
  const twin = toTwin(around?.id?.name ?? '');
  if (twin !== null && tree.classes.some(({ id }) => id?.name === twin)) return true;
  const made = [literal, ...ancestorsOf(tree, literal)].find((each) => !isPartOfMaking(tree, each));
  const parent = made === undefined ? undefined : tree.parents.get(made);
  const variable = parent?.type === 'VariableDeclarator' ? findDeclaration(tree, parent.id) : null;
  const reads = variable?.references.filter((reference) => reference.isRead()) ?? [];
  return reads.length > 0 && reads.every(({ identifier }) => isChosen(tree, identifier));
}

/** Whether a node goes into what a call makes, `axios.create({ baseURL: '/api/v3' })`. */
function isPartOfMaking(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node;
    case 'Property':
      return parent.value === node;
    case 'ObjectExpression':
    case 'BinaryExpression':
    case 'TemplateLiteral':
    case 'AwaitExpression':
      return true;
    default:
      return false;
  }
}

const chosen = once<boolean>();

function isChosen(tree: Tree, node: Node): boolean {
  return chosen(node, () => isVersionArm(tree, node) || isHalf(tree, node));
}

/** A file that is named after one version, beside that of the other. */
function isHalfOfFiles({ tree, request }: FoundRequest, isFile: (file: string) => boolean): boolean {
  const sources = request.base.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? [piece.source.file] : [],
  );
  const twins = [tree.file, ...sources].flatMap((file) => toTwin(file) ?? []);
  return twins.some(isFile);
}

/** `try { … }` in a function that by its name finds out the version. */
function isProbe(tree: Tree, node: Node): boolean {
  let tried = false;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'TryStatement') tried = true;
    if (!tried) continue;
    if (ancestor.type === 'FunctionDeclaration' && probeName.test(ancestor.id?.name ?? '')) return true;
    if (ancestor.type === 'VariableDeclarator' && probeName.test(sourceOf(tree, ancestor.id))) return true;
    if (
      (ancestor.type === 'MethodDefinition' || ancestor.type === 'Property') &&
      probeName.test(sourceOf(tree, ancestor.key))
    )
      return true;
  }
  return false;
}

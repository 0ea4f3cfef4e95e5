import type { TSESTree } from '@typescript-eslint/types';
import type { FoundRequest } from '../requests/found-request.js';
import { areBoth, speaksOfBoth, spokenIn } from './spoken-versions.js';
import type { Spoken } from './spoken-versions.js';
import { ancestorsOf, findDeclaration, isClass, isFunction, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/** The versions of Node, of packages, of files and of other services are others. */
const others = /\b(?:lock\w*|schema|manifest|file|pkg|package|packageJson|node|process|os|db|database|plugin)\??\.$/i;
const versionNames = /^(?:v|ver|version|\w*(?:api|gitlab|gl|rest|server|endpoint)_?ver(?:sion)?)$/i;
const comparison = /((?:[\w$]+\??\.)*)([\w$]+)\s*(?:[!=]==?|[<>]=?)\s*['"`]?v?[34]\b(?!\.)/gi;
const textComparison = /([\w$.?[\]()'"]*)\s*[!=]==?\s*['"`]v[34]['"`]|['"`]v[34]['"`]\s*[!=]==?\s*([\w$.?[\]()'"]*)/gi;
const flag = /(?<!['"`\w.-])(?:[\w$]+\.)*(?:is_?|use_?|supports_?)?(?:api_?)?v[34]\b(?!['"`])/i;
const probeName = /version|probe|detect|supports/i;

/**
 * Code that serves both versions: an arm of a test of the version, one half of what is written for both, or a removed
 * route that is tried to find the version out.
 *
 * @param isFile whether the project has a file: `gitlab-v3.js` may stand beside `gitlab-v4.js`
 */
export function isGuarded(found: FoundRequest, isFile: (file: string) => boolean): boolean {
  const { tree, node, chain } = found;
  const literals = literalNodes(found);
  const sites: Site[] = [
    ...[node, ...literals].map((each) => ({ tree, node: each })),
    ...chain.map((call) => ({ tree: call.tree, node: call.node })),
  ];
  if (sites.some((site) => isChosen(site.tree, site.node))) return true;
  if (literals.some((literal) => isHalfByName(tree, literal))) return true;
  return isProbe(tree, node) || sites.some((site) => isFallback(site.tree, site.node)) || isHalfOfFiles(found, isFile);
}

interface Site {
  readonly tree: Tree;
  readonly node: Node;
}

function literalNodes({ tree, request }: FoundRequest): Node[] {
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
  return [
    ...[...starts, ...records].flatMap((start) => tree.literals.get(start) ?? []),
    ...(assigned.size === 0 ? [] : tree.assignments.filter(({ left }) => assigned.has(left.range[1]))),
  ];
}

function isVersionArm(tree: Tree, node: Node): boolean {
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    const branches = ancestor.type === 'IfStatement' || ancestor.type === 'ConditionalExpression';
    if (branches && child !== ancestor.test && isVersionTest(tree, ancestor.test)) return true;
    if (ancestor.type === 'BlockStatement' && firstLeft(tree, ancestor) <= child.range[0]) return true;
    if (
      ancestor.type === 'SwitchCase' &&
      ancestor.test !== child &&
      ancestor.test !== null &&
      /^['"]?v?[34]['"]?$/i.test(sourceOf(tree, ancestor.test))
    )
      return true;
    child = ancestor;
  }
  return false;
}

/** What many requests ask of the same node is found out once. */
function once<Answer>(): (node: Node, find: () => Answer) => Answer {
  const known = new WeakMap<Node, { readonly answer: Answer }>();
  return (node, find) => {
    const answer = known.get(node)?.answer ?? find();
    known.set(node, { answer });
    return answer;
  };
}

const versionTests = once<boolean>();

/** A comparison of the API's version with 3 or 4, or a flag of the name. A comparison with a whole address is none with its version. */
function isVersionTest(tree: Tree, test: Node): boolean {
  return versionTests(test, () => comparesVersion(tree, test));
}

function comparesVersion(tree: Tree, test: Node): boolean {
  const source = sourceOf(tree, test).replace(/\/api\/v[34]\/\w/g, '');
  const numbers = [...source.matchAll(comparison)];
  const texts = [...source.matchAll(textComparison)];
  return (
    numbers.some(([, objects = '', name = '']) => versionNames.test(name) && !others.test(objects)) ||
    texts.some(([, left, right]) => isSetting(left ?? right ?? '')) ||
    flag.test(source)
  );
}

/** What holds `v3` or `v4` is a version of the API, unless it is another thing's or the environment's of another name. */
function isSetting(compared: string): boolean {
  const [, object = '', name = ''] = /^(.*\.)?([^.]*)$/.exec(compared) ?? [];
  if (/\benv\b/.test(object)) return /api|gitlab|gl_|version/i.test(name);
  return !others.test(object) && !/^(?!api|gitlab|gl)[a-z]+version$/i.test(name);
}

const firstEnds = once<number>();

/** Where the first branch for one version ends that returns, so that what follows is for the other; infinite if there is none. */
function firstLeft(tree: Tree, block: TSESTree.BlockStatement): number {
  return firstEnds(block, () => block.body.find((statement) => isLeft(tree, statement))?.range[1] ?? Infinity);
}

function isLeft(tree: Tree, statement: Node): boolean {
  if (statement.type !== 'IfStatement') return false;
  return isVersionTest(tree, statement.test) && /\breturn\b|\bthrow\b/.test(sourceOf(tree, statement.consequent));
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
    const [one, other] = [sourceOf(tree, block), sourceOf(tree, handler)];
    return (/\bv3\b/.test(one) && /\bv4\b/.test(other)) || (/\bv4\b/.test(one) && /\bv3\b/.test(other));
  });
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
  return false;
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
  if (callee.type !== 'MemberExpression' || !/^(?:catch|then)$/.test(nameOfKey(callee.property, callee.computed) ?? ''))
    return [];
  return child === callee ? call.arguments : [callee.object];
}

/** `if (…) return …;` */
function leavesEarly(statement: Node): boolean {
  if (statement.type !== 'IfStatement' || statement.alternate !== null) return false;
  const { consequent } = statement;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
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
  const parent = tree.parents.get(literal);
  const variable = parent?.type === 'VariableDeclarator' ? findDeclaration(tree, parent.id) : null;
  const reads = variable?.references.filter((reference) => reference.isRead()) ?? [];
  return reads.length > 0 && reads.every(({ identifier }) => isChosen(tree, identifier));
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

import { programsOf } from '../../analysis/requests/documents.js';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { isTestFile } from '../../analysis/service.js';
import { textsOfPattern } from '../../analysis/syntax/patterns.js';
import { calleeName, sourceOf } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Place } from '../../http/text.js';
import { toPosition } from '../position.js';
import type { Claim } from '../settle.js';

/** A text that code compares others with: `url.startsWith('/projects/owned')`, `case '/todos':`. A star is whatever stands there. */
interface Compared extends Place {
  readonly text: string;
  readonly line: number;
}

/** What a program compares with, each text once: each finding asks about all of it. */
interface Comparisons {
  /** By file, each text once. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, Compared>>;
  /** By text, of all files. Single words are anybody's: where the request does not come by, nothing follows from them. */
  readonly texts: ReadonlyMap<string, Compared>;
}

const known = new WeakMap<Evaluation, Comparisons>();

/**
 * What a fix rests on where the program compares something with the path as it is in v3: that it is not this path, as
 * what looks at a request before it is sent would compare it. Null if nothing is compared with it.
 */
export function findComparison(evaluation: Evaluation, claim: Claim): string | null {
  const isPrefix = claim.finding.rule === 'no-v3-prefix';
  const comparisons = comparisonsIn(evaluation);
  const compared = isPrefix ? findPrefix(comparisons, claim) : findPath(comparisons, claim, evaluation);
  const what = isPrefix ? 'an address of this server' : 'the path of this request';
  return compared === null
    ? null
    : `what is compared with \`${compared.text}\` in ${compared.file}:${String(compared.line)} is not ${what}`;
}

function findPrefix(comparisons: Comparisons, claim: Claim): Compared | null {
  const { before } = toPaths(claim);
  return comparedOnTheWay(comparisons, claim).find((compared) => isOfPrefix(compared, before)) ?? null;
}

function findPath(comparisons: Comparisons, claim: Claim, { project }: Evaluation): Compared | null {
  const paths = toPaths(claim);
  project.others?.askFor('text compared with', (text) => isOfPath(text, paths));
  const all = [...comparedOnTheWay(comparisons, claim), ...comparisons.texts.values()];
  return all.find(({ text }) => isOfPath(text, paths)) ?? null;
}

/** In the files that the request goes through. */
function comparedOnTheWay({ files }: Comparisons, { judged: { found } }: Claim): Compared[] {
  const near = new Set([found, ...found.chain].map(({ tree }) => tree.file));
  return [...near].sort().flatMap((file) => [...(files.get(file)?.values() ?? [])]);
}

/** A request's path as it is and as it becomes; null where nobody can tell. */
interface Paths {
  readonly before: string | null;
  readonly after: string | null;
}

function toPaths({ finding: { request, replacement } }: Claim): Paths {
  return { before: pathOf(request), after: pathOf(replacement) };
}

/** Whether a path holds a text until it is fixed. */
function isOfPath(text: string, { before, after }: Paths): boolean {
  return before !== null && after !== null && holds(before, text) && !holds(after, text);
}

/** Whether the parts of a text between its stars stand in a path, in their order. */
function holds(path: string, text: string): boolean {
  let rest = 0;
  return text.split('*').every((part) => {
    const start = path.indexOf(part, rest);
    rest = start + part.length;
    return start !== -1;
  });
}

/** Tells the project's other parts what this one compares with. */
export function offerComparisons(evaluation: Evaluation): void {
  for (const text of comparisonsIn(evaluation).texts.keys())
    evaluation.project.others?.offer('text compared with', text);
}

/** Whether a text may be found in an address before it is fixed: its prefix, and what follows there. */
function isOfPrefix({ text }: Compared, path: string | null): boolean {
  const prefix = /\bapi\/v3\b/.exec(text);
  if (prefix === null || /github/i.test(text)) return false;
  return path === null || holds(path, text.slice(prefix.index + prefix[0].length));
}

function pathOf(request: string | null): string | null {
  const [, address = ''] = request?.split(' ') ?? [];
  return address === '' ? null : (address.split('?')[0] ?? null);
}

function comparisonsIn(evaluation: Evaluation): Comparisons {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const files = programsOf(evaluation.project).filter((file) => !isTestFile(file));
  const comparisons = { files: new Map<string, Map<string, Compared>>(), texts: new Map<string, Compared>() };
  for (const file of files) {
    const compared = comparedIn(openTree(evaluation, file));
    if (compared.size > 0) comparisons.files.set(file, compared);
    for (const [text, one] of compared)
      if (text.includes('/') && !comparisons.texts.has(text)) comparisons.texts.set(text, one);
  }
  known.set(evaluation, comparisons);
  return comparisons;
}

function comparedIn(tree: Tree | null): Map<string, Compared> {
  const compared = tree?.texts.flatMap((node) => toCompared(tree, node)) ?? [];
  return new Map(compared.reverse().map((one) => [one.text, one]));
}

/** A path or an address, or a part of one, that something is compared with, alone or behind other text. */
function toCompared(tree: Tree, node: Tree['texts'][number]): Compared[] {
  const isPattern = isRegExp(tree, node);
  const whole = isPattern ? node : joined(tree, node);
  if (!isPattern && !isComparison(tree, whole)) return [];
  const [start, end] = node.range;
  return textsOf(node, isPattern)
    .filter((text) => /^[\w.:*-]*\/[\w./:*-]*$/.test(text) || (/^\w{4,}$/.test(text) && isAskedOfAddress(tree, whole)))
    .map((text) => ({ text, file: tree.file, start, end, line: toPosition(tree.text, start).line }));
}

/** With a star for what is out of sight. */
function textsOf(node: Tree['texts'][number], isPattern: boolean): string[] {
  if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('*')];
  if ('regex' in node) return textsOfPattern(node.regex.pattern);
  if (typeof node.value !== 'string') return [];
  return isPattern ? textsOfPattern(node.value) : [node.value];
}

/** `/\/api\/v3/`, `new RegExp('/api/v3/')`. */
function isRegExp(tree: Tree, node: Node): boolean {
  if (node.type === 'Literal' && 'regex' in node) return true;
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') return false;
  return parent.arguments[0] === node && parent.callee.type === 'Identifier' && parent.callee.name === 'RegExp';
}

/** `base + '/projects'` around `'/projects'`. */
function joined(tree: Tree, node: Node): Node {
  const parent = tree.parents.get(node);
  return parent?.type === 'BinaryExpression' && parent.operator === '+' ? joined(tree, parent) : node;
}

function isComparison(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return /^[!=]==?$/.test(parent.operator);
    case 'SwitchCase':
      return parent.test === node;
    case 'CallExpression':
      return parent.arguments[0] === node && comparing.test(calleeName(parent));
    default:
      return false;
  }
}

const comparing = /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf|match|search|replace|split)$/;

/** `url.includes('builds')`. */
function isAskedOfAddress(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  return /(?:ur[il]|href|path(?:name)?|address|endpoint)$/i.test(sourceOf(tree, parent.callee.object));
}

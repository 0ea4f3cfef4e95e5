import type { TSESTree } from '@typescript-eslint/types';
import { programsOf } from '../../analysis/requests/documents.js';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { isTestFile } from '../../analysis/service.js';
import { calleeName, nameOfKey } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Place } from '../../http/text.js';
import { toPosition } from '../position.js';
import type { Claim } from '../settle.js';

/** A text that code compares others with: `url.startsWith('/projects/owned')`, `case '/todos':`. */
interface Compared extends Place {
  readonly text: string;
  readonly line: number;
}

/** What a program compares with, each text once: each finding asks about all of it. */
interface Comparisons {
  /** By file, the first that may be the prefix. */
  readonly prefixes: ReadonlyMap<string, Compared>;
  /** By text. */
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
  const compared = isPrefix ? findPrefix(comparisons, claim) : findPath(comparisons, toPaths(claim), evaluation);
  const what = isPrefix ? 'an address of this server' : 'the path of this request';
  return compared === null
    ? null
    : `what is compared with \`${compared.text}\` in ${compared.file}:${String(compared.line)} is not ${what}`;
}

/** In a file that the request goes through. */
function findPrefix({ prefixes }: Comparisons, { judged: { found } }: Claim): Compared | null {
  const near = new Set([found, ...found.chain].map(({ tree }) => tree.file));
  const [first] = [...near].sort().flatMap((file) => prefixes.get(file) ?? []);
  return first ?? null;
}

function findPath({ texts }: Comparisons, paths: Paths, { project }: Evaluation): Compared | null {
  project.others?.askFor('text compared with', (text) => isOfPath(text, paths));
  for (const [text, compared] of texts) if (isOfPath(text, paths)) return compared;
  return null;
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
  return before !== null && after !== null && before.includes(text) && !after.includes(text);
}

/** Tells the project's other parts what this one compares with. */
export function offerComparisons(evaluation: Evaluation): void {
  for (const text of comparisonsIn(evaluation).texts.keys())
    evaluation.project.others?.offer('text compared with', text);
}

function isOfPrefix({ text }: Compared): boolean {
  return /\bapi\/v3\b/.test(text) && !/github/i.test(text);
}

function pathOf(request: string | null): string | null {
  const [, address = ''] = request?.split(' ') ?? [];
  return address === '' ? null : (address.split('?')[0] ?? null);
}

function comparisonsIn(evaluation: Evaluation): Comparisons {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const files = programsOf(evaluation.project).filter((file) => !isTestFile(file));
  const found = files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : tree.texts.flatMap((node) => toCompared(tree, node));
  });
  const comparisons = {
    prefixes: firstOfEach(found.filter(isOfPrefix), ({ file }) => file),
    texts: firstOfEach(found, ({ text }) => text),
  };
  known.set(evaluation, comparisons);
  return comparisons;
}

function firstOfEach(all: readonly Compared[], toKey: (one: Compared) => string): Map<string, Compared> {
  const first = new Map<string, Compared>();
  for (const one of all) if (!first.has(toKey(one))) first.set(toKey(one), one);
  return first;
}

/** A path or an address, or a part of one, that something is compared with. */
function toCompared(tree: Tree, node: Node): Compared[] {
  const text = node.type === 'Literal' ? toComparedText(node) : '';
  if (!/^[\w.:]*\/[\w./:]*$/.test(text) || !isComparison(tree, node)) return [];
  const [start, end] = node.range;
  return [{ text, file: tree.file, start, end, line: toPosition(tree.text, start).line }];
}

/** A pattern's text, as far as it is one: `/\/api\/v3\//`. */
function toComparedText(node: TSESTree.Literal): string {
  if ('regex' in node) return node.regex.pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\', '');
  return typeof node.value === 'string' ? node.value : '';
}

function isComparison(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return /^[!=]==?$/.test(parent.operator);
    case 'SwitchCase':
      return parent.test === node;
    case 'MemberExpression':
      return parent.object === node && /^(?:test|exec)$/.test(nameOfKey(parent.property, parent.computed) ?? '');
    case 'CallExpression':
      return parent.arguments[0] === node && comparing.test(calleeName(parent));
    default:
      return false;
  }
}

const comparing = /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf|match|search|replace|split)$/;

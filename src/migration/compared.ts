import type { TSESTree } from '@typescript-eslint/types';
import { programsOf } from '../analysis/documents.js';
import { openTree } from '../analysis/evaluate.js';
import type { Evaluation } from '../analysis/evaluate.js';
import { isTestFile } from '../analysis/service.js';
import { calleeName, nameOfKey } from '../analysis/tree.js';
import type { Node, Tree } from '../analysis/tree.js';
import type { Place } from '../http/text.js';
import type { Finding } from './finding.js';
import { toPosition } from './position.js';
import type { Claim } from './settle.js';

/** A text that code compares others with: `url.startsWith('/projects/owned')`, `case '/todos':`. */
interface Compared extends Place {
  readonly text: string;
  readonly line: number;
}

const known = new WeakMap<Evaluation, readonly Compared[]>();

/**
 * What a fix rests on where the program compares something with the path as it is in v3: that it is not this path, as
 * what looks at a request before it is sent would compare it. Null if nothing is compared with it.
 */
export function findComparison(evaluation: Evaluation, { finding, judged: { found } }: Claim): string | null {
  const isPrefix = finding.rule === 'no-v3-prefix';
  const near = new Set([found, ...found.chain].map(({ tree }) => tree.file));
  const compared = comparedIn(evaluation).find((one) =>
    isPrefix ? isOfPrefix(one.text) && near.has(one.file) : isOfPath(one.text, finding),
  );
  const what = isPrefix ? 'an address of this server' : 'the path of this request';
  return compared === undefined
    ? null
    : `what is compared with \`${compared.text}\` in ${compared.file}:${String(compared.line)} is not ${what}`;
}

function isOfPath(text: string, { request, replacement }: Finding): boolean {
  const [before, after] = [pathOf(request), pathOf(replacement)];
  return before?.includes(text) === true && after?.includes(text) === false;
}

function isOfPrefix(text: string): boolean {
  return /\bapi\/v3\b/.test(text) && !/github/i.test(text);
}

function pathOf(request: string | null): string | null {
  const [, address = ''] = request?.split(' ') ?? [];
  return address === '' ? null : (address.split('?')[0] ?? null);
}

function comparedIn(evaluation: Evaluation): readonly Compared[] {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const files = programsOf(evaluation.project).filter((file) => !isTestFile(file));
  const found = files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null ? [] : tree.texts.flatMap((node) => toCompared(tree, node));
  });
  known.set(evaluation, found);
  return found;
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

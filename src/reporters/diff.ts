import { formatPatch, structuredPatch } from 'diff';
import type { Rewritten } from '../migration/rounds.js';
import { escapeControls } from './escape.js';
import type { Paint, Style } from './paint.js';

/** A unified diff that `git apply` and `patch -p1` take. */
export function reportDiff(texts: ReadonlyMap<string, Rewritten>): string {
  return print(texts, ({ names, hunks }) => [...names, ...hunks]);
}

/** The same for a terminal: nothing in it moves the cursor, and lines look alike however they end. */
export function showDiff(texts: ReadonlyMap<string, Rewritten>, paint: Paint): string {
  return print(texts, ({ names, hunks }) => [
    ...names.map((line) => paint('bold', line)),
    ...hunks.map((line) => showLine(line, paint)),
  ]);
}

/** What is said of one file, in lines. */
interface Patch {
  /** As git quotes them, so that nothing in them ends a line. */
  readonly names: readonly string[];
  readonly hunks: readonly string[];
}

function print(texts: ReadonlyMap<string, Rewritten>, toLines: (patch: Patch) => string[]): string {
  return [...texts]
    .flatMap(([file, rewritten]) => toLines(toPatch(file, rewritten)))
    .map((line) => `${line}\n`)
    .join('');
}

function toPatch(file: string, { before, after }: Rewritten): Patch {
  const patch = structuredPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 3 });
  const printed = formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: true });
  const [from = '', to = '', ...hunks] = printed.split('\n').slice(0, -1);
  return { names: [from, to].map(endName), hunks };
}

/** GNU patch takes a name up to its first space, unless a tab ends it: so git writes one. */
function endName(line: string): string {
  return line.slice('--- '.length).includes(' ') ? `${line}\t` : line;
}

const styles: Readonly<Partial<Record<string, Style>>> = { '@': 'cyan', '+': 'green', '-': 'red', '\\': 'dim' };

function showLine(line: string, paint: Paint): string {
  const shown = line.replace(/\r$/, '').split('\t').map(escapeControls).join('\t');
  const style = styles[line.charAt(0)];
  return style === undefined ? shown : paint(style, shown);
}

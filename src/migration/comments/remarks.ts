import type { TSESTree } from '@typescript-eslint/utils';
import type { ParsedFile } from '../../analysis/project.js';
import { templateComments } from '../../analysis/syntax/template.js';
import type { Place } from '../../http/text.js';
import { toPosition } from '../position.js';

/** What a comment says to v4ward: `v4ward-ignore <change>[, <change>] -- reason`, or `TODO(v4ward): <change>`. */
export interface Remark {
  readonly kind: 'ignore' | 'todo';
  /** The comment. */
  readonly place: Place;
  readonly changes: readonly string[];
  /** Why a finding is ignored; null if nobody says. */
  readonly reason: string | null;
  /** The line of code that it speaks of, from 1: its own if there is code on it, else the next that is not all comment. */
  readonly line: number;
  /** The comment says this and nothing else. */
  readonly alone: boolean;
}

const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

/** The remarks in a file's comments. Text that only looks like one, in a string or a template, is none. */
export function findRemarks(parsed: ParsedFile): Remark[] {
  const all = commentsIn(parsed);
  const comments = all.filter(({ value }) => value.includes('v4ward'));
  if (comments.length === 0) return [];
  const lines = toLines(parsed.text, all);
  return comments.flatMap(({ value, range: [start, end] }) => {
    const place = { file: parsed.file, start, end };
    const said = value.split(lineEnd).map((line) => line.replace(/^\s*\*?\s*/, '').trim());
    const alone = said.filter((line) => line !== '').length === 1;
    return said
      .flatMap((line) => readLine(line) ?? [])
      .map((remark) => ({
        ...remark,
        place,
        alone,
        line: findLine(place, parsed.text, lines),
      }));
  });
}

type Said = Pick<Remark, 'kind' | 'changes' | 'reason'>;

function readLine(line: string): Said | null {
  const todo = /^TODO\(v4ward\):\s*([\w-]+)/.exec(line);
  if (todo?.[1] !== undefined) return { kind: 'todo', changes: [todo[1]], reason: null };
  const ignore = /^v4ward-ignore(?![\w-])(.*)$/.exec(line);
  if (ignore?.[1] === undefined) return null;
  const [names = '', ...reason] = ignore[1].split(/\s--(?:\s|$)/);
  const said = reason.join(' -- ').trim();
  return {
    kind: 'ignore',
    changes: names.split(/[\s,]+/).filter((name) => name !== ''),
    reason: said === '' ? null : said,
  };
}

type Comment = Pick<TSESTree.Comment, 'value'> & { readonly range: readonly [number, number] };

/** A file's comments in source order, those of a component's template too. */
function commentsIn({ file, text, program }: ParsedFile): Comment[] {
  return [...(program.comments ?? []), ...templateComments(file, text)].sort(
    (one, other) => one.range[0] - other.range[0],
  );
}

/** Which lines hold a comment and no code; `{…}` around a comment is how JSX has it. */
function toLines(text: string, comments: readonly Comment[]): readonly boolean[] {
  let bare = '';
  for (const { range } of comments) {
    bare += text.slice(bare.length, range[0]);
    bare += text.slice(range[0], range[1]).replace(/[^\n\r\u2028\u2029]/g, '\0');
  }
  bare += text.slice(bare.length);
  return bare.split(lineEnd).map((line) => line.includes('\0') && /^\s*(?:\{[\s\0]*|\0[\s\0]*)(?:\}\s*)?$/.test(line));
}

function findLine({ start, end }: Place, text: string, lines: readonly boolean[]): number {
  const first = toPosition(text, start).line;
  if (lines[first - 1] !== true) return first;
  let line = toPosition(text, end).line;
  while (lines[line - 1] === true) line += 1;
  return line;
}

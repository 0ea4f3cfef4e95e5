import type { Project } from '../../analysis/project.js';
import { childrenOf, toTree } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Change } from '../../catalogue/change.js';
import type { Place } from '../../http/text.js';
import type { Comments } from './acknowledge.js';
import type { Edit, Finding, Notice } from '../finding.js';
import { toPosition } from '../position.js';
import type { Remark } from './remarks.js';

/** Where a comment about a place goes: before the statement, member or property around it. */
interface Anchor {
  /** Where the code begins. */
  readonly start: number;
  readonly line: number;
  /** Nothing but white space stands before it on its line. */
  readonly leads: boolean;
}

/**
 * The comments that manual findings ask for, `TODO(v4ward): <change>`, and the removal of those that are settled. Each
 * stands on a line of its own above the innermost statement, member or property that begins a line, where a line end
 * stands already, so that it can part nothing that must not be parted.
 *
 * @param findings those that a person must settle
 * @param notices those of the same project; of them, resolved comments are taken out
 */
export function planTodos(
  project: Project,
  findings: readonly Finding[],
  notices: readonly Notice[],
  remarks: readonly Remark[],
): Edit[] {
  const wanted = new Map<string, { file: string; anchor: Anchor; changes: Set<string> }>();
  for (const { change, place } of findings) {
    const anchor = findAnchor(project, place);
    if (anchor === null || isThere(change, place.file, anchor, remarks)) continue;
    const key = `${place.file}:${String(anchor.start)}`;
    const before = wanted.get(key) ?? { file: place.file, anchor, changes: new Set() };
    wanted.set(key, { ...before, changes: before.changes.add(change) });
  }
  const added = [...wanted.values()].flatMap(({ file, anchor, changes }) => {
    const tree = openFile(project, file);
    return tree === null ? [] : [toEdit(tree, anchor, [...changes].sort())];
  });
  return [...added, ...notices.flatMap((notice) => removeResolved(project, notice))];
}

/** What has become of the comments: those still open, and those whose change is not found there any more. */
export function checkTodos(
  project: Project,
  { remarks }: Comments,
  findings: readonly Finding[],
  rows: readonly Change[],
  hidesReviews: boolean,
): Notice[] {
  const todos = remarks.filter(({ kind }) => kind === 'todo');
  if (todos.length === 0) return [];
  const open = new Set(
    findings.flatMap(({ change, place }) => {
      const anchor = findAnchor(project, place);
      return anchor === null ? [] : [`${place.file}:${String(anchor.line)} ${change}`];
    }),
  );
  return todos.flatMap(({ changes: [change = ''], place, line }): Notice[] => {
    const row = rows.find(({ id }) => id === change);
    const isOpen =
      open.has(`${place.file}:${String(line)} ${change}`) || (hidesReviews && row !== undefined && isHiddenByV4(row));
    return [
      {
        kind: isOpen ? 'open-todo' : 'resolved-todo',
        change,
        place,
        message: isOpen ? toOpen(change) : toDone(change),
      },
    ];
  });
}

/**
 * Once a base says v4, nothing shows whether somebody has looked at what only its answers, its meaning or the ids that
 * it takes change.
 */
function isHiddenByV4({ rule, answers = [] }: Change): boolean {
  return /^(?:no-v3-response|review-v4-behavior|no-global-id)$/.test(rule) || answers.length > 0;
}

function toOpen(change: string): string {
  return `\`${change}\` is still to be settled: \`v4ward explain ${change}\` says what to do; take the comment out when it is done.`;
}

function toDone(change: string): string {
  return `\`${change}\` is not found here any more: take the comment out, or let \`v4ward migrate --todo --write\` do it.`;
}

/** A comment can be put into programs of the project only. */
function openFile(project: Project, file: string): Tree | null {
  if (!project.files.includes(file) || file.endsWith('.json')) return null;
  const parsed = project.parse(file);
  return parsed === null ? null : toTree(parsed);
}

function isThere(change: string, file: string, { line }: Anchor, remarks: readonly Remark[]): boolean {
  return remarks.some(
    (remark) =>
      remark.kind === 'todo' && remark.place.file === file && remark.line === line && remark.changes.includes(change),
  );
}

function findAnchor(project: Project, place: Place): Anchor | null {
  if (project.parse(place.file)?.document !== undefined) return null;
  const tree = openFile(project, place.file);
  if (tree === null) return null;
  const anchors = itemsAround(tree, place).map((start) => toAnchor(tree, start));
  return anchors.findLast(({ leads }) => leads) ?? anchors.at(0) ?? null;
}

/** A `;` may stand before a statement that would go on with the line before without it. */
function toAnchor({ text }: Tree, start: number): Anchor {
  const before = text.slice(startOfLine(text, start), start);
  return { start, line: toPosition(text, start).line, leads: /^[\s;]*$/.test(before) };
}

/** Where the statements, members and properties around a place begin, outermost first; of several on a line the first. */
function itemsAround(tree: Tree, place: Place): number[] {
  const starts: number[] = [];
  let at: Node | undefined = tree.program;
  while (at !== undefined) {
    const parent: Node = at;
    const children = childrenOf(parent);
    at = children.find(({ range: [start, end] }) => start <= place.start && place.end <= end);
    if (at !== undefined && isItem(parent, at)) starts.push(firstOfLine(tree, parent, children, at));
  }
  return starts;
}

function firstOfLine({ text }: Tree, parent: Node, children: readonly Node[], item: Node): number {
  const line = startOfLine(text, item.range[0]);
  const first = children.find((child) => isItem(parent, child) && child.range[0] >= line);
  return Math.min(item.range[0], first?.range[0] ?? item.range[0]);
}

/** A comment may stand before what a list of these holds. */
function isItem(parent: Node, child: Node): boolean {
  switch (parent.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock':
    case 'ClassBody':
    case 'ObjectExpression':
      return true;
    case 'SwitchStatement':
      return child !== parent.discriminant;
    case 'SwitchCase':
      return child !== parent.test;
    default:
      return false;
  }
}

/** A byte order mark is no part of the first line. */
function startOfLine(text: string, offset: number): number {
  const end = Math.max(...['\n', '\r', '\u2028', '\u2029'].map((each) => text.lastIndexOf(each, offset - 1)));
  return offset > 0 && end >= 0 ? end + 1 : text.startsWith('\uFEFF') ? 1 : 0;
}

/** Comments that speak of the very next line, or of the code that follows them. */
const directive =
  /(?:eslint|oxlint|tslint:)-?disable-next-line|@ts-(?:ignore|expect-error)|\$Flow(?:FixMe|Ignore)|(?:biome|prettier|deno-lint|istanbul|c8|v8)[- ]ignore/;

function toEdit(tree: Tree, { start, leads }: Anchor, changes: readonly string[]): Edit {
  const { file, text } = tree;
  if (!leads) {
    const comments = changes.map((change) => `/* TODO(v4ward): ${change} */ `);
    return { file, start, end: start, text: comments.join('') };
  }
  const line = startOfLine(text, start);
  const indent = /^[^\S\n\r]*/.exec(text.slice(line, start))?.[0] ?? '';
  const at = aboveDirectives(tree, line);
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const comments = changes.map((change) => `${indent}// TODO(v4ward): ${change}${end}`);
  return { file, start: at, end: at, text: comments.join('') };
}

function aboveDirectives(tree: Tree, line: number): number {
  const { text, program } = tree;
  const above = (program.comments ?? []).findLast(({ range: [, end] }) => end <= line);
  if (above === undefined || !directive.test(above.value)) return line;
  const begin = startOfLine(text, above.range[0]);
  const isAlone =
    text.slice(begin, above.range[0]).trim() === '' &&
    /^[^\S\n\r]*(?:\r\n|\n|\r)$/.test(text.slice(above.range[1], line));
  return isAlone ? aboveDirectives(tree, begin) : line;
}

/** Only what `--todo` writes; what a person has added to is theirs to take out. */
function removeResolved(project: Project, { kind, change, place }: Notice): Edit[] {
  const text = project.parse(place.file)?.text;
  if (kind !== 'resolved-todo' || text === undefined) return [];
  const { start, end } = place;
  const comment = text.slice(start, end);
  const isOwn = [`// TODO(v4ward): ${String(change)}`, `/* TODO(v4ward): ${String(change)} */`].includes(
    comment.trim(),
  );
  if (!isOwn) return [];
  const line = startOfLine(text, start);
  const rest = /^[^\S\n\r]*(?:\r\n|\n|\r|$)/.exec(text.slice(end));
  if (text.slice(line, start).trim() === '' && rest !== null)
    return [{ file: place.file, start: line, end: end + rest[0].length, text: '' }];
  if (text[end] !== ' ') return [];
  const keepsSpace = wouldJoin(text.charAt(start - 1), text.charAt(end + 1));
  return [{ file: place.file, start, end: keepsSpace ? end : end + 1, text: '' }];
}

/** Whether two characters would be one word, or one operator, with nothing between them: `as` and a type, `+` and `+`. */
function wouldJoin(before: string, after: string): boolean {
  return [/[\p{ID_Continue}$\\]/u, /[-+*/<>=!&|?%^~.]/].some((kind) => kind.test(before) && kind.test(after));
}

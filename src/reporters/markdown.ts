/**
 * A comment on a merge request, in what GitLab and GitHub both take (GitHub Flavored Markdown,
 * https://github.github.com/gfm/): the numbers, what a person must decide, and the rest folded away.
 */
import type { DocumentFinding, DocumentRun, DocumentUnresolved, ReportDocument } from './document.js';
import { escapeControls } from './escape.js';
import { countOf, states } from './ledger.js';
import { isAddress, nameHolders, toPieces } from './pieces.js';
import { describeBranch } from './repositories.js';
import { counted, describeRun, describeSummary } from './summary.js';
import type { Summary } from './summary.js';

/** Characters that a comment may have: 65,536 on GitHub, 1,000,000 on GitLab. */
const limit = 65_536;

/** What is kept free for the line that says what was left out. */
const reserve = 200;

export function reportMarkdown(document: ReportDocument): string {
  const sections = toSections(document);
  const lines: string[] = [];
  let room = limit - reserve;
  let left = 0;
  for (const section of sections) {
    const kept = fit(section, room);
    lines.push(...kept.lines);
    room -= kept.length;
    left += kept.left;
  }
  const rest = left === 0 ? [] : ['', `… and ${counted(left, 'more line')}, which a comment has no room for.`];
  return [...lines, ...rest, ''].join('\n');
}

/** Lines that are shown together; the items among them may be fewer than there are. */
interface Section {
  readonly before: readonly string[];
  readonly items: readonly string[];
  readonly after: readonly string[];
}

interface Kept {
  readonly lines: readonly string[];
  readonly length: number;
  /** Items that had no room. */
  readonly left: number;
}

function fit({ before, items, after }: Section, room: number): Kept {
  const frame = lengthOf([...before, ...after]);
  const kept: string[] = [];
  let length = frame;
  for (const item of items) {
    if (length + item.length + 1 > room) break;
    kept.push(item);
    length += item.length + 1;
  }
  const nothing = frame > room || (kept.length === 0 && items.length > 0);
  if (nothing) return { lines: [], length: 0, left: items.length };
  return { lines: [...before, ...kept, ...after], length, left: items.length - kept.length };
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function toSections(document: ReportDocument): Section[] {
  const { findings, unresolved, possible, run } = document;
  const of = (certainty: string): DocumentFinding[] => findings.filter((finding) => finding.certainty === certainty);
  return [
    toHead(document),
    toErrors(document),
    toList('For a person to decide', of('manual').map(printItem)),
    toRepositories(document),
    toLedger(document),
    toFold('With a safe fix: `v4ward migrate --write`', of('safe').map(printRow), requestColumns),
    toFold(
      'With a fix that rests on an assumption: `v4ward migrate --write --suggestions`',
      of('suggestion').map(printRow),
      requestColumns,
    ),
    toFold('Unresolved: nobody but a person can tell', unresolved.map(printUnresolved), ['Where', 'Why']),
    toFold('Possible, if the service is GitLab', possible.map(printRow), requestColumns),
    ...(run === undefined ? [] : toRun(run, document.summary)),
  ].filter(({ before }) => before.length > 0);
}

function toHead({ summary }: ReportDocument): Section {
  const { fixed, filesChanged, ...counts } = summary;
  const done =
    fixed === undefined || filesChanged === undefined
      ? ''
      : `Fixed ${counted(fixed, 'finding')} in ${counted(filesChanged, 'file')}. `;
  return {
    before: ['## v4ward: GitLab API v3 to v4', '', escapeWords(`${done}${describeSummary(counts)}`)],
    items: [],
    after: [],
  };
}

function toErrors({ errors }: ReportDocument): Section {
  return toList(
    'Errors',
    errors.map(({ file, message }) => `- ${toCode(file)} ${escapeMessage(message)}`),
  );
}

const nothing: Section = { before: [], items: [], after: [] };

function toList(title: string, items: readonly string[]): Section {
  return items.length === 0 ? nothing : { before: ['', `### ${title}`, ''], items, after: [] };
}

function toFold(title: string, rows: readonly string[], columns: readonly string[]): Section {
  if (rows.length === 0) return nothing;
  const summary = `<summary>${toHtml(title)} (${String(rows.length)})</summary>`;
  return { before: ['', '<details>', summary, '', ...toTableHead(columns)], items: rows, after: ['', '</details>'] };
}

function toTableHead(columns: readonly string[]): string[] {
  return [printCells(columns), printCells(columns.map(() => '---'))];
}

function printCells(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

const requestColumns = ['Where', 'Change', 'v3', 'v4'];

function printItem(finding: DocumentFinding): string {
  const { says } = finding;
  return `- ${toCode(toAddress(finding))} ${escapeMessage(says)} (${toLink(finding)})`;
}

function printRow(finding: DocumentFinding): string {
  const { request, replacement, heldBy = [] } = finding;
  const held = heldBy.length === 0 ? '' : ` (held back by ${nameHolders(heldBy, toCellCode)})`;
  const requests = [request, replacement].map((text) => (text === null ? '' : toCellCode(text)));
  return printCells([`${toCellCode(toAddress(finding))}${held}`, toLink(finding), ...requests]);
}

function printUnresolved(unresolved: DocumentUnresolved): string {
  return printCells([toCellCode(toAddress(unresolved)), escapeMessage(unresolved.reason, toCellCode)]);
}

function toLink({ change, page }: DocumentFinding): string {
  return isAddress(page) ? `[${escapeWords(change)}](<${page}>)` : escapeWords(change);
}

function toAddress({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${String(line)}`;
}

function toLedger({ ledger }: ReportDocument): Section {
  const rows = Object.entries(ledger);
  const columns = states.filter((state) => rows.some(([, entry]) => countOf(entry, state) > 0));
  const items = rows.map(([change, entry]) =>
    printCells([escapeWords(change), ...columns.map((state) => String(countOf(entry, state)))]),
  );
  return toFold('The ledger: what became of each change', items, ['Change', ...columns]);
}

function toRepositories({ repositories = [] }: ReportDocument): Section {
  const hasBranches = repositories.some(({ branch }) => branch !== undefined);
  const columns = [
    'Repository',
    'safe',
    'suggestion',
    'manual',
    'unresolved',
    'errors',
    ...(hasBranches ? ['Branch'] : []),
  ];
  const rows = repositories.map(({ name, summary, branch }) =>
    printCells([
      toCellCode(name),
      ...[summary.safe, summary.suggestion, summary.manual, summary.unresolved, summary.errors].map(String),
      ...(hasBranches ? [branch === undefined ? '' : escapeWords(describeBranch(branch))] : []),
    ]),
  );
  return rows.length === 0
    ? nothing
    : { before: ['', '### Repositories', '', ...toTableHead(columns)], items: rows, after: [] };
}

function toRun(run: DocumentRun, summary: Summary): Section[] {
  const unseen = run.unseen.map((each) => `- ${toCode(toAddress(each))} ${toCode(each.request)}`);
  return [
    { before: ['', '### The run', '', escapeMessage(describeRun(run, summary))], items: [], after: [] },
    toFold('Found by `v4ward check`, and sent', run.confirmed.map(printRow), requestColumns),
    toFold('Found by `v4ward check`, and not sent', run.notConfirmed.map(printRow), requestColumns),
    toList('Sent, and not seen by `v4ward check`', unseen),
  ];
}

// Escaping

function escapeMessage(message: string, printCode = toCode): string {
  return toPieces(escapeControls(message))
    .map(({ kind, text }) => (kind === 'code' ? printCode(text) : escapeWords(text)))
    .join('');
}

/** Nothing in it is markup, a reference (`#1`, `!1`, `~label`), or calls a person. */
function escapeWords(text: string): string {
  return escapeControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]#!~|$%^]/g, String.raw`\$&`)
    .replaceAll('@', '@<!-- -->');
}

/** A code span whose fence is longer than any run of backticks in it (GFM 6.3). */
function toCode(text: string): string {
  const shown = escapeControls(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 || /^ .* $/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/**
 * A table is parted at each `|`, in code too, unless a backslash stands before it, which code can't say of one that
 * has a backslash of its own (GFM 4.10): there signs are written by their numbers.
 */
function toCellCode(text: string): string {
  if (!text.includes('|')) return toCode(text);
  const numbered = escapeControls(text).replace(/[&<>|\\`*_[\]~@#!$:^]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
  return `<code>${numbered}</code>`;
}

function toHtml(title: string): string {
  return toPieces(title)
    .map(({ kind, text }) => (kind === 'code' ? `<code>${text}</code>` : text))
    .join('');
}

import type { Certainty } from '../catalogue/change.js';
import type { FileError } from '../migration/finding.js';
import type { DocumentFinding, DocumentNotice, DocumentRun, DocumentUnresolved, ReportDocument } from './document.js';
import { escapeControls } from './escape.js';
import type { Appearance } from './formats.js';
import { printFrame } from './frame.js';
import { printLedger } from './ledger.js';
import type { Style } from './paint.js';
import { isAddress, nameHolders } from './pieces.js';
import { describeBranch, printRepositories } from './repositories.js';
import { counted, describeRun, describeSummary } from './summary.js';
import type { Summary } from './summary.js';
import { wrap } from './wrap.js';

function isUnread(kind: string): boolean {
  return kind.startsWith('unread-');
}

/** For people: what is to do, by file, then what nobody could tell, and one line that sums it up. */
export function reportText(document: ReportDocument, appearance: Appearance): string {
  const { findings, unresolved, possible, guarded, notices, errors, ledger, summary, run } = document;
  const { branch, repositories = [] } = document;
  const sections = [
    ...printFiles(findings, appearance),
    printUnresolved(unresolved, appearance),
    printAside('Possible, if the service is GitLab:', possible, appearance),
    printAside('Guarded by a test of the version, so left alone:', guarded, appearance),
    printNotices(
      'Comments to v4ward:',
      notices.filter(({ kind }) => kind !== 'stale-baseline' && !isUnread(kind)),
      appearance,
    ),
    printNotices(
      'In the baseline, but no longer in the code:',
      notices.filter(({ kind }) => kind === 'stale-baseline'),
      appearance,
    ),
    printNotices(
      'Left unread:',
      notices.filter(({ kind }) => isUnread(kind)),
      appearance,
    ),
    printErrors(errors, appearance),
    printLedger(ledger),
    ...(run === undefined ? [] : printRun(run, summary, appearance)),
    printRepositories(repositories),
    branch === undefined ? '' : describeBranch(branch),
  ];
  const words = `${describeDone(summary)}${describeSummary(summary)}`;
  return [...sections.filter((section) => section !== ''), appearance.paint('bold', words)]
    .map((section) => `${section}\n`)
    .join('\n');
}

function describeDone({ fixed, filesChanged }: ReportDocument['summary']): string {
  if (fixed === undefined || filesChanged === undefined) return '';
  return `Fixed ${counted(fixed, 'finding')} in ${counted(filesChanged, 'file')}. `;
}

function printFiles(findings: readonly DocumentFinding[], appearance: Appearance): string[] {
  const files = new Map<string, string[]>();
  for (const finding of findings) {
    const lines = files.get(finding.file) ?? [printName(finding.file, appearance)];
    lines.push(...printFinding(finding, appearance));
    files.set(finding.file, lines);
  }
  return [...files.values()].map((lines) => lines.join('\n'));
}

/** A line that begins like a command of GitHub's must not be one. */
function printName(file: string, { paint, link, addressOf }: Appearance): string {
  const shown = escapeControls(file).replace(/^(?=::)/, './');
  return link(addressOf(file), paint('bold', shown));
}

const styles: Readonly<Record<Certainty, Style>> = { safe: 'green', suggestion: 'yellow', manual: 'red' };

/** Columns in front of what is said. */
const indent = 22;

function printFinding(finding: DocumentFinding, appearance: Appearance): string[] {
  const { line, column, certainty, heldBy = [] } = finding;
  const { paint } = appearance;
  const [first = '', ...others] = describe(finding, appearance);
  const place = `${String(line)}:${String(column)}`.padEnd(8);
  const held = heldBy.length === 0 ? [] : [`held by ${nameHolders(heldBy, escapeControls)}`];
  return [
    `  ${place} ${paint(styles[certainty], certainty.padEnd(10))} ${first}`,
    ...[...others, ...held.map((text) => paint('dim', text))].map((text) => `${' '.repeat(indent)}${text}`),
    ...printFrame(finding, appearance),
  ];
}

/** In a terminal, lines of its width; one line elsewhere. The change leads to its page where it can, and has `explain`. */
function describe({ says, change, page }: DocumentFinding, { width, paint, link }: Appearance): string[] {
  const text = escapeControls(`${says} (${change})`);
  const lines = width === null ? [text] : wrap(text, Math.max(width - indent, 40));
  const name = paint('cyan', change);
  return lines.map((line) =>
    line.endsWith(`(${change})`)
      ? `${line.slice(0, -change.length - 1)}${isAddress(page) ? link(page, name) : name})`
      : line,
  );
}

/** What the run says of the source, and how it went. */
function printRun(run: DocumentRun, summary: Summary, appearance: Appearance): string[] {
  const unseen = run.unseen.map(
    (each) => `  ${toAddress(each, appearance)}  ${escapeControls(each.request)} (${each.changes.join(', ')})`,
  );
  return [
    unseen.length === 0 ? '' : ['Sent, and not seen by `check`:', ...unseen].join('\n'),
    printAside('Found by `check`, and sent in this run:', run.confirmed, appearance),
    printAside('Found by `check`, and not sent in this run:', run.notConfirmed, appearance),
    describeRun(run, summary),
  ];
}

const settle = 'what you have looked at is marked with `v4ward-ignore unresolved -- <reason>`';

function printUnresolved(unresolved: readonly DocumentUnresolved[], appearance: Appearance): string {
  const lines = unresolved.map((each) => `  ${toAddress(each, appearance)}  ${escapeControls(each.reason)}`);
  return lines.length === 0
    ? ''
    : [`Unresolved GitLab requests, which nobody but you can tell about; ${settle}:`, ...lines].join('\n');
}

function printAside(title: string, findings: readonly DocumentFinding[], appearance: Appearance): string {
  const lines = findings.map(
    (finding) => `  ${toAddress(finding, appearance)}  ${escapeControls(`${finding.says} (${finding.change})`)}`,
  );
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}

function printNotices(title: string, notices: readonly DocumentNotice[], appearance: Appearance): string {
  const lines = notices.map((each) => `  ${toAddress(each, appearance)}  ${escapeControls(each.message)}`);
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}

function printErrors(errors: readonly FileError[], { paint }: Appearance): string {
  const lines = errors.map(({ file, message }) => `  ${escapeControls(file)} ${escapeControls(message)}`);
  return lines.length === 0 ? '' : [paint('red', 'Errors:'), ...lines].join('\n');
}

interface Placed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function toAddress({ file, line, column }: Placed, { link, addressOf }: Appearance): string {
  return link(addressOf(file), `${escapeControls(file)}:${String(line)}:${String(column)}`);
}

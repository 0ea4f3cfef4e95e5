import type { FileError } from '../migration/finding.js';
import type { DocumentFinding, DocumentNotice, DocumentRun, DocumentUnresolved, ReportDocument } from './document.js';
import { escapeControls } from './escape.js';
import { printLedger } from './ledger.js';
import { counted, describeRun, describeSummary } from './summary.js';

/** For people: what is to do, by file, then what nobody could tell, and one line that sums it up. */
export function reportText(document: ReportDocument): string {
  const { findings, unresolved, possible, guarded, notices, errors, ledger, summary, run } = document;
  const sections = [
    ...printFiles(findings),
    printUnresolved(unresolved),
    printAside('Possible, if the service is GitLab:', possible),
    printAside('Guarded by a test of the version, so left alone:', guarded),
    printNotices(notices),
    printErrors(errors),
    printLedger(ledger),
    ...(run === undefined ? [] : printRun(run)),
  ];
  return [...sections.filter((section) => section !== ''), `${describeDone(summary)}${describeSummary(summary)}`]
    .map((section) => `${section}\n`)
    .join('\n');
}

function describeDone({ fixed, filesChanged }: ReportDocument['summary']): string {
  if (fixed === undefined || filesChanged === undefined) return '';
  return `Fixed ${counted(fixed, 'finding')} in ${counted(filesChanged, 'file')}. `;
}

function printFiles(findings: readonly DocumentFinding[]): string[] {
  const files = [...new Set(findings.map(({ file }) => file))];
  return files.map((name) => {
    const lines = findings.filter(({ file }) => file === name).flatMap((finding) => printFinding(finding));
    return [escapeControls(name), ...lines].join('\n');
  });
}

function printFinding(finding: DocumentFinding): string[] {
  const { line, column, certainty, heldBy = [] } = finding;
  const first = `  ${`${String(line)}:${String(column)}`.padEnd(8)} ${certainty.padEnd(10)} ${describe(finding)}`;
  return heldBy.length === 0 ? [first] : [first, `${' '.repeat(22)}held by ${heldBy.map(escapeControls).join(', ')}`];
}

/** What the run says of the source, and how it went. */
function printRun(run: DocumentRun): string[] {
  const unseen = run.unseen.map(
    (each) => `  ${toAddress(each)}  ${escapeControls(each.request)} (${each.changes.join(', ')})`,
  );
  return [
    unseen.length === 0 ? '' : ['Sent, and not seen by `check`:', ...unseen].join('\n'),
    printAside('Found by `check`, and sent in this run:', run.confirmed),
    printAside('Found by `check`, and not sent in this run:', run.notConfirmed),
    describeRun(run),
  ];
}

const settle = 'what you have looked at is marked with `v4ward-ignore unresolved -- <reason>`';

function printUnresolved(unresolved: readonly DocumentUnresolved[]): string {
  const lines = unresolved.map((each) => `  ${toAddress(each)}  ${escapeControls(each.reason)}`);
  return lines.length === 0
    ? ''
    : [`Unresolved GitLab requests, which nobody but you can tell about; ${settle}:`, ...lines].join('\n');
}

function printAside(title: string, findings: readonly DocumentFinding[]): string {
  const lines = findings.map((finding) => `  ${toAddress(finding)}  ${describe(finding)}`);
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}

function printNotices(notices: readonly DocumentNotice[]): string {
  const lines = notices.map((each) => `  ${toAddress(each)}  ${escapeControls(each.message)}`);
  return lines.length === 0 ? '' : ['Comments to v4ward:', ...lines].join('\n');
}

function printErrors(errors: readonly FileError[]): string {
  const lines = errors.map(({ file, message }) => `  ${escapeControls(file)} ${escapeControls(message)}`);
  return lines.length === 0 ? '' : ['Errors:', ...lines].join('\n');
}

/** One line, without the page's address: a terminal has `explain`. What holds it back stands on a line of its own. */
function describe({ says, change }: DocumentFinding): string {
  return escapeControls(`${says} (${change})`);
}

interface Placed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function toAddress({ file, line, column }: Placed): string {
  return `${escapeControls(file)}:${String(line)}:${String(column)}`;
}

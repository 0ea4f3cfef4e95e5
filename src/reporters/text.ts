import type { Place } from '../http/text.js';
import type { FileError, Finding, Notice, Unresolved } from '../migration/finding.js';
import { toPosition } from '../migration/position.js';
import { escapeControls } from './escape.js';
import type { Report, RunReport } from './report.js';
import { printLedger } from './ledger.js';
import { counted, describeRun, describeSummary, summarize } from './summary.js';

type Texts = Report['text'];

/** For people: what is to do, by file, then what nobody could tell, and one line that sums it up. */
export function reportText({ result, text, done, run }: Report): string {
  const sections = [
    ...printFiles(result.findings, text),
    printUnresolved(result.unresolved, text),
    printAside('Possible, if the service is GitLab:', result.possible, text),
    printAside('Guarded by a test of the version, so left alone:', result.guarded, text),
    printNotices(result.notices, text),
    printErrors(result.errors),
    printLedger(result.ledger),
    ...(run === undefined ? [] : printRun(run, text)),
  ];
  const written =
    done === null ? '' : `Fixed ${counted(done.fixed, 'finding')} in ${counted(done.filesChanged, 'file')}. `;
  return [...sections.filter((section) => section !== ''), `${written}${describeSummary(summarize(result))}`]
    .map((section) => `${section}\n`)
    .join('\n');
}

function printFiles(findings: readonly Finding[], text: Texts): string[] {
  const files = [...new Set(findings.map(({ place }) => place.file))];
  return files.map((file) => {
    const lines = findings.filter(({ place }) => place.file === file).flatMap((finding) => printFinding(finding, text));
    return [escapeControls(file), ...lines].join('\n');
  });
}

function printFinding(finding: Finding, text: Texts): string[] {
  const { place, certainty, heldBy } = finding;
  const { line, column } = toPosition(text(place.file) ?? '', place.start);
  const first = `  ${`${String(line)}:${String(column)}`.padEnd(8)} ${certainty.padEnd(10)} ${describe(finding)}`;
  return heldBy.length === 0 ? [first] : [first, `${' '.repeat(22)}held by ${heldBy.map(escapeControls).join(', ')}`];
}

/** What the run says of the source, and how it went. */
function printRun(run: RunReport, text: Texts): string[] {
  const unseen = run.unseen.map(
    ({ place, request, changes }) => `  ${toAddress(place, text)}  ${escapeControls(request)} (${changes.join(', ')})`,
  );
  return [
    unseen.length === 0 ? '' : ['Sent, and not seen by `check`:', ...unseen].join('\n'),
    printAside('Found by `check`, and sent in this run:', run.confirmed, text),
    printAside('Found by `check`, and not sent in this run:', run.notConfirmed, text),
    describeRun(run),
  ];
}

const settle = 'what you have looked at is marked with `v4ward-ignore unresolved -- <reason>`';

function printUnresolved(unresolved: readonly Unresolved[], text: Texts): string {
  const lines = unresolved.map(({ place, reason }) => `  ${toAddress(place, text)}  ${escapeControls(reason)}`);
  return lines.length === 0
    ? ''
    : [`Unresolved GitLab requests, which nobody but you can tell about; ${settle}:`, ...lines].join('\n');
}

function printAside(title: string, findings: readonly Finding[], text: Texts): string {
  const lines = findings.map((finding) => `  ${toAddress(finding.place, text)}  ${describe(finding)}`);
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}

function printNotices(notices: readonly Notice[], text: Texts): string {
  const lines = notices.map(({ place, message }) => `  ${toAddress(place, text)}  ${escapeControls(message)}`);
  return lines.length === 0 ? '' : ['Comments to v4ward:', ...lines].join('\n');
}

function printErrors(errors: readonly FileError[]): string {
  const lines = errors.map(({ file, message }) => `  ${escapeControls(file)} ${escapeControls(message)}`);
  return lines.length === 0 ? '' : ['Errors:', ...lines].join('\n');
}

/** One line, without the page's address: a terminal has `explain`. What holds it back stands on a line of its own. */
function describe({ says, change }: Finding): string {
  return escapeControls(`${says} (${change})`);
}

function toAddress({ file, start }: Place, text: Texts): string {
  const { line, column } = toPosition(text(file) ?? '', start);
  return `${escapeControls(file)}:${String(line)}:${String(column)}`;
}

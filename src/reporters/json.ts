import type { Place } from '../http/text.js';
import type { Notice, ReportedFinding, ReportedUnresolved } from '../migration/finding.js';
import type { LedgerEntry } from '../migration/ledger.js';
import { toPosition } from '../migration/position.js';
import type { Report, RunReport, UnseenRequest } from './report.js';
import { summarize } from './summary.js';

/** The whole result for programs, version 1. Unknown parts of a path are `{}`. */
export function reportJson({ result, text, done, run }: Report): string {
  const print = toPrinter(text);
  const content = {
    version: 1,
    summary: { ...summarize(result), ...done },
    findings: print(result.findings),
    possible: print(result.possible),
    guarded: print(result.guarded),
    acknowledged: print(result.acknowledged),
    baselined: print(result.baselined),
    unresolved: result.unresolved.map((each) => printUnresolved(each, text)),
    baselinedUnresolved: result.baselinedUnresolved.map((each) => printUnresolved(each, text)),
    notices: result.notices.map((each) => printNotice(each, text)),
    ledger: Object.fromEntries(
      [...result.ledger].sort(byName).map(([change, entry]) => [change, printEntry(entry, done !== null)]),
    ),
    errors: result.errors.map(({ file, message }) => ({ file, message })),
    ...(run === undefined ? {} : { run: printRun(run, text) }),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

type Texts = Report['text'];

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function toPrinter(text: Texts): (findings: readonly ReportedFinding[]) => object[] {
  return (findings) => findings.map((finding) => printFinding(finding, text));
}

function printFinding(finding: ReportedFinding, text: Texts): object {
  const { change, rule, certainty, place, message, request, replacement, reason, heldBy, symbol, fingerprint } =
    finding;
  const held = heldBy.length > 0 ? { heldBy } : {};
  return {
    change,
    rule,
    certainty,
    file: place.file,
    ...toRange(place, text),
    message,
    request,
    replacement,
    reason,
    symbol,
    fingerprint,
    ...held,
  };
}

function toRange({ file, start, end }: Place, text: Texts): object {
  const content = text(file) ?? '';
  const from = toPosition(content, start);
  const to = toPosition(content, end);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function printUnresolved({ place, reason, symbol, fingerprint }: ReportedUnresolved, text: Texts): object {
  return { file: place.file, ...toPosition(text(place.file) ?? '', place.start), reason, symbol, fingerprint };
}

function printNotice({ kind, change, place, message }: Notice, text: Texts): object {
  return { kind, change, file: place.file, ...toPosition(text(place.file) ?? '', place.start), message };
}

function printRun({ confirmed, notConfirmed, unseen, ...others }: RunReport, text: Texts): object {
  const print = toPrinter(text);
  return {
    ...others,
    confirmed: print(confirmed),
    notConfirmed: print(notConfirmed),
    unseen: unseen.map((each) => printUnseen(each, text)),
  };
}

function printUnseen({ place, request, changes }: UnseenRequest, text: Texts): object {
  return { file: place.file, ...toPosition(text(place.file) ?? '', place.start), request, changes };
}

/** `fixed` is only told where something was to be fixed. */
function printEntry({ fixed, ...others }: LedgerEntry, wrote: boolean): object {
  const { fixable, suggestion, manual, guarded, acknowledged, unresolved, fine } = others;
  return { ...(wrote ? { fixed } : {}), fixable, suggestion, manual, guarded, acknowledged, unresolved, fine };
}

import type { Certainty, RuleName } from '../catalogue/change.js';
import type { Place } from '../http/text.js';
import type { Edit, FileError, Notice, ReportedFinding, ReportedUnresolved } from '../migration/finding.js';
import type { LedgerEntry } from '../migration/ledger.js';
import { toPosition, unknownFile } from '../migration/position.js';
import { excerptLines, holds, takeExcerpt } from './excerpt.js';
import type { Excerpt } from './excerpt.js';
import type { Done, Report, RunReport, UnseenRequest } from './report.js';
import { summarize } from './summary.js';
import type { Summary } from './summary.js';

/**
 * A whole result, as `--format json` prints it; every other format is a view of it. Files are relative to the working
 * directory, with `/`; in a document that is joined from several they begin with their repository's name.
 */
export interface ReportDocument {
  readonly version: 1;
  /** `fixed` and `filesChanged` if something was to be written. */
  readonly summary: Summary & Partial<Done>;
  readonly findings: readonly DocumentFinding[];
  readonly possible: readonly DocumentFinding[];
  readonly guarded: readonly DocumentFinding[];
  readonly acknowledged: readonly DocumentFinding[];
  readonly baselined: readonly DocumentFinding[];
  readonly unresolved: readonly DocumentUnresolved[];
  readonly baselinedUnresolved: readonly DocumentUnresolved[];
  readonly notices: readonly DocumentNotice[];
  /** By the id of the change, sorted. */
  readonly ledger: DocumentLedger;
  readonly errors: readonly FileError[];
  /** The run that sent the requests; left out if they were read in source. */
  readonly run?: DocumentRun;
  /** The branch that holds what was fixed; left out if none was asked for. */
  readonly branch?: DocumentBranch;
  /** Which part of the findings this is; left out if it is all of them. */
  readonly shard?: DocumentShard;
  /** What each brought; left out unless several were joined. */
  readonly repositories?: readonly DocumentRepository[];
}

export interface DocumentBranch {
  readonly name: string;
  /** `present`: it held the same fixes already; `unneeded`: there was nothing to fix, and it was not made. */
  readonly state: 'created' | 'present' | 'unneeded';
  /** The id of the commit with the fixes. */
  readonly commit: string | null;
  /**
   * `pushed`: with the wish for a merge request; `pushed-plain`: to a server that takes no such wishes; `present`: it
   * was there already; null: it was not to be pushed, or could not be.
   */
  readonly push: 'pushed' | 'pushed-plain' | 'present' | null;
}

/** A part of one project's findings, by file; what is counted of the whole project is that of the whole in each. */
export interface DocumentShard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
  /** The same for the parts of one project. */
  readonly project: string;
}

/** Lines and columns count from 1, columns in UTF-16 units; the end is the place behind the last character. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface DocumentFinding extends Range {
  readonly change: string;
  readonly rule: RuleName;
  readonly certainty: Certainty;
  readonly file: string;
  /** Complete in itself, with the id of the change and the address of its page. */
  readonly message: string;
  /** A line of it for people, without id and address. */
  readonly says: string;
  readonly page: string;
  readonly request: string | null;
  readonly replacement: string | null;
  readonly reason: string | null;
  /** The function, method or class that it stands in; null at the top of a file. */
  readonly symbol: string | null;
  /** 16 hexadecimal digits, the same from run to run. */
  readonly fingerprint: string;
  /** At most a hundred of what holds it back; left out if nothing does. */
  readonly heldBy?: readonly string[];
  /** At most a hundred of the fixes that come before its own, where fixes are made one after another; left out if it can be first. */
  readonly after?: readonly string[];
  readonly edits: readonly DocumentEdit[];
  /** The lines around it and its edits nearby; null if they are too long to show, or can't be had. */
  readonly excerpt: Excerpt | null;
}

export interface DocumentEdit extends Range {
  readonly file: string;
  readonly text: string;
  /** The lines around it, where they are not in the finding's; null beyond twenty of them too. */
  readonly excerpt?: Excerpt | null;
}

export interface DocumentUnresolved {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
  readonly symbol: string | null;
  readonly fingerprint: string;
  readonly excerpt: Excerpt | null;
}

export interface DocumentNotice {
  readonly kind: Notice['kind'];
  readonly change: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** `fixed` only where something was to be fixed. */
export type DocumentLedgerEntry = Omit<LedgerEntry, 'fixed'> & Partial<Pick<LedgerEntry, 'fixed'>>;

export type DocumentLedger = Readonly<Record<string, DocumentLedgerEntry>>;

export interface DocumentRun extends Omit<RunReport, 'confirmed' | 'notConfirmed' | 'unseen'> {
  readonly confirmed: readonly DocumentFinding[];
  readonly notConfirmed: readonly DocumentFinding[];
  readonly unseen: readonly DocumentUnseen[];
}

export interface DocumentUnseen {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly request: string;
  readonly changes: readonly string[];
}

export interface DocumentRepository {
  readonly name: string;
  readonly summary: ReportDocument['summary'];
  readonly ledger: DocumentLedger;
  readonly errors: readonly FileError[];
  readonly branch?: DocumentBranch;
}

/** The result as plain data, positions instead of offsets. */
export function toDocument({ result, text, done, run }: Report): ReportDocument {
  const ranges: Ranges = new Map();
  const describe = (findings: readonly ReportedFinding[]): DocumentFinding[] =>
    findings.map((finding) => describeFinding(finding, text, ranges));
  return {
    version: 1,
    summary: { ...summarize(result), ...done },
    findings: describe(result.findings),
    possible: describe(result.possible),
    guarded: describe(result.guarded),
    acknowledged: describe(result.acknowledged),
    baselined: describe(result.baselined),
    unresolved: result.unresolved.map((each) => describeUnresolved(each, text)),
    baselinedUnresolved: result.baselinedUnresolved.map((each) => describeUnresolved(each, text)),
    notices: result.notices.map((each) => describeNotice(each, text)),
    ledger: Object.fromEntries(
      [...result.ledger].sort(byName).map(([change, entry]) => [change, describeEntry(entry, done !== null)]),
    ),
    errors: result.errors.map(({ file, message }) => ({ file, message })),
    ...(run === undefined ? {} : { run: describeRun(run, text) }),
  };
}

type Texts = Report['text'];

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Thousands of findings may wait for thousands of others. */
export const mostNamed = 100;

/** A base may stand in hundreds of places that move together, each with a finding that has all of them. */
const mostExcerpts = 20;

/** The edits of findings by their ranges; what moves together has the same list, of thousands sometimes. */
type Ranges = Map<readonly Edit[], DocumentEdit[]>;

function describeFinding(finding: ReportedFinding, text: Texts, ranges: Ranges): DocumentFinding {
  const { place, heldBy, after } = finding;
  const range = toRange(place, text);
  const edits =
    ranges.get(finding.edits) ??
    finding.edits.map((edit) => ({ file: edit.file, ...toRange(edit, text), text: edit.text }));
  ranges.set(finding.edits, edits);
  const excerpt = takeExcerpt(text(place.file), excerptLines({ file: place.file, ...range }, edits));
  return {
    change: finding.change,
    rule: finding.rule,
    certainty: finding.certainty,
    file: place.file,
    ...range,
    message: finding.message,
    says: finding.says,
    page: finding.page,
    request: finding.request,
    replacement: finding.replacement,
    reason: finding.reason,
    symbol: finding.symbol,
    fingerprint: finding.fingerprint,
    ...(heldBy.length > 0 ? { heldBy: heldBy.slice(0, mostNamed) } : {}),
    ...(after.length > 0 ? { after: after.slice(0, mostNamed) } : {}),
    edits: withExcerpts(edits, place.file, excerpt, text),
    excerpt,
  };
}

/** An edit in another file, or far from its finding, brings the lines around it. */
function withExcerpts(
  edits: readonly DocumentEdit[],
  file: string,
  excerpt: Excerpt | null,
  text: Texts,
): DocumentEdit[] {
  let left = mostExcerpts;
  return edits.map((edit) => {
    if (edit.file === file && excerpt !== null && holds(excerpt, edit)) return edit;
    left -= 1;
    return { ...edit, excerpt: left < 0 ? null : takeExcerpt(text(edit.file), excerptLines(edit, [])) };
  });
}

/** A text that can't be had has one place, its beginning. */
function toRange({ file, start, end }: Place | Edit, text: Texts): Range {
  const content = text(file);
  if (content === null) return { line: 1, column: 1, endLine: 1, endColumn: 1 };
  const from = toPosition(content, start);
  const to = toPosition(content, end);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function toStart(place: Place, text: Texts): Pick<Range, 'line' | 'column'> & { readonly file: string } {
  const { line, column } = toRange(place, text);
  return { file: place.file, line, column };
}

function describeUnresolved(one: ReportedUnresolved, text: Texts): DocumentUnresolved {
  const { place, reason, symbol, fingerprint } = one;
  const lines = excerptLines({ file: place.file, ...toRange(place, text) }, []);
  return { ...toStart(place, text), reason, symbol, fingerprint, excerpt: takeExcerpt(text(place.file), lines) };
}

function describeNotice({ kind, change, place, message }: Notice, text: Texts): DocumentNotice {
  return { kind, change, ...toStart(place, text), message };
}

function describeRun({ confirmed, notConfirmed, unseen, ...others }: RunReport, text: Texts): DocumentRun {
  return {
    ...others,
    confirmed: confirmed.map((each) => describeFinding(each, text, new Map())),
    notConfirmed: notConfirmed.map((each) => describeFinding(each, text, new Map())),
    unseen: unseen.map((each) => describeUnseen(each, text)),
  };
}

function describeUnseen({ place, request, changes }: UnseenRequest, text: Texts): DocumentUnseen {
  return { ...toStart(place, text), request, changes };
}

function describeEntry({ fixed, ...others }: LedgerEntry, wrote: boolean): DocumentLedgerEntry {
  const { fixable, suggestion, manual, guarded, acknowledged, baselined, unresolved, fine } = others;
  return {
    ...(wrote ? { fixed } : {}),
    fixable,
    suggestion,
    manual,
    guarded,
    acknowledged,
    baselined,
    unresolved,
    fine,
  };
}

/** Whether what a report names as a file is one: a run can end badly, or send a request from nowhere in sight. */
export function isFile(file: string, run: DocumentRun | undefined): boolean {
  return run === undefined || (file !== unknownFile && file !== run.command.join(' '));
}

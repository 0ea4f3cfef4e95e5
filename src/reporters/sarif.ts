/**
 * SARIF 2.1.0, for GitHub's code scanning, editors and whatever else reads the OASIS standard:
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. Numbers in comments are its sections.
 */
import type { Change } from '../catalogue/change.js';
import { getChange } from '../catalogue/index.js';
import { pageOfProject } from '../catalogue/page.js';
import { version } from '../version.js';
import { isFile } from './document.js';
import type {
  DocumentEdit,
  DocumentFinding,
  DocumentNotice,
  DocumentUnresolved,
  Range,
  ReportDocument,
} from './document.js';
import { toJson } from './escape.js';
import { isAddress, nameHolders } from './pieces.js';
import { severities } from './severity.js';
import type { Severity } from './severity.js';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Where relative addresses start: the consumer knows where it has the files, so no path of a machine is told (3.14.14). */
const root = '%SRCROOT%';

export function reportSarif(document: ReportDocument): string {
  return `${toJson({ $schema: schema, version: '2.1.0', runs: [toRun(document)] }, 2)}\n`;
}

function toRun(document: ReportDocument): object {
  const rules = toRules(document);
  const index = new Map(rules.map(({ id }, position) => [id, position]));
  const results = toResults(document).map((result) => ({ ...result, ruleIndex: index.get(result.ruleId) }));
  return {
    tool: { driver: { name: 'v4ward', version, semanticVersion: version, informationUri: pageOfProject, rules } },
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r', '\u2028', '\u2029'],
    originalUriBaseIds: { [root]: { description: { text: 'The working directory of v4ward.' } } },
    invocations: [toInvocation(document)],
    results,
    properties: { summary: document.summary, ledger: document.ledger },
  };
}

interface Result {
  readonly ruleId: string;
  readonly [property: string]: unknown;
}

/** GitHub takes no file that has a result without a place: what was sent from nowhere in sight is told as notifications. */
function toResults(document: ReportDocument): Result[] {
  const { findings, possible, acknowledged, baselined, unresolved, baselinedUnresolved, run } = document;
  const print = (list: readonly DocumentFinding[], more: (finding: DocumentFinding) => object): Result[] =>
    list.filter(({ file }) => isFile(file, run)).map((finding) => ({ ...toResult(finding), ...more(finding) }));
  return [
    ...print(findings, () => ({})),
    ...print(possible, () => asReview),
    ...print(acknowledged, (finding) => ({ suppressions: [toComment(finding)] })),
    ...print(baselined, () => inBaseline),
    ...unresolved.map((each) => toUnresolvedResult(each)),
    ...baselinedUnresolved.map((each) => ({ ...toUnresolvedResult(each), ...inBaseline })),
  ];
}

/** Another service may be meant: for a person to look at, and no failure (3.27.9). */
const asReview = { kind: 'review', level: 'none' };

const inBaseline = {
  suppressions: [{ kind: 'external', status: 'accepted', justification: 'It is in the baseline.' }],
};

/** The comment stands in the lines around, with the reason that a person gave. */
function toComment({ excerpt }: DocumentFinding): object {
  const comment = /v4ward-ignore\s.*?\s--\s(.*)/.exec(excerpt?.lines.join('\n') ?? '');
  const [said = ''] = comment?.[1]?.split(/\*\/|-->/) ?? [];
  const justification = said.trim();
  return { kind: 'inSource', status: 'accepted', ...(justification === '' ? {} : { justification }) };
}

/** All results say what suppresses them, be it nothing, or none does (3.27.23). */
function toResult(finding: DocumentFinding): Result {
  const { change, certainty, says, fingerprint, symbol, request, replacement, reason, heldBy = [] } = finding;
  return {
    ruleId: change,
    level: severities[certainty],
    message: { text: toMessage(heldBy.length === 0 ? says : `${says} Held back by ${nameHolders(heldBy)}.`) },
    locations: [toLocation(finding, symbol)],
    partialFingerprints: { 'v4ward/v1': fingerprint },
    suppressions: [],
    ...toFixes(finding),
    properties: { certainty, request, replacement, reason, heldBy },
  };
}

/** A level of `note`, not the kind `open` that the standard has for it, since consumers hide what is no failure. */
function toUnresolvedResult(unresolved: DocumentUnresolved): Result {
  const { reason, fingerprint, symbol } = unresolved;
  return {
    ruleId: unresolvedRule.id,
    level: 'note' satisfies Severity,
    message: { text: toMessage(`Could not tell: ${reason}.`) },
    locations: [toLocation(unresolved, symbol)],
    partialFingerprints: { 'v4ward/v1': fingerprint },
    suppressions: [],
  };
}

/** `](` would begin a link, if a bracket opens before it (3.11.6). */
function toMessage(text: string): string {
  return text.includes('](') ? text.replace(/[[\]\\]/g, String.raw`\$&`) : text;
}

type Placed = Pick<Range, 'line' | 'column'> & Partial<Range> & { readonly file: string };

function toLocation(placed: Placed, symbol: string | null): object {
  return {
    physicalLocation: { artifactLocation: toArtifact(placed.file), region: toRegion(placed) },
    ...(symbol === null ? {} : { logicalLocations: [{ fullyQualifiedName: symbol }] }),
  };
}

/** A file outside of the working directory has no place below its root. */
function toArtifact(file: string): object {
  const uri = file.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return file.startsWith('../') ? { uri } : { uri, uriBaseId: root };
}

function toRegion({ line, column, endLine, endColumn }: Omit<Placed, 'file'>): object {
  const end = endLine === undefined ? {} : { endLine, endColumn };
  return { startLine: line, startColumn: column, ...end };
}

/** Edits of a fix: hundreds of findings that move together would each bring all of them. */
const mostReplacements = 200;

/** A fix is offered to be made alone, so not where another must come first. */
function toFixes({ edits, says, certainty, heldBy = [], after = [] }: DocumentFinding): object {
  if (
    edits.length === 0 ||
    edits.length > mostReplacements ||
    certainty === 'manual' ||
    heldBy.length > 0 ||
    after.length > 0
  )
    return {};
  const files = [...new Set(edits.map(({ file }) => file))];
  const artifactChanges = files.map((name) => ({
    artifactLocation: toArtifact(name),
    replacements: edits.filter(({ file }) => file === name).map(toReplacement),
  }));
  return { fixes: [{ description: { text: toMessage(says) }, artifactChanges }] };
}

function toReplacement({ text, ...range }: DocumentEdit): object {
  return { deletedRegion: toRegion(range), insertedContent: { text } };
}

interface Rule {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** Those that have results, by name. */
function toRules({ findings, possible, acknowledged, baselined, ...others }: ReportDocument): Rule[] {
  const all = [...findings, ...possible, ...acknowledged, ...baselined];
  const byId = new Map(all.map((finding) => [finding.change, finding]));
  const open = others.unresolved.length + others.baselinedUnresolved.length;
  const rules = [...byId.values()].map((finding) => toRule(finding, getChange(finding.change)));
  return [...rules, ...(open > 0 ? [unresolvedRule] : [])].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** A row of a project's own catalogue is known by what is said of its findings. */
function toRule({ change, rule, certainty, says, page }: DocumentFinding, row: Change | null): Rule {
  const level = severities[row?.certainty ?? certainty];
  return {
    id: change,
    shortDescription: { text: row?.says ?? change },
    fullDescription: { text: row?.because ?? says },
    help: { text: row?.message ?? says, markdown: row === null ? says : toHelp(row, page) },
    ...(isAddress(page) ? { helpUri: page } : {}),
    defaultConfiguration: { level },
    properties: { tags: ['gitlab-api-v4', rule], 'problem.severity': level },
  };
}

function toHelp({ says, because, message, example }: Change, page: string): string {
  return [
    says,
    because,
    message,
    ['```http', `${example.before}  # v3`, `${example.after ?? 'nothing'}  # v4`, '```'].join('\n'),
    `[All about it](${page})`,
  ].join('\n\n');
}

const unresolvedRule = {
  id: 'unresolved',
  shortDescription: { text: 'A GitLab request that could not be told' },
  fullDescription: {
    text: 'Part of it comes from out of sight, so that nobody but a person can tell what v4 changes.',
  },
  help: {
    text: 'See what it sends, and settle it: move it by hand, or mark it with a comment, v4ward-ignore unresolved -- <reason>.',
  },
  helpUri: pageOfProject,
  defaultConfiguration: { level: 'note' },
  properties: { tags: ['gitlab-api-v4'], 'problem.severity': 'recommendation' },
} satisfies Rule;

/** Files that could not be read, parsed or written are faults of the run (3.20.21). */
function toInvocation({ findings, errors, notices, run }: ReportDocument): object {
  return {
    executionSuccessful: errors.length === 0,
    toolExecutionNotifications: [
      ...errors.map(({ file, message }) => ({
        level: 'error' satisfies Severity,
        message: { text: toMessage(`${file}: ${message}`) },
        ...(isFile(file, run) ? { locations: [{ physicalLocation: { artifactLocation: toArtifact(file) } }] } : {}),
      })),
      ...findings
        .filter(({ file }) => !isFile(file, run))
        .map(({ file, message, certainty }) => ({
          level: severities[certainty],
          message: { text: toMessage(`${file}: ${message}`) },
        })),
      ...notices.map(toNotification),
    ],
  };
}

function toNotification({ kind, message, ...placed }: DocumentNotice): object {
  const level: Severity = kind === 'open-todo' || kind === 'resolved-todo' ? 'note' : 'warning';
  return { level, message: { text: toMessage(message) }, locations: [toLocation(placed, null)] };
}

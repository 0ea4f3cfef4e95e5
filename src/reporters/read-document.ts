import type { ReportDocument } from './document.js';

/** A text is no document that can be read here. The message says where it is wrong, and what is expected. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** The first thing that is wrong with a value, which stands at a place such as `findings[2].line`; null if nothing is. */
type Check = (value: unknown, at: string) => string | null;

/**
 * Reads what `--format json` prints.
 *
 * @param file what messages call it
 * @throws {DocumentError}
 */
export function readDocument(text: string, file: string): ReportDocument {
  const value = parse(text, file);
  refuseOtherVersions(value, file);
  const problem = document(value, '');
  if (problem !== null) throw new DocumentError(`${file} is no report of v4ward: ${problem}.`);
  return value as ReportDocument;
}

function parse(text: string, file: string): unknown {
  if (text.trim() === '') throw new DocumentError(`${file} is empty: expected a report made by --format json.`);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new DocumentError(`${file} is no JSON: ${cause}. Expected a report made by --format json.`);
  }
}

function refuseOtherVersions(value: unknown, file: string): void {
  const version = isRecord(value) ? value.version : undefined;
  if (typeof version !== 'number' || version === 1) return;
  throw new DocumentError(
    `${file} is a report of version ${String(version)}, and this v4ward reads version 1: ${version > 1 ? 'take the v4ward that made it' : 'make it again'}.`,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = expectThat('a string', (value) => typeof value === 'string');
const count = expectThat('a number from 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0);
const position = expectThat('a number from 1', (value) => Number.isSafeInteger(value) && Number(value) >= 1);

function expectThat(what: string, isRight: (value: unknown) => boolean): Check {
  return (value, at) => (isRight(value) ? null : `"${at}" is ${describe(value)}; expected ${what}`);
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  const printed = JSON.stringify(value);
  return printed.length > 60 ? `${printed.slice(0, 60)}…` : printed;
}

function oneOf(...choices: readonly unknown[]): Check {
  return expectThat(`one of ${choices.join(', ')}`, (value) => choices.includes(value));
}

function orNull(check: Check): Check {
  return (value, at) => (value === null ? null : check(value, at));
}

function optional(check: Check): Check {
  return (value, at) => (value === undefined ? null : check(value, at));
}

function listOf(check: Check): Check {
  return (value, at) =>
    Array.isArray(value)
      ? first(value.map((one: unknown, index) => () => check(one, `${at}[${String(index)}]`)))
      : `"${at}" is ${describe(value)}; expected a list`;
}

function recordOf(check: Check): Check {
  return (value, at) =>
    isRecord(value)
      ? first(
          Object.entries(value).map(
            ([key, one]) =>
              () =>
                check(one, toPath(at, key)),
          ),
        )
      : `"${at}" is ${describe(value)}; expected an object`;
}

/** Keys that are not named here are of a later version, and let be. */
function shape(keys: Readonly<Record<string, Check>>): Check {
  return (value, at) =>
    isRecord(value)
      ? first(
          Object.entries(keys).map(
            ([key, check]) =>
              () =>
                check(value[key], toPath(at, key)),
          ),
        )
      : `${at === '' ? 'it' : `"${at}"`} is ${describe(value)}; expected an object`;
}

function toPath(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`;
}

function first(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const problem = check();
    if (problem !== null) return problem;
  }
  return null;
}

const start = { file: text, line: position, column: position };
const range = { ...start, endLine: position, endColumn: position };
const excerpt = orNull(shape({ line: position, lines: listOf(text) }));

const finding = shape({
  ...range,
  change: text,
  rule: text,
  certainty: oneOf('safe', 'suggestion', 'manual'),
  message: text,
  says: text,
  page: text,
  request: orNull(text),
  replacement: orNull(text),
  reason: orNull(text),
  symbol: orNull(text),
  fingerprint: text,
  heldBy: optional(listOf(text)),
  edits: listOf(shape({ ...range, text, excerpt: optional(excerpt) })),
  excerpt,
});

const unresolved = shape({ ...start, reason: text, symbol: orNull(text), fingerprint: text, excerpt });
const notice = shape({ ...start, kind: text, change: orNull(text), message: text });
const errors = listOf(shape({ file: text, message: text }));

const branch = shape({
  name: text,
  state: oneOf('created', 'present', 'unneeded'),
  commit: orNull(text),
  push: oneOf('pushed', 'pushed-plain', 'present', null),
});

const summary = shape({
  files: count,
  requests: count,
  findings: count,
  safe: count,
  suggestion: count,
  manual: count,
  possible: count,
  guarded: count,
  acknowledged: count,
  baselined: count,
  unresolved: count,
  errors: count,
  fixed: optional(count),
  filesChanged: optional(count),
  outside: optional(count),
  unread: optional(count),
});

const ledger = recordOf(
  shape({
    fixed: optional(count),
    fixable: count,
    suggestion: count,
    manual: count,
    guarded: count,
    acknowledged: count,
    baselined: count,
    unresolved: count,
    fine: count,
  }),
);

const document = shape({
  version: oneOf(1),
  summary,
  findings: listOf(finding),
  possible: listOf(finding),
  guarded: listOf(finding),
  acknowledged: listOf(finding),
  baselined: listOf(finding),
  unresolved: listOf(unresolved),
  baselinedUnresolved: listOf(unresolved),
  notices: listOf(notice),
  ledger,
  errors,
  branch: optional(branch),
  shard: optional(shape({ index: position, count: position, project: text })),
  repositories: optional(listOf(shape({ name: text, summary, ledger, errors, branch: optional(branch) }))),
});

import { createHash } from 'node:crypto';
import type { FileError } from '../migration/finding.js';
import type {
  DocumentEdit,
  DocumentFinding,
  DocumentLedger,
  DocumentLedgerEntry,
  DocumentRepository,
  DocumentUnresolved,
  ReportDocument,
} from './document.js';

/** A document, and what its repository is called. */
export interface NamedDocument {
  readonly name: string;
  readonly document: ReportDocument;
}

/** The lists of a document whose entries stand in files. */
const lists = [
  'findings',
  'possible',
  'guarded',
  'acknowledged',
  'baselined',
  'unresolved',
  'baselinedUnresolved',
  'notices',
  'errors',
] as const satisfies readonly (keyof ReportDocument)[];

const nothing: ReportDocument['summary'] = {
  files: 0,
  requests: 0,
  findings: 0,
  safe: 0,
  suggestion: 0,
  manual: 0,
  possible: 0,
  guarded: 0,
  acknowledged: 0,
  baselined: 0,
  unresolved: 0,
  errors: 0,
};

/** The document of a repository that could not be looked at. */
export function toFailedDocument(message: string): ReportDocument {
  return {
    version: 1,
    summary: { ...nothing, errors: 1 },
    ...concatenate([], []),
    ledger: {},
    errors: [{ file: '.', message }],
  };
}

type Lists = Pick<ReportDocument, (typeof lists)[number]>;

/**
 * Joins documents of several repositories: sums, sorted by name, with files under the name of their repository. A
 * document that was joined already brings its repositories along, under their own names if nobody else has these.
 */
export function joinRepositories(parts: readonly NamedDocument[]): ReportDocument {
  const named = withUniqueNames(parts);
  const documents = named.map((part) => (hasOwnNames(part, named) ? part.document : moveUnder(part)));
  const repositories = documents.flatMap((document) => document.repositories ?? []).sort(byName);
  return {
    version: 1,
    summary: sum([nothing, ...documents.map(({ summary }) => summary)]),
    ...concatenate(documents, repositories),
    ledger: sumLedgers(documents.map(({ ledger }) => ledger)),
    repositories,
  };
}

function byName({ name: one }: { readonly name: string }, { name: other }: { readonly name: string }): number {
  return one < other ? -1 : Number(one > other);
}

/** Such as the parts of a run over many repositories. */
function hasOwnNames(part: NamedDocument, all: readonly NamedDocument[]): boolean {
  const { repositories } = part.document;
  const others = new Set(all.filter((one) => one !== part).flatMap(toNames));
  return repositories?.every(({ name }) => !others.has(name)) === true;
}

function toNames({ name, document: { repositories } }: NamedDocument): string[] {
  return repositories?.map((repository) => repository.name) ?? [name];
}

/** `web`, and the second one `web-2`. */
export function withUniqueNames<Part extends { readonly name: string }>(parts: readonly Part[]): Part[] {
  const taken = new Set<string>();
  return parts.map((part) => {
    const name = toFreeName(part.name, taken);
    taken.add(name);
    return { ...part, name };
  });
}

function toFreeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${String(count)}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** By repository, and then as each document has it. */
function concatenate(documents: readonly ReportDocument[], repositories: readonly DocumentRepository[]): Lists {
  const places = new Map(repositories.map(({ name }, at) => [name, at]));
  const placeOf = ({ file }: { readonly file: string }): number => findPlace(file, places);
  const joined = lists.map((list) => {
    const all = documents.flatMap((document): readonly { readonly file: string }[] => document[list]);
    return [list, all.sort((one, other) => placeOf(one) - placeOf(other))] as const;
  });
  return Object.fromEntries(joined) as unknown as Lists;
}

/** `team/web/src/a.js` is of `team/web`, and else of `team`. */
function findPlace(file: string, places: ReadonlyMap<string, number>): number {
  for (let name = file; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    const place = places.get(name);
    if (place !== undefined) return place;
  }
  return -1;
}

/** The document of a repository as it stands in a joined one. */
function moveUnder({ name, document }: NamedDocument): ReportDocument {
  const { summary, ledger, branch, repositories } = document;
  const own: DocumentRepository = { name, summary, ledger, errors: document.errors, ...(branch && { branch }) };
  const move = (file: string): string => (file === '.' ? name : `${name}/${file}`);
  const moveFindings = (findings: readonly DocumentFinding[]): DocumentFinding[] =>
    findings.map((finding) => moveFinding(finding, name, move));
  const moveUnresolved = (unresolved: readonly DocumentUnresolved[]): DocumentUnresolved[] =>
    unresolved.map((one) => ({ ...one, file: move(one.file), fingerprint: toFingerprint(name, one.fingerprint) }));
  const moveFile = <Placed extends { readonly file: string }>(one: Placed): Placed => ({
    ...one,
    file: move(one.file),
  });
  return {
    version: 1,
    summary,
    findings: moveFindings(document.findings),
    possible: moveFindings(document.possible),
    guarded: moveFindings(document.guarded),
    acknowledged: moveFindings(document.acknowledged),
    baselined: moveFindings(document.baselined),
    unresolved: moveUnresolved(document.unresolved),
    baselinedUnresolved: moveUnresolved(document.baselinedUnresolved),
    notices: document.notices.map(moveFile),
    ledger,
    errors: document.errors.map(moveFile),
    repositories: (repositories ?? [own]).map((one) => ({
      ...one,
      name: repositories === undefined ? name : `${name}/${one.name}`,
      errors: one.errors.map((error: FileError) => moveFile(error)),
    })),
  };
}

function moveFinding(finding: DocumentFinding, name: string, move: (file: string) => string): DocumentFinding {
  const { file, fingerprint, heldBy, edits } = finding;
  return {
    ...finding,
    file: move(file),
    fingerprint: toFingerprint(name, fingerprint),
    ...(heldBy && { heldBy: heldBy.map(move) }),
    edits: edits.map((edit: DocumentEdit) => ({ ...edit, file: move(edit.file) })),
  };
}

/** Two repositories may hold the same file with the same finding: a reader folds what has one fingerprint. */
function toFingerprint(name: string, fingerprint: string): string {
  return createHash('sha256').update(`${name}\n${fingerprint}`).digest('hex').slice(0, 16);
}

/** All that is counted, over all documents; what only some of them count too. */
function sum<Counts extends object>(all: readonly Counts[]): Counts {
  const totals = new Map<string, number>();
  for (const [key, count] of all.flatMap((counts) => Object.entries(counts) as [string, number][]))
    totals.set(key, (totals.get(key) ?? 0) + count);
  return Object.fromEntries(totals) as Counts;
}

function sumLedgers(ledgers: readonly DocumentLedger[]): DocumentLedger {
  const entries = new Map<string, DocumentLedgerEntry[]>();
  for (const [change, entry] of ledgers.flatMap((ledger) => Object.entries(ledger)))
    entries.set(change, [...(entries.get(change) ?? []), entry]);
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([change, all]) => [change, sum(all)]));
}

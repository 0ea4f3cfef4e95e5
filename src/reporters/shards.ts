import type { DocumentShard, ReportDocument } from './document.js';
import type { NamedDocument } from './merge.js';

interface Part extends NamedDocument {
  readonly shard: DocumentShard;
}

/**
 * Puts the parts of each project together again: what comes out is what one run would have said. A part that is not
 * there is an error of the project, since its findings are not there either.
 */
export function joinShards(documents: readonly NamedDocument[]): NamedDocument[] {
  const whole = documents.filter(({ document }) => document.shard === undefined);
  const parts = documents.flatMap((one): Part[] => {
    const { shard } = one.document;
    return shard === undefined ? [] : [{ ...one, shard }];
  });
  const projects = [...new Set(parts.map(({ shard }) => toKey(shard)))];
  return [...whole, ...projects.map((key) => joinParts(parts.filter(({ shard }) => toKey(shard) === key)))];
}

/** Runs that were cut into other numbers of parts are other runs. */
function toKey({ project, count }: DocumentShard): string {
  return `${project}\n${String(count)}`;
}

function joinParts(given: readonly Part[]): NamedDocument {
  const parts = given.filter(({ shard }, at) => findPart(given, shard.index) === given[at]);
  const [{ document: first, shard }] = parts as [Part, ...Part[]];
  const documents = parts.map(({ document }) => document);
  const indices = Array.from({ length: shard.count }, (_, at) => at + 1);
  const faults = indices.flatMap((index) => describeFault(given, index, shard.count));
  const errors = [...join(documents, 'errors'), ...faults.map((message) => ({ file: '.', message }))];
  return {
    name: shard.project,
    document: {
      version: 1,
      summary: summarize(first, documents, errors.length),
      findings: join(documents, 'findings'),
      possible: join(documents, 'possible'),
      guarded: join(documents, 'guarded'),
      acknowledged: join(documents, 'acknowledged'),
      baselined: join(documents, 'baselined'),
      unresolved: join(documents, 'unresolved'),
      baselinedUnresolved: join(documents, 'baselinedUnresolved'),
      notices: join(documents, 'notices'),
      ledger: first.ledger,
      errors,
    },
  };
}

function findPart(parts: readonly Part[], index: number): Part | undefined {
  return parts.find(({ shard }) => shard.index === index);
}

/** A part that was made again may be from other code: nobody knows which one belongs to the others. */
function describeFault(parts: readonly Part[], index: number, count: number): string[] {
  const own = parts.filter(({ shard }) => shard.index === index).map(({ document }) => JSON.stringify(document));
  const name = `shard ${String(index)} of ${String(count)}`;
  if (own.length === 0) return [`${name} is not among the reports, so its findings are missing`];
  return new Set(own).size > 1 ? [`${name} is among the reports more than once, and they differ`] : [];
}

type List =
  | 'findings'
  | 'possible'
  | 'guarded'
  | 'acknowledged'
  | 'baselined'
  | 'unresolved'
  | 'baselinedUnresolved'
  | 'notices'
  | 'errors';

/** Each file is in one part, so that the order within a file is as it was. */
function join<Key extends List>(documents: readonly ReportDocument[], list: Key): ReportDocument[Key][number][] {
  const all = documents.flatMap((document): readonly ReportDocument[Key][number][] => document[list]);
  return all.sort(({ file: one }, { file: other }) => (one < other ? -1 : Number(one > other)));
}

/** What is counted of the whole project is the same in each part. */
function summarize(
  { summary: whole }: ReportDocument,
  documents: readonly ReportDocument[],
  errors: number,
): ReportDocument['summary'] {
  const add = (key: keyof typeof whole): number =>
    documents.reduce((total, { summary }) => total + (summary[key] ?? 0), 0);
  return {
    ...whole,
    findings: add('findings'),
    safe: add('safe'),
    suggestion: add('suggestion'),
    manual: add('manual'),
    possible: add('possible'),
    guarded: add('guarded'),
    acknowledged: add('acknowledged'),
    baselined: add('baselined'),
    unresolved: add('unresolved'),
    errors,
  };
}

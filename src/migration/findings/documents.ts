import { documentsOf } from '../../analysis/requests/documents.js';
import type { Project } from '../../analysis/project.js';
import { pathLiterals } from '../../analysis/requests/path-places.js';
import type { AnswerRead, StatusRead } from '../../documents/document.js';
import type { Answer, Change } from '../../catalogue/change.js';
import { toFinding } from './answers.js';
import type { Unresolved } from '../finding.js';
import type { Judged } from '../judge.js';
import { answersTo } from './senders.js';
import { listSourced } from './sourced.js';
import type { Claim } from '../settle.js';

/**
 * What nobody can tell about files that are no programs, with the bases that wait for it: those of the same address, else
 * those of the same file. An address that a program reads too is told there.
 */
export function listDocumentUnknowns(project: Project, all: readonly Judged[]): Map<Unresolved, readonly string[]> {
  const own = all.filter(({ found, service }) => found.document !== undefined && service !== 'other');
  const read = new Set(
    all.filter(({ found }) => found.document === undefined).flatMap(({ found }) => pathLiterals(found).map(keyOf)),
  );
  const documents = documentsOf(project);
  return new Map([
    ...listSourced(documents, own, project),
    ...documents.flatMap(({ tree, document }) => {
      const near = own.filter(({ found }) => found.tree === tree);
      return document.unknowns.flatMap(({ place, reason }): [Unresolved, readonly string[]][] => {
        const same = near.filter(({ found: { node } }) => node.range[0] === place.start && node.range[1] === place.end);
        const isAddress = document.requests.some(
          (one) => one.place.start === place.start && one.place.end === place.end,
        );
        if (isAddress && (same.every(({ service }) => service !== 'gitlab') || read.has(keyOf(place)))) return [];
        const bases = [...new Set((isAddress ? same : near).flatMap((judged) => judged.bases))];
        return isAddress && bases.length === 0 ? [] : [[{ place, reason }, bases]];
      });
    }),
  ]);
}

function keyOf({ file, start }: { readonly file: string; readonly start: number }): string {
  return `${file}:${String(start)}`;
}

/**
 * What filters take out of answers, and the statuses that are compared, where v4 answers differently: the output may be
 * read by anything.
 *
 * @param judged the requests whose route is in sight
 */
export function claimFilters(judged: readonly Judged[], rows: readonly Change[]): Claim[] {
  return judged.flatMap((one) => {
    const { reads = [], statuses = [] } = one.found.document ?? {};
    if ((reads.length === 0 && statuses.length === 0) || one.version !== 'v3') return [];
    return answersTo(one.found.request, rows).flatMap(({ change, answer }) => {
      const fields = reads.flatMap((read) => claimRead(one, read, change, answer));
      const others = fields.length > 0 ? [] : reads.slice(0, 1);
      return [
        ...fields,
        ...statuses.flatMap((read) => claimStatus(one, read, change, answer)),
        ...others.flatMap((read) => claimBody(one, read, change, answer)),
      ];
    });
  });
}

/** A status that the file names, and that v4 does not answer: only a person sees what is compared with it. */
function claimStatus(judged: Judged, { status, place }: StatusRead, change: Change, { statuses }: Answer): Claim[] {
  const to = statuses?.[status];
  if (to === undefined) return [];
  const says = `v4 answers ${String(to)} for ${String(status)}.`;
  const reason = 'only a person can tell whether it is the status of this request that is compared here';
  const finding = toFinding(judged, change, { certainty: 'manual', reason, edits: [], place, says });
  return [{ finding, row: change, judged, ofAnswer: true }];
}

/** A filter that reads the body of an answer, and v4 answers without one. */
function claimBody(judged: Judged, { place }: AnswerRead, change: Change, { statuses }: Answer): Claim[] {
  if (statuses?.[200] !== noContent) return [];
  const says = 'v4 answers 204 for 200, without a body.';
  const reason = 'the filter has nothing to read there, and what takes its output is out of sight';
  const finding = toFinding(judged, change, { certainty: 'manual', reason, edits: [], place, says });
  return [{ finding, row: change, judged, ofAnswer: true }];
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-204-no-content */
const noContent = 204;

/** A filter is told by the name of a field alone, `build_artifacts_size` of `statistics.build_artifacts_size` too. */
function claimRead(judged: Judged, { name, place }: AnswerRead, change: Change, { fields = {} }: Answer): Claim[] {
  const own = Object.keys(fields).find((field) => lastOf(field) === name);
  if (own === undefined) return [];
  const to = fields[own] ?? null;
  const says = `v4 does not answer with \`${name}\`${to === null ? '' : ` but with \`${lastOf(to)}\``}.`;
  const reason = 'what reads the output of the filter is out of sight';
  const finding = toFinding(judged, change, { certainty: 'manual', reason, edits: [], place, says });
  return [{ finding, row: change, judged, ofAnswer: true }];
}

function lastOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

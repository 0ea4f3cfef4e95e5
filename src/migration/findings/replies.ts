import type { Place } from '../../http/text.js';
import { findReplyFields, findReplyStatuses } from '../../analysis/answers/replies.js';
import type { ReplyField, ReplyStatus } from '../../analysis/answers/replies.js';
import type { Answer, Change } from '../../catalogue/change.js';
import { toFinding } from './answers.js';
import { answersTo } from './senders.js';
import type { Edit } from '../finding.js';
import type { Sight } from './identify.js';
import type { Judged } from '../judge.js';
import type { Claim } from '../settle.js';

/**
 * What mocks answer and v4 does not. A field that only has another name gets it; the rest is the test's own, and for a
 * person.
 *
 * @param judged the requests whose route is in sight
 */
export function claimReplies(
  judged: readonly Judged[],
  { evaluation, rows }: Sight,
  read: (file: string) => string,
): Claim[] {
  return judged.flatMap((one) => {
    if (one.found.answered === null || one.version !== 'v3') return [];
    const applied = answersTo(one.found.request, rows).filter(({ change }) => change.rule !== 'review-v4-behavior');
    if (applied.length === 0) return [];
    const statuses = findReplyStatuses(one.found).flatMap((reply) => {
      const told = applied.find(({ answer }) => answer.statuses?.[reply.status] !== undefined);
      return told === undefined ? [] : [claimStatus(one, reply, told)];
    });
    const fields = findReplyFields(evaluation, one.found).flatMap((field) => {
      const told = applied.find(({ answer }) => Object.hasOwn(answer.fields ?? {}, field.name));
      return told === undefined ? [] : [toClaim(one, field, told, read)];
    });
    return [...statuses, ...fields];
  });
}

/** A status of success that has a body as before is another one; what else v4 answers depends on more, or has no body to answer with. */
function claimStatus(
  judged: Judged,
  { status, place }: ReplyStatus,
  { change, answer }: { change: Change; answer: Answer },
): Claim {
  const to = answer.statuses?.[status] ?? status;
  const isPlain = to === 201 || to === 202;
  const finding = toFinding(judged, change, {
    certainty: isPlain ? 'safe' : 'manual',
    reason: isPlain ? null : 'what the mock answers instead is for the test to say',
    edits: isPlain ? [{ ...place, text: String(to) }] : [],
    place,
    says: `v4 answers ${String(to)} for ${String(status)}, so a mock should too.`,
  });
  return { finding, row: change, judged, ofAnswer: true };
}

function toClaim(
  judged: Judged,
  field: ReplyField,
  { change, answer }: { change: Change; answer: Answer },
  read: (file: string) => string,
): Claim {
  const { name, key } = field;
  // Where v4 sends no body, no name would be right in one.
  const to = answer.body === 'gone' ? null : (answer.fields?.[name] ?? null);
  const edit = to === null || !isRenamed(answer, field) ? null : renameKey(key, to, read);
  const says = `v4 does not answer with \`${name}\`${to === null ? '' : ` but with \`${to}\``}, so a mock should not.`;
  const finding = toFinding(judged, change, {
    certainty: edit === null ? 'manual' : 'safe',
    reason: edit === null ? 'what the mock answers instead is for the test to say' : null,
    edits: edit === null ? [] : [edit],
    place: key,
    says,
  });
  return { finding, row: change, judged, ofAnswer: true };
}

/** Whether a field has another name, and the same values. */
function isRenamed({ values = {}, reshaped = [] }: Answer, { name, plain }: ReplyField): boolean {
  return plain && !name.includes('.') && !Object.hasOwn(values, name) && !reshaped.includes(name);
}

function renameKey(key: Place, name: string, read: (file: string) => string): Edit {
  const quoted = /^['"]/.test(read(key.file).slice(key.start, key.end));
  return quoted ? { ...key, start: key.start + 1, end: key.end - 1, text: name } : { ...key, text: name };
}

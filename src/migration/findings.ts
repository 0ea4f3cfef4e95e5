import type { Change } from '../catalogue/change.js';
import { getChange } from '../catalogue/index.js';
import { pathPlace } from '../analysis/requests.js';
import type { FoundRequest } from '../analysis/sending.js';
import { describeRequest } from '../http/request.js';
import type { Request } from '../http/request.js';
import { translate } from '../http/translate.js';
import type { Step, Translation } from '../http/translate.js';
import type { HolePiece, Place } from '../http/text.js';
import type { ReadText } from './difference.js';
import type { Edit, Finding } from './finding.js';
import { planEdits } from './plan.js';

/** What v4 changes about one request, before other requests are looked at. */
export function findChanges(found: FoundRequest, request: Request, read: ReadText): Finding[] {
  const translation = translate(request);
  const steps = translation.steps.map((step) => toFinding(found, step, translation, read));
  const notes = translation.notes.flatMap(({ change, says }) => {
    const row = getChange(change);
    return row?.rule === 'review-v4-behavior' ? [toReview(found, row, says, translation)] : [];
  });
  return [...steps, ...notes];
}

function toFinding(found: FoundRequest, step: Step, translation: Translation, read: ReadText): Finding {
  const { change } = step;
  const identified = step.identified === null ? null : identify(step, read);
  const planned = identified ?? planStep(found, step, read);
  const { certainty, reason, edits } = planned;
  const place = edits.length === 0 ? pathPlace(found) : primaryPlace(found, step, edits);
  const replacement = translation.replacement === null ? null : describeRequest(translation.replacement);
  return {
    change: change.id,
    rule: change.rule,
    certainty,
    place,
    message: toMessage(change, replacement, reason),
    request: describeRequest(translation.request),
    replacement,
    reason,
    edits,
    heldBy: [],
  };
}

type Planned = Pick<Finding, 'certainty' | 'reason' | 'edits'>;

function planStep(found: FoundRequest, step: Step, read: ReadText): Planned {
  if (step.after === null || step.certainty === 'manual') return { certainty: 'manual', reason: step.reason ?? step.change.because, edits: [] };
  const edits = planEdits(step.before, step.after, { sender: found.sender, records: found.records, tail: found.tail, read });
  if ('refusal' in edits) return { certainty: 'manual', reason: edits.refusal, edits: [] };
  return edits.length === 0
    ? { certainty: 'manual', reason: step.reason ?? 'the place where it is written is out of sight', edits }
    : { certainty: step.certainty, reason: step.reason, edits };
}

const namesOf: Readonly<Record<string, RegExp>> = {
  issue: /issue|bug|ticket|story|task/i,
  'merge request': /merge|\bmr\b|mr$|pull|\bpr\b/i,
};

/** `issue.id` → `issue.iid`, if the name is to be believed; any other id is for a person. */
function identify({ identified, change }: Step, read: ReadText): Planned | null {
  if (identified === null) return null;
  const [hole] = identified.segment.text;
  const manual: Planned = { certainty: 'manual', reason: describeIdentity(identified, hole?.kind === 'hole' ? hole : null), edits: [] };
  if (hole?.kind !== 'hole' || hole.place === null || identified.segment.text.length !== 1) return manual;
  const source = read(hole.place.file).slice(hole.place.start, hole.place.end);
  const member = new RegExp(`^([\\w$.[\\]!?]+)(\\??\\.)${identified.from}$`).exec(source);
  const owner = member?.[1];
  if (owner === undefined || namesOf[identified.entity]?.test(owner) !== true) return manual;
  const edit: Edit = { file: hole.place.file, start: hole.place.end - identified.from.length, end: hole.place.end, text: identified.to };
  void change;
  return { certainty: 'suggestion', reason: `\`${owner}\` is ${article(identified.entity)}`, edits: [edit] };
}

function describeIdentity({ entity, from, to }: NonNullable<Step['identified']>, hole: HolePiece | null): string {
  const value = hole === null ? 'the number here' : `\`${hole.label}\``;
  return `${value} must be the \`${to}\` of ${article(entity)} in v4, not its \`${from}\`; nothing in sight tells which it is`;
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function toReview(found: FoundRequest, change: Change, says: string, translation: Translation): Finding {
  const replacement = translation.replacement === null ? null : describeRequest(translation.replacement);
  return {
    change: change.id,
    rule: change.rule,
    certainty: 'manual',
    place: pathPlace(found),
    message: toMessage(change, null, null),
    request: describeRequest(translation.request),
    replacement,
    reason: says,
    edits: [],
    heldBy: [],
  };
}

/** What, the v4 form, the condition and the row: complete where only the message is shown. */
function toMessage(change: Change, replacement: string | null, reason: string | null): string {
  const form = replacement === null ? '' : ` In v4: \`${replacement}\`.`;
  const condition = reason === null ? '' : ` ${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;
  return `${change.message}${form}${condition} (${change.id})`;
}

/** The smallest range that says where to look: the edit in the path if there is one, else the first. */
function primaryPlace(found: FoundRequest, step: Step, edits: readonly Edit[]): Place {
  const path = pathPlace(found);
  const inPath = edits.find((edit) => edit.file === path.file && path.start <= edit.start && edit.end <= path.end);
  const edit = inPath ?? edits[0];
  if (edit === undefined) return path;
  if (edit.start < edit.end) return { file: edit.file, start: edit.start, end: edit.end };
  return placeBeside(step.before, edit) ?? path;
}

/** What an insertion is put to: the segment, the parameter or the property that it touches. */
function placeBeside(request: Request, edit: Edit): Place | null {
  const pieces = [...request.segments.flatMap(({ text }) => text), ...request.parameters.flatMap(({ name, value }) => [...name, ...(value ?? [])])];
  const sources = pieces.flatMap((piece) => {
    const place = piece.kind === 'hole' ? piece.place : piece.source;
    return place === null ? [] : [place];
  });
  const properties = request.parameters.flatMap(({ written }) => (written.in === 'record' && written.property.whole !== null ? [written.property.whole] : []));
  const touched = [...sources, ...properties].find((place) => place.file === edit.file && place.start <= edit.start && edit.start <= place.end);
  return touched === undefined ? null : { file: touched.file, start: touched.start, end: touched.end };
}

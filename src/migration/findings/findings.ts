import type { ReadText } from '../edits/splice.js';
import type { Change } from '../../catalogue/change.js';
import { pathPlace } from '../../analysis/requests/path-places.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { ancestorsOf, contains, enclosingFunction, nodeAround } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { describeRequest } from '../../http/request.js';
import type { Request } from '../../http/request.js';
import { meansElse, translate } from '../../http/translate.js';
import type { Identified, Step, Translation } from '../../http/translate.js';
import { show, toKnown } from '../../http/text.js';
import type { Place } from '../../http/text.js';
import type { Edit, Finding } from '../finding.js';
import type { Judged } from '../judge.js';
import { planIdentity } from './identify.js';
import type { Sight } from './identify.js';
import { speak } from '../message.js';
import { planEdits } from '../edits/plan.js';
import type { Writing } from '../edits/plan.js';
import { isUnread } from './unread-answers.js';

/** What v4 changes about one request, before other requests are looked at. */
export function findChanges(
  { found, bases, isSentAnyway }: Judged,
  translation: Translation,
  sight: Sight,
  read: ReadText,
): Finding[] {
  const joint = isUnsteady(translation, sight);
  const isBlind = joint && found.request.version === null && bases.length === 0;
  const steps = translation.steps.flatMap((step) => {
    const finding = toFinding(found, step, translation, joint, sight, read);
    if (finding === null) return [];
    if (isSentAnyway)
      return sendsBoth(found.request, step.change) ? [] : [toManual(finding, found, step.change, sentAnyway)];
    const isOutOfSight = isBlind && finding.joint && finding.edits.length > 0;
    return [isOutOfSight ? toManual(finding, found, step.change, baseOutOfSight) : finding];
  });
  if (found.answered !== null) return steps;
  const notes = translation.notes.flatMap(({ change, says }) => {
    const row = sight.rows.find(({ id }) => id === change);
    if (row === undefined) return [];
    if (row.rule === 'review-v4-behavior')
      return isUnread(sight.evaluation, found, row) ? [] : [toReview(found, row, says, translation)];
    return meansElse(row, translation) ? [toReview(found, row, 'v4 takes this request for another', translation)] : [];
  });
  return [...steps, ...notes];
}

/** Whether the v4 form, read as v3 again, would be changed again: until the base moves the change must not stand alone. */
function isUnsteady({ replacement, steps }: Translation, { rows }: Sight): boolean {
  if (replacement === null || steps.every(({ change }) => change.prefix !== undefined)) return false;
  return translate({ ...replacement, version: 'v3' }, rows).steps.some(
    ({ change, identified }) => identified === null && change.prefix === undefined,
  );
}

/** Null if the source has the v4 form already. */
function toFinding(
  found: FoundRequest,
  step: Step,
  translation: Translation,
  unsteady: boolean,
  sight: Sight,
  read: ReadText,
): Finding | null {
  const { change, identified } = step;
  if (found.answered !== null && identified !== null && isWildcard(identified)) return null;
  const joint = unsteady && identified === null && change.prefix === undefined;
  const planned =
    identified === null
      ? planStep(step, { found, read, evaluation: sight.evaluation })
      : planIdentified(found, identified, sight);
  if (planned === null) return null;
  const { certainty, reason, edits } = planned;
  const place = edits.length === 0 ? pathPlace(found) : primaryPlace(found, step, edits);
  const replacement = translation.replacement === null ? null : describeRequest(translation.replacement);
  return {
    change: change.id,
    rule: change.rule,
    certainty,
    place,
    ...speak(change, certainty, { read: null, form: change.prefix === undefined ? replacement : null, reason }),
    request: describeRequest(translation.request),
    replacement,
    reason,
    edits,
    joint,
    transaction: null,
    ...(found.answered !== null && identified !== null ? { blocks: false } : {}),
    heldBy: [],
    after: [],
    elsewhere: [],
    from: [],
  };
}

/** A mock's placeholder takes the one number as well as the other. */
function isWildcard({ segment: { text } }: Identified): boolean {
  return text.every((piece) => piece.kind === 'hole' && piece.source !== undefined);
}

/** A number in a mock is the test's own: it must be what the program sends. */
function planIdentified({ answered }: FoundRequest, identified: Identified, sight: Sight): Planned | null {
  const planned = planIdentity(identified, sight);
  if (answered === null || planned?.certainty !== 'manual') return planned;
  const { from, to, entity, segment } = identified;
  const number = show(segment.text);
  const reason = `the program sends the \`${to}\` of the ${entity} in v4, so the mock must have it too, and '${number}' may be its \`${from}\``;
  return { ...planned, reason };
}

const baseOutOfSight = 'it can only be made together with the move of the base to v4, and the base is out of sight';

const sentAnyway = 'it goes to v4 as it is, whatever a test of the version says';

/** `{ branch: name, branch_name: name }`, each for one version. */
function sendsBoth({ parameters }: Request, { renamed = {} }: Change): boolean {
  const names = new Set(parameters.map(({ name }) => toKnown(name)));
  const old = Object.keys(renamed).filter((name) => names.has(name));
  return old.length > 0 && old.every((name) => names.has(renamed[name] ?? null));
}

/** A finding that nothing is edited for, where the path is given. */
function toManual(finding: Finding, found: FoundRequest, row: Change, reason: string): Finding {
  return { ...restate(finding, row, { certainty: 'manual', reason, edits: [] }), place: pathPlace(found) };
}

type Planned = Pick<Finding, 'certainty' | 'reason' | 'edits'>;

function planStep(step: Step, writing: Writing): Planned {
  if (step.after === null || step.certainty === 'manual')
    return { certainty: 'manual', reason: step.reason ?? step.change.because, edits: [] };
  const edits = planEdits(step.before, step.after, writing);
  if ('refusal' in edits) return { certainty: 'manual', reason: edits.refusal, edits: [] };
  if (shiftsNumbers(step.change) && !edits.every((edit) => isBesideSending(writing.found, edit))) {
    return { certainty: 'manual', reason: countedElsewhere, edits: [] };
  }
  return edits.length === 0
    ? { certainty: 'manual', reason: step.reason ?? 'the place where it is written is out of sight', edits }
    : { certainty: step.certainty, reason: step.reason, edits };
}

/** Why a number is not shifted where it stands. */
export const countedElsewhere = 'the number is counted elsewhere, and what else reads it is not clear';

/** Whether a change shifts numbers, which must happen once, where they are sent. */
export function shiftsNumbers({ revalued = {} }: Change): boolean {
  return Object.values(revalued).some(({ plus }) => plus !== undefined);
}

/** In the body of the function that sends the request, or with it at the top of the file. */
function isBesideSending(found: FoundRequest, edit: Edit): boolean {
  const { tree, node } = found;
  if (isWrittenByCaller(found, edit)) return true;
  if (edit.file !== tree.file) return false;
  const owner = enclosingFunction(tree, node);
  return owner === null || (owner.body.range[0] <= edit.start && edit.end <= owner.body.range[1]);
}

/** A number that a caller writes in the text of a path, `all('/commits?page=0')`, or in a record. Nothing counts on there. */
function isWrittenByCaller({ chain }: FoundRequest, edit: Edit): boolean {
  return (
    /^\d+$/.test(edit.text) &&
    chain.some(
      ({ tree, node }) =>
        tree.file === edit.file &&
        (tree.texts.some((text) => contains(node, text) && text.range[0] < edit.start && edit.end < text.range[1]) ||
          isInArgument(tree, node, edit)),
    )
  );
}

/** Whether a number stands in an object literal that a call is given: `load(path, { page: 0 })`. */
function isInArgument(tree: Tree, call: Node, { start, end }: Edit): boolean {
  let inner = nodeAround(tree, { file: tree.file, start, end });
  if (inner.type !== 'Literal' || call.type !== 'CallExpression') return false;
  for (const ancestor of ancestorsOf(tree, inner)) {
    if (ancestor === call)
      return inner.type === 'ObjectExpression' && call.arguments.some((argument) => argument === inner);
    if (ancestor.type !== 'Property' && ancestor.type !== 'ObjectExpression') return false;
    inner = ancestor;
  }
  return false;
}

function toReview(found: FoundRequest, change: Change, says: string, translation: Translation): Finding {
  const replacement = translation.replacement === null ? null : describeRequest(translation.replacement);
  return {
    change: change.id,
    rule: change.rule,
    certainty: 'manual',
    place: pathPlace(found),
    ...speak(change, 'manual', { read: null, form: null, reason: says }),
    request: describeRequest(translation.request),
    replacement,
    reason: says,
    edits: [],
    joint: false,
    transaction: null,
    heldBy: [],
    after: [],
    elsewhere: [],
    from: [],
  };
}

/** A finding of a row that turned out less sure than it was, with the reason in its message. */
export function restate(
  finding: Finding,
  row: Change,
  now: Pick<Finding, 'certainty' | 'edits'> & { readonly reason: string },
): Finding {
  const form = row.prefix === undefined ? finding.replacement : null;
  return { ...finding, ...now, ...speak(row, now.certainty, { read: null, form, reason: now.reason }) };
}

/** The smallest range that says where to look: the edit in the path if there is one, else the first. */
function primaryPlace(found: FoundRequest, step: Step, edits: readonly Edit[]): Place {
  const path = pathPlace(found);
  const { tree, node } = found;
  const inCall = edits.filter(
    (edit) => edit.file === tree.file && node.range[0] <= edit.start && edit.end <= node.range[1],
  );
  const inPath = edits.filter((edit) => isInAddress(step.before, edit));
  const chosen = inCall.length === edits.length || inPath.length === 0 ? (inCall.length > 0 ? inCall : edits) : inPath;
  const places = chosen
    .filter(({ file }) => file === chosen[0]?.file)
    .map((edit) => (edit.start < edit.end ? edit : (placeBeside(step.before, edit) ?? edit)));
  const [first] = places;
  if (first === undefined) return path;
  return {
    file: first.file,
    start: Math.min(...places.map(({ start }) => start)),
    end: Math.max(...places.map(({ end }) => end)),
  };
}

function isInAddress({ base, segments }: Request, edit: Edit): boolean {
  const pieces = [...base, ...segments.flatMap(({ slash, text }) => [...slash, ...text])];
  return pieces.some(
    (piece) =>
      piece.kind === 'known' &&
      piece.source?.file === edit.file &&
      piece.source.literal.start <= edit.start &&
      edit.end <= piece.source.literal.end,
  );
}

/** What an insertion is put to: the segment, the parameter or the property that it touches. */
function placeBeside(request: Request, edit: Edit): Place | null {
  const pieces = [
    ...request.segments.flatMap(({ text }) => text),
    ...request.parameters.flatMap(({ name, value }) => [...name, ...(value ?? [])]),
  ];
  const sources = pieces.flatMap((piece) => {
    const place = piece.kind === 'hole' ? piece.place : piece.source;
    return place === null ? [] : [place];
  });
  const properties = request.parameters.flatMap(({ written }) =>
    written.in === 'record' && written.property.whole !== null ? [written.property.whole] : [],
  );
  const touched = [...sources, ...properties].find(
    (place) => place.file === edit.file && place.start <= edit.start && edit.start <= place.end,
  );
  return touched === undefined ? null : { file: touched.file, start: touched.start, end: touched.end };
}

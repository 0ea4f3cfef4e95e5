import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { printAddress, printBody } from '../../http/request.js';
import type { AddedPlace, Parameter, RecordPlace, Request } from '../../http/request.js';
import { show } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { placeOfAdded } from './added-place.js';
import { CompatibleEdits } from './apply.js';
import { toEdits } from './difference.js';
import type { Edit } from '../finding.js';
import type { ReadText, Refusal } from './splice.js';
import { refuseEncoding, refuseGiven, withExpressions } from './moved-values.js';
import { planMethod } from './plan-method.js';
import { refuseRepeated } from './repeated.js';
import { refuseInValues } from './values.js';
import { planRecords, recordFor, recordLeftEmpty, addProperties } from './plan-records.js';

/** What the edits of a request's change need to know of the source beside the request itself. */
export interface Writing {
  readonly found: FoundRequest;
  readonly read: ReadText;
  readonly evaluation: Evaluation;
}

/** The edits that make one request another, or why there are none. */
export function planEdits(from: Request, to: Request, writing: Writing): Edit[] | Refusal {
  if (isOnlyShown(from, writing))
    return { refusal: 'what sends to this address is out of sight: change both together' };
  const put = new Set(from.parameters.filter(({ written }) => written.in === 'nowhere'));
  const { before, after } = withExpressions(withoutParameters(from, put), withoutParameters(to, put), writing);
  const added = after.parameters.filter(({ written }) => written.in === 'nowhere');
  const isBeforeSign = placeOfAdded(before, writing.found, writing.evaluation) === 'before-sign';
  const record = added.length === 0 || isBeforeSign ? null : recordFor(before, after, added, writing);
  if (namesList(before, after) && isWrittenAnew(from, writing))
    return { refusal: 'the client writes a list in the address otherwise where there are other parameters beside it' };
  const planWith = (chosen: RecordPlace | null): Edit[] | Refusal => {
    const inAddress = chosen === null ? after : withoutParameters(after, new Set(added));
    const parts: (Edit[] | Refusal)[] = [
      planMethod(before, after, writing),
      planAddress(before, inAddress, writing),
      planText(printBody(before), printBody(after), writing),
      planRecords(before, after, writing, chosen?.replaces),
      chosen === null ? [] : addProperties(chosen, added, writing),
    ];
    const refused = parts.find((part): part is Refusal => 'refusal' in part);
    return refused ?? together(parts.flatMap((part) => ('refusal' in part ? [] : part)));
  };
  const edits = record !== null && 'refusal' in record ? record : planWith(record?.record ?? null);
  const left = 'refusal' in edits && !isBeforeSign ? recordLeftEmpty(before, after, added, writing) : null;
  const others = left === null ? edits : planWith(left);
  return 'refusal' in others ? edits : others;
}

/** Whether a parameter in the address becomes that of a list, `iids[]`. */
function namesList(before: Request, after: Request): boolean {
  return after.parameters.some(
    (each) => each.written.in === 'url' && show(each.name).endsWith('[]') && !before.parameters.includes(each),
  );
}

function isWrittenAnew({ unseen }: Request, { found: { sender, records } }: Writing): boolean {
  if (sender?.client.writesQueryAnew !== true) return false;
  return (
    unseen.includes('query') || records.some(({ location, inAddress }) => location === 'query' && inAddress !== true)
  );
}

/** What stands for two parts of a request, `all[name] = value` in a loop, cannot become what both of them need. */
function together(edits: readonly Edit[]): Edit[] | Refusal {
  const byFile = new Map<string, CompatibleEdits>();
  for (const edit of edits) {
    const own = byFile.get(edit.file) ?? new CompatibleEdits();
    byFile.set(edit.file, own);
    if (own.conflictsWith(edit))
      return { refusal: 'the same characters stand for several parts of the request, which need different ones' };
    own.add(edit);
  }
  return [...edits];
}

/** An address that stands in settings, or was recorded. */
function isOnlyShown({ base, segments }: Request, { found: { document } }: Writing): boolean {
  const pieces = [...base, ...segments.flatMap(({ text }) => text)];
  return document?.sent === false && pieces.every((piece) => piece.kind === 'hole' || piece.source === null);
}

/** New parameters go last; where the end cannot be written to, or is shared with other requests, first. */
function planAddress(before: Request, after: Request, writing: Writing): Edit[] | Refusal {
  const { found } = writing;
  const planWith = (added: AddedPlace): Edit[] | Refusal => {
    const edits = planText(printAddress(before), printAddress(after, added), writing);
    if ('refusal' in edits) return edits;
    return (
      refuseInValues(before, edits, found) ??
      refuseGiven(before, after, edits, writing) ??
      refuseEncoding(before, after, writing) ??
      edits
    );
  };
  const place = placeOfAdded(before, writing.found, writing.evaluation);
  const edits = planWith(place);
  if (!('refusal' in edits) || after.parameters.every(({ written }) => written.in !== 'nowhere')) return edits;
  const others = planWith(place === 'first' ? 'last' : 'first');
  return 'refusal' in others ? edits : others;
}

function planText(before: Text, after: Text, { found, read, evaluation }: Writing): Edit[] | Refusal {
  const edits = toEdits(before, after, read);
  return 'refusal' in edits ? edits : (refuseRepeated(before, edits, found, evaluation) ?? edits);
}

/** What another change of the same request puts in is that change's affair. */
function withoutParameters(request: Request, left: ReadonlySet<Parameter>): Request {
  return left.size === 0
    ? request
    : { ...request, parameters: request.parameters.filter((parameter) => !left.has(parameter)) };
}

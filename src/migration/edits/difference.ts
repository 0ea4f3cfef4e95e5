import { toOrigin } from '../../analysis/value.js';
import { canMove } from '../../analysis/values/moving.js';
import { passagesOf } from '../../http/text.js';
import type { HolePiece, KnownPiece, Passage, Piece, Place, Source, Text } from '../../http/text.js';
import type { Edit } from '../finding.js';
import { literalSource, placeOf, spotBeside, wrapEdits, writeAt } from './splice.js';
import type { ReadText, Refusal, Spot, Unit } from './splice.js';

/**
 * The edits that turn one text into another where it stands: what stays is left alone, whatever is moved takes its
 * expression along.
 *
 * @param before a text whose pieces know their places
 * @param after the same pieces, cut, moved, left out, or with others between them
 */
export function toEdits(before: Text, after: Text, read: ReadText): Edit[] | Refusal {
  if (before.length === after.length && before.every((piece, index) => piece === after[index])) return [];
  const refused = refuseEncoding(before, after) ?? refuseFilled(before, after);
  if (refused !== null) return refused;
  const differing = withoutCommonEnds(before, after);
  const from = toUnits(differing.before);
  const to = toUnits(differing.after);
  const kept = keep(from, to);
  const edits: Edit[] = [];
  let left = -1;
  let leftTo = -1;
  for (const [index, toIndex] of [...kept, [from.length, to.length] as const]) {
    const gap = toGap(from, to, { left, right: index, leftTo, rightTo: toIndex });
    const made = gap === null ? [] : editGap(gap, read);
    if ('refusal' in made) return made;
    if (gap !== null && !made.every((edit) => gap.put.every((unit) => canStand(unit, edit))))
      return { refusal: setBetween };
    edits.push(...made);
    const wrapped = wrapEdits(from[index], to[toIndex], read);
    if ('refusal' in wrapped) return wrapped;
    edits.push(...wrapped);
    left = index;
    leftTo = toIndex;
  }
  return repeatsPlace(before, edits)
    ? { refusal: 'the same characters stand for several parts of the address' }
    : mergeEdits(edits);
}

/** Why a value does not move. */
export const setBetween = 'a value is set, or may be another, between the two places where it would be read';

/** The pieces that differ, and one on either side: what is written there stands beside it. */
function withoutCommonEnds(before: Text, after: Text): { before: Text; after: Text } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const from = Math.max(start - 1, 0);
  const to = Math.max(end - 1, 0);
  return { before: before.slice(from, before.length - to), after: after.slice(from, after.length - to) };
}

/** The text as a whole goes through `encodeURI`, which would encode what is put into it. */
function refuseEncoding(before: Text, after: Text): Refusal | null {
  if (!before.some((piece) => passagesOf(piece).includes('encodeURI'))) return null;
  const present = new Set(toUnits(before).map(toContent));
  return toUnits(after).some((unit) => !present.has(toContent(unit)) && isEncodedNow(unit))
    ? { refusal: '`encodeURI` encodes the whole address later, and with it a value that is encoded already' }
    : null;
}

/** A placeholder that the program fills by itself, whose value would have to be another. */
function refuseFilled(before: Text, after: Text): Refusal | null {
  const isFilled = (hole: HolePiece): boolean => hole.source !== undefined && toOrigin(hole) !== null;
  return after.some(
    (piece) => piece.kind === 'hole' && piece.wrap !== undefined && isFilled(piece) && !before.includes(piece),
  )
    ? { refusal: 'the value changes, and it is not written here' }
    : null;
}

/** A query in a pathname, or in front of what is added to one, would be encoded, or cut off. */
function refuseQuery({ left, taken, put, after }: OpenGap): Refusal | null {
  const beside = [...(left === null ? [] : [left]), ...taken, ...after];
  return put.some((unit) => isNew(unit) && /[?#]/.test(unit.text)) && beside.some(isPathname)
    ? { refusal: 'nothing but a path can be written there' }
    : null;
}

/** `'/owned'` behind a base that ends in `/projects`: the client would put the slash before a query, too. */
function refuseJoint({ taken, put }: OpenGap): Refusal | null {
  return put[0]?.kind === 'character' && put[0].text === '?' && taken.some((unit) => goesThrough(unit, 'joint'))
    ? { refusal: 'the client puts a slash between its base and what is written there' }
    : null;
}

/** A part of the path on a line that is for parameters alone. */
function refuseLine({ taken, put }: OpenGap): Refusal | null {
  return put[0]?.kind === 'character' && put[0].text === '/' && taken.some((unit) => goesThrough(unit, 'parameters'))
    ? { refusal: 'the line holds parameters alone, and a path may not go on there' }
    : null;
}

function isPathname(unit: Unit): boolean {
  return goesThrough(unit, 'pathname');
}

function goesThrough(unit: Unit, passage: Passage): boolean {
  const through = unit.kind === 'hole' ? unit.hole.through : unit.source?.through;
  return through?.includes(passage) === true;
}

function toContent(unit: Unit): string {
  return unit.kind === 'hole' ? `${unit.key} ${unit.hole.wrap ?? ''}` : unit.key;
}

function isEncodedNow(unit: Unit): boolean {
  return unit.kind === 'hole' ? unit.hole.wrap === 'encode' : isNew(unit) && unit.text === '%';
}

function isNew(unit: Unit): unit is Extract<Unit, { kind: 'character' }> {
  return unit.kind === 'character' && unit.source === null;
}

/** Whether a unit that is put somewhere means there what it meant. */
function canStand(unit: Unit, edit: Edit): boolean {
  return unit.kind === 'character' || unit.hole.source !== undefined || canMove(unit.hole, edit);
}

function toUnits(text: Text): Unit[] {
  return text.flatMap((piece): readonly Unit[] => (piece.kind === 'hole' ? [holeUnit(piece)] : characterUnits(piece)));
}

function holeUnit(hole: HolePiece): Unit {
  const { place } = hole;
  const at = place === null ? numberOf(hole) : `${place.file}:${String(place.start)}-${String(place.end)}`;
  return { kind: 'hole', hole, key: `hole ${at}` };
}

const numbers = new WeakMap<HolePiece, string>();
let count = 0;

/** One that no expression fills is told from others by itself: all that one function puts into a pattern have the same label. */
function numberOf(hole: HolePiece): string {
  const known = numbers.get(hole) ?? String((count += 1));
  numbers.set(hole, known);
  return known;
}

/** Texts before and after a change are made of the same pieces. */
const unitsOfPieces = new WeakMap<KnownPiece, readonly Unit[]>();

function characterUnits(piece: KnownPiece): readonly Unit[] {
  const before = unitsOfPieces.get(piece);
  if (before !== undefined) return before;
  const units = splitPiece(piece);
  unitsOfPieces.set(piece, units);
  return units;
}

function splitPiece({ text, source }: KnownPiece): Unit[] {
  if (source === null)
    return text
      .split('')
      .map((character) => ({ kind: 'character', text: character, source: null, key: `new ${character}` }));
  if (text.length === 1 && source.verbatim)
    return [{ kind: 'character', text, source, key: `${source.file}:${String(source.start)}` }];
  if (!source.verbatim) {
    return text.split('').map((character, index) => ({
      kind: 'character',
      text: character,
      source,
      key: `${keyOf(source)} ${text} ${String(index)}`,
    }));
  }
  return text.split('').map((character, index) => {
    const start = source.start + index;
    return {
      kind: 'character',
      text: character,
      source: { ...source, start, end: start + 1 },
      key: `${source.file}:${String(start)}`,
    };
  });
}

function keyOf({ file, start, end }: Place): string {
  return `${file}:${String(start)}-${String(end)}`;
}

// What stays

/** The longest common subsequence, as pairs of indices; units are equal if their keys are. */
function keep(from: readonly Unit[], to: readonly Unit[]): [number, number][] {
  const start = commonStart(from, to);
  const end = commonEnd(from, to, start);
  const middle = longestCommon(from.slice(start, from.length - end), to.slice(start, to.length - end));
  return [
    ...Array.from({ length: start }, (_, index): [number, number] => [index, index]),
    ...middle.map(([one, other]): [number, number] => [one + start, other + start]),
    ...Array.from({ length: end }, (_, index): [number, number] => [
      from.length - end + index,
      to.length - end + index,
    ]),
  ];
}

function commonStart(from: readonly Unit[], to: readonly Unit[]): number {
  let count = 0;
  while (count < Math.min(from.length, to.length) && from[count]?.key === to[count]?.key) count += 1;
  return count;
}

function commonEnd(from: readonly Unit[], to: readonly Unit[], start: number): number {
  let count = 0;
  while (count < Math.min(from.length, to.length) - start && from.at(-1 - count)?.key === to.at(-1 - count)?.key)
    count += 1;
  return count;
}

function longestCommon(from: readonly Unit[], to: readonly Unit[]): [number, number][] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  const lengthAt = (one: number, other: number) => lengths[one]?.[other] ?? 0;
  for (let one = from.length - 1; one >= 0; one -= 1) {
    for (let other = to.length - 1; other >= 0; other -= 1) {
      const row = lengths[one];
      if (row === undefined) continue;
      row[other] =
        from[one]?.key === to[other]?.key
          ? lengthAt(one + 1, other + 1) + 1
          : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let one = 0, other = 0; one < from.length && other < to.length;) {
    if (from[one]?.key === to[other]?.key) pairs.push([one++, other++]);
    else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}

// What changes between two units that stay

interface Gap {
  readonly left: Unit | null;
  readonly right: Unit | null;
  readonly taken: readonly Unit[];
  readonly put: readonly Unit[];
}

/** A gap and all that stands behind it. */
interface OpenGap extends Gap {
  readonly after: readonly Unit[];
}

function toGap(
  from: readonly Unit[],
  to: readonly Unit[],
  at: { left: number; right: number; leftTo: number; rightTo: number },
): OpenGap | null {
  const taken = from.slice(at.left + 1, at.right);
  const put = to.slice(at.leftTo + 1, at.rightTo);
  if (taken.length === 0 && put.length === 0) return null;
  return { left: from[at.left] ?? null, right: from[at.right] ?? null, after: from.slice(at.right), taken, put };
}

function editGap(gap: OpenGap, read: ReadText): Edit[] | Refusal {
  const missing = [...gap.taken].some((unit) => placeOf(unit) === null);
  if (missing) return { refusal: 'part of the address stands in no source that can be edited' };
  const refused = refuseQuery(gap) ?? refuseJoint(gap) ?? refuseLine(gap);
  if (refused !== null) return refused;
  return gap.taken.length === 0 ? insert(gap, read) : replace(gap, read);
}

function insert({ left, right, put }: Gap, read: ReadText): Edit[] | Refusal {
  const spot = insertionSpot(left, right, read);
  if (spot === null) return { refusal: 'there is no text in sight at the place where the address changes' };
  return writeAt(spot, spot, put, read);
}

/**
 * Inside a literal if there is one; beside the base, which others share, only if nothing else is there. A function that puts a
 * query behind every path that it is given, `${path}?${query}`, is shared too.
 */
function insertionSpot(left: Unit | null, right: Unit | null, read: ReadText): Spot | null {
  const after = left === null ? null : spotBeside(left, 'after', read);
  const before = right === null ? null : spotBeside(right, 'before', read);
  if (left === null || right === null || after === null || before === null) return after ?? before;
  const inside = literalSource(right) !== null && !inSameLiteral(left, right);
  return inside && !isQueryOfOther(left, right, read) ? before : after;
}

/** Whether a query begins in another expression than the path before it ends in. */
function isQueryOfOther(left: Unit, right: Unit, read: ReadText): boolean {
  return right.kind === 'character' && right.text === '?' && !joined(left, right, read);
}

function replace({ left, right, taken, put }: Gap, read: ReadText): Edit[] | Refusal {
  const [first] = taken;
  const last = taken.at(-1);
  if (first === undefined || last === undefined) return { refusal: 'nothing is replaced' };
  if (taken.every((unit) => inSameLiteral(unit, first)) && isContiguous(taken)) {
    return replaceInside(first, last, put, read);
  }
  const groups = splitBySource(taken);
  if (groups.length > 1 && put.length === 0) {
    const all = groups.map((group) => replace({ left: null, right: null, taken: group, put: [] }, read));
    const refused = all.find((one): one is Refusal => 'refusal' in one);
    return refused ?? all.flatMap((one) => ('refusal' in one ? [] : one));
  }
  return replaceAcross({ left, right, taken, put }, first, last, read);
}

function inSameLiteral(unit: Unit, first: Unit): boolean {
  const [one, other] = [literalSource(unit), literalSource(first)];
  return one !== null && other !== null && keyOf(one.literal) === keyOf(other.literal);
}

function isContiguous(units: readonly Unit[]): boolean {
  return units.every((unit, index) => index === 0 || placeOf(unit)?.start === placeOf(units[index - 1] ?? unit)?.end);
}

/** Runs of units that stand behind each other in one expression; pieces of different statements are edited apart. */
function splitBySource(units: readonly Unit[]): Unit[][] {
  const groups: Unit[][] = [];
  for (const unit of units) {
    const place = placeOf(unit);
    const group = groups.at(-1);
    const last = group?.at(-1);
    const before = last === undefined ? null : placeOf(last);
    const follows =
      before !== null &&
      place !== null &&
      before.file === place.file &&
      before.end <= place.start &&
      place.start - before.end < 200;
    if (group !== undefined && follows) group.push(unit);
    else groups.push([unit]);
  }
  return groups;
}

function replaceInside(first: Unit, last: Unit, put: readonly Unit[], read: ReadText): Edit[] | Refusal {
  const start = spotBeside(first, 'before', read);
  const end = spotBeside(last, 'after', read);
  if (start === null || end === null) return { refusal: 'the address cannot be cut there' };
  return writeAt(start, end, put, read);
}

/** A stretch that goes over the edges of literals: within one template, or one chain of `+`. */
function replaceAcross({ left, right, taken, put }: Gap, first: Unit, last: Unit, read: ReadText): Edit[] | Refusal {
  const refusal: Refusal = {
    refusal: 'the part of the address that changes is put together in a way that cannot be edited safely',
  };
  if (taken.some((unit) => literalSource(unit)?.writer !== undefined)) return refusal;
  if (!taken.every((unit, index) => index === 0 || joined(taken[index - 1] ?? unit, unit, read))) return refusal;
  const start = spotBeside(first, 'before', read) ?? operandSpot(first, 'before');
  const end = spotBeside(last, 'after', read) ?? operandSpot(last, 'after');
  if (start === null || end === null) return refusal;
  if (start.source?.quoting === '`' && end.source?.quoting === '`') return writeAt(start, end, put, read);
  if (put.length > 0) return refusal;
  return takeOperands({ left, right }, start, end, read) ?? refusal;
}

function operandSpot(unit: Unit, side: 'after' | 'before'): Spot | null {
  const place = placeOf(unit);
  return place === null
    ? null
    : { file: place.file, offset: side === 'after' ? place.end : place.start, source: null, side };
}

/** Whether nothing but `+`, quotes and the like stands between two units. */
function joined(one: Unit, other: Unit, read: ReadText): boolean {
  const before = placeOf(one);
  const after = placeOf(other);
  if (before === null || after === null || before.file !== after.file || before.end > after.start) return false;
  const between = read(before.file).slice(before.end, after.start).replaceAll(/\s+/g, ' ');
  return between === '' || /^ ?\}?['"`]? ?\+? ?['"`]?(?:\$\{ ?)?$/.test(between);
}

/** Takes a stretch out of a chain of `+`, with the operators and quotes that become useless. */
function takeOperands(
  { left, right }: Pick<Gap, 'left' | 'right'>,
  start: Spot,
  end: Spot,
  read: ReadText,
): Edit[] | null {
  const text = read(start.file);
  const opened = start.source !== null && isInside(left, start.source) ? start.source : null;
  const closed = end.source !== null && isInside(right, end.source) ? end.source : null;
  const { file } = start;
  if (opened !== null && closed !== null)
    return opened.quoting === closed.quoting ? [{ file, start: start.offset, end: end.offset, text: '' }] : null;
  if (opened !== null)
    return [{ file, start: start.offset, end: end.source?.literal.end ?? end.offset, text: opened.quoting }];
  if (closed !== null)
    return [{ file, start: start.source?.literal.start ?? start.offset, end: end.offset, text: closed.quoting }];
  const from = start.source?.literal.start ?? start.offset;
  const to = end.source?.literal.end ?? end.offset;
  const plus = /\s*\+\s*$/.exec(text.slice(Math.max(0, from - 200), from));
  if (plus !== null) return [{ file: start.file, start: from - plus[0].length, end: to, text: '' }];
  const after = /^\s*\+\s*/.exec(text.slice(to, to + 200));
  return after === null ? null : [{ file: start.file, start: from, end: to + after[0].length, text: '' }];
}

function isInside(unit: Unit | null, source: Source): boolean {
  const own = unit === null ? null : literalSource(unit);
  return own !== null && keyOf(own.literal) === keyOf(source.literal);
}

// Safety

/** A character that is edited, or beside which something is put in, must not also stand elsewhere in the text. */
function repeatsPlace(text: Text, edits: readonly Edit[]): boolean {
  if (edits.length === 0) return false;
  const places = text.flatMap(charactersOf);
  return places.some((one, index) =>
    places.slice(index + 1).some((other) => edits.some((edit) => haveInCommon(one, other, edit))),
  );
}

/** Where the characters of a piece stand, if each of them can be told; one alone may be written as an escape. */
function charactersOf(piece: Piece): Place[] {
  if (piece.kind === 'hole' || piece.source?.verbatim !== true) return [];
  const { file, start, end } = piece.source;
  return [{ file, start, end: piece.text.length === 1 ? end : start + piece.text.length }];
}

/** Whether there is a character that stands in all of some places, or beside which something is put in. */
function haveInCommon(one: Place, other: Place, edit: Edit): boolean {
  const start = Math.max(one.start, other.start);
  const end = Math.min(one.end, other.end);
  if (start >= end || one.file !== edit.file || other.file !== edit.file) return false;
  return edit.start === edit.end
    ? start <= edit.start && edit.end <= end
    : Math.max(start, edit.start) < Math.min(end, edit.end);
}

/** Edits that touch become one, so that their order is beyond doubt. */
function mergeEdits(edits: readonly Edit[]): Edit[] {
  const sorted = [...edits].sort(
    (one, other) => one.file.localeCompare(other.file) || one.start - other.start || one.end - other.end,
  );
  const merged: Edit[] = [];
  for (const edit of sorted) {
    const last = merged.at(-1);
    if (last?.file === edit.file && last.end === edit.start)
      merged[merged.length - 1] = { ...last, end: edit.end, text: last.text + edit.text };
    else merged.push(edit);
  }
  return merged;
}

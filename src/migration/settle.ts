import type { ChainCall } from '../analysis/requests/found-request.js';
import { pathPlace } from '../analysis/requests/path-places.js';
import { toPlace } from '../analysis/syntax/tree.js';
import type { Change } from '../catalogue/change.js';
import type { RecordPlace, Request } from '../http/request.js';
import type { Piece, Place } from '../http/text.js';
import type { Edit, Finding } from './finding.js';
import { restate } from './findings/findings.js';
import type { Judged } from './judge.js';

/** A finding with the requests that it stands for. */
export interface Claim {
  readonly finding: Finding;
  /** The row that it is a finding of. */
  readonly row: Change;
  readonly judged: Judged;
  /** It is about what is read of the request's answer; requests that pass the value on don't care for the field's name. */
  readonly ofAnswer?: boolean;
}

/**
 * All findings of a project together: equal ones become one, and an edit is only made where every request that reads
 * the characters wants it.
 *
 * @param all every request of the project, those of other services too
 * @param toText the text that is put together around a place
 */
export function settle(claims: readonly Claim[], all: readonly Judged[], toText: ToText): Claim[][] {
  const readers = new Readers(all, toText);
  const groups = groupBy(claims, ({ finding }) => keyOf(finding));
  const agreed = findAgreed(groups, readers);
  const settled = joinWishes(groups.flatMap((group) => (agreed.has(group) ? group : group.map(refuse))));
  return groupBy(settled, (claim) => `${keyOf(claim.finding)} ${toSubject(claim)} ${claim.finding.reason ?? ''}`);
}

/** A base is one thing, and so is what is read; any other finding belongs to the call that sends the request. */
function toSubject({ finding: { rule }, judged: { found }, ofAnswer }: Claim): string {
  return rule === 'no-v3-prefix' || ofAnswer === true ? '' : `${found.tree.file}:${String(found.node.range[0])}`;
}

function keyOf({ change, place, edits, certainty }: Finding): string {
  return JSON.stringify([change, place.file, place.start, place.end, edits, certainty]);
}

function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = toKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

type ToText = (place: Place) => Place;

interface Reader {
  readonly place: Place;
  readonly judged: Judged;
}

/** Which requests read which characters, by file and hundred characters. */
class Readers {
  private readonly index = new Map<string, Reader[]>();

  constructor(
    all: readonly Judged[],
    private readonly toText: ToText,
  ) {
    const readers = all.flatMap((judged) =>
      [
        ...placesOf(judged.found.request),
        ...judged.found.records.map(endOf),
        ...judged.found.chain.flatMap(namesCalled),
      ].map((place): Reader => ({ place, judged })),
    );
    for (const reader of readers) {
      for (const bucket of bucketsOf(reader.place)) {
        const key = `${reader.place.file}:${String(bucket)}`;
        const same = this.index.get(key);
        if (same === undefined) this.index.set(key, [reader]);
        else same.push(reader);
      }
    }
  }

  /**
   * The requests that send characters which an edit changes, or the text that it puts something into: what stands beside
   * `${page}` goes with every page, also where a call says which.
   */
  of(edit: Edit): readonly Reader[] {
    const reach = edit.start === edit.end ? this.toText(edit) : edit;
    return bucketsOf(reach)
      .flatMap((bucket) => this.index.get(`${edit.file}:${String(bucket)}`) ?? [])
      .filter(({ place }) => touches(reach, place));
  }
}

/** `delete` of `api.delete(path)`: whoever is come to by that call is come to by that name. */
function namesCalled({ tree, node }: ChainCall): Place[] {
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression'
    ? [toPlace(tree, node.callee.property)]
    : [];
}

/** Where a record takes more parameters: whoever sends the record sends them. */
function endOf({ place, last }: RecordPlace): Place {
  return last === null ? place : { ...place, start: last.end };
}

function bucketsOf({ start, end }: Place): number[] {
  const first = Math.floor(start / 100);
  return Array.from({ length: Math.floor(end / 100) - first + 1 }, (_, index) => first + index);
}

/** The characters that make a request: its address, and its parameters. */
export function placesOf(request: Request): Place[] {
  const pieces: Piece[] = [
    ...request.method,
    ...request.segments.flatMap(({ slash, text }) => [...slash, ...text]),
    ...request.parameters.flatMap(({ name, value, written }) => [
      ...(written.in === 'url'
        ? [...written.separator, ...name, ...written.equals]
        : written.in === 'word'
          ? name
          : []),
      ...(value ?? []),
    ]),
    ...(request.made ?? []),
  ];
  const properties = request.parameters.flatMap(({ written }): Place[] =>
    written.in === 'record'
      ? [written.property, ...(written.property.earlier ?? [])].flatMap(({ key, value }) =>
          value === null ? [key] : [key, value],
        )
      : [],
  );
  return [...placesInBase(request.base), ...placesIn(pieces), ...properties];
}

function placesIn(pieces: readonly Piece[]): Place[] {
  return pieces.flatMap((piece): Place[] => {
    const place = piece.kind === 'known' ? piece.source : piece.place;
    return place === null ? [] : [place];
  });
}

/**
 * A base that is not known is written as it is, around which nothing is put, so that what its expression gives otherwise is
 * none of its characters: `api ?? 'https://…'`.
 */
function placesInBase(base: readonly Piece[]): Place[] {
  return base.flatMap((piece) =>
    piece.kind === 'hole' ? (piece.unread ?? []).reduce(without, placesIn([piece])) : placesIn([piece]),
  );
}

/** The parts of places that stand on both sides of another one. */
function without(places: Place[], { file, start, end }: Place): Place[] {
  return places.flatMap((place) =>
    place.file === file && place.start <= start && end <= place.end
      ? [
          { file, start: place.start, end: start },
          { file, start: end, end: place.end },
        ]
      : [place],
  );
}

type Group = readonly Claim[];

/** The groups whose edits are wanted by every request that reads the characters; those of another group count as long as it is one of them. */
function findAgreed(groups: readonly Group[], readers: Readers): ReadonlySet<Group> {
  const wanting = indexWanting(groups);
  const agreed = groups.filter((group) => group.every(({ ofAnswer }) => ofAnswer) || isAgreed(group, readers, wanting));
  return agreed.length === groups.length ? new Set(groups) : findAgreed(agreed, readers);
}

/** Which requests surely want an edit, whatever else they want with it. */
function indexWanting(groups: readonly Group[]): ReadonlyMap<string, ReadonlySet<Judged>> {
  const index = new Map<string, Set<Judged>>();
  for (const { finding, judged } of groups.flat()) {
    if (finding.certainty !== 'safe') continue;
    for (const edit of finding.edits) {
      const key = wishOf(finding, edit);
      const same = index.get(key);
      if (same === undefined) index.set(key, new Set([judged]));
      else same.add(judged);
    }
  }
  return index;
}

/** Findings that have an edit in common are made together: each gets the edits of all. */
function joinWishes(claims: readonly Claim[]): Claim[] {
  const wishes = claims.map(({ finding, ofAnswer }) =>
    finding.certainty === 'safe' && ofAnswer !== true ? finding.edits.map((edit) => wishOf(finding, edit)) : [],
  );
  const names = joinBases(wishes);
  const joined = new Map<string, Map<string, Edit>>();
  for (const [index, { finding }] of claims.entries())
    for (const [at, wish] of (wishes[index] ?? []).entries()) {
      const all = joined.get(names.get(wish) ?? wish) ?? new Map<string, Edit>();
      joined.set(names.get(wish) ?? wish, all);
      const edit = finding.edits[at];
      if (edit !== undefined) all.set(wish, edit);
    }
  return claims.map((claim, index) => {
    const [first = ''] = wishes[index] ?? [];
    const all = joined.get(names.get(first) ?? first);
    return all === undefined || all.size === claim.finding.edits.length
      ? claim
      : { ...claim, finding: { ...claim.finding, edits: [...all.values()] } };
  });
}

function wishOf({ change }: Finding, { file, start, end, text }: Edit): string {
  return `${change} ${file}:${String(start)}-${String(end)} ${text}`;
}

function isAgreed(group: Group, readers: Readers, wanting: ReadonlyMap<string, ReadonlySet<Judged>>): boolean {
  const agreeing = new Set(group.map(({ judged }) => judged));
  const [first] = group;
  if (first === undefined) return true;
  const { finding } = first;
  return finding.edits.every((edit) => {
    const others = finding.certainty === 'safe' ? wanting.get(wishOf(finding, edit)) : undefined;
    return readers
      .of(edit)
      .every(
        ({ judged }) =>
          (agreeing.has(judged) || others?.has(judged) === true) && !isOfBaseAndValue(edit, judged.found.request),
      );
  });
}

/**
 * What is the version of a base may be the value of a parameter, too: `{ params: { ref_name: version } }`. A value that is one
 * of several is a hole, which stands for the whole call that sends it.
 */
function isOfBaseAndValue(edit: Edit, { base, parameters }: Request): boolean {
  const reads = (place: Place): boolean => place.file === edit.file && touches(edit, place);
  const values = parameters.flatMap(({ value, written }) => (written.in === 'url' ? [] : (value ?? [])));
  return placesIn(base).some(reads) && placesIn(values.filter(({ kind }) => kind === 'known')).some(reads);
}

/** Whether an edit changes characters of a place of the same file. */
function touches(edit: Place, place: Place): boolean {
  return edit.start === edit.end
    ? place.start <= edit.start && edit.end <= place.end && place.start < place.end
    : place.start < edit.end && edit.start < place.end;
}

const shared = 'other requests, or other parts of this one, read the same characters and need something else';

function refuse({ finding, row, judged }: Claim): Claim {
  if (finding.edits.length === 0) return { finding, row, judged };
  const refused = restate(finding, row, { certainty: 'manual', reason: shared, edits: [] });
  return { finding: { ...refused, place: pathPlace(judged.found) }, row, judged };
}

const blocking = new Set(['no-v3-prefix', 'no-v3-endpoint', 'no-v3-parameter', 'no-global-id']);

/** What is no finding that is open, and keeps a base from moving all the same: a call that could not be told. */
export interface Obstacle {
  readonly place: Place;
  /** As what is held by it names it. */
  readonly what: string;
}

/** What became of a base: the findings behind it, and what else keeps it. */
export interface Transaction {
  readonly findings: Finding[];
  readonly obstacles: Obstacle[];
}

/**
 * Findings that change the same characters are written together or not at all, whatever stands around them: each is behind
 * the bases of all. Else what is held by one base would change with what another one lets go.
 */
function shareBases(findings: ReadonlyMap<Finding, readonly string[]>): Map<Finding, readonly string[]> {
  const shared = new Map<string, Set<string>>();
  const at = (edit: Edit): Set<string> => {
    const key = `${edit.file}:${String(edit.start)}-${String(edit.end)}`;
    const bases = shared.get(key) ?? new Set();
    shared.set(key, bases);
    return bases;
  };
  for (const [{ edits }, bases] of findings) for (const edit of edits) for (const base of bases) at(edit).add(base);
  return new Map(
    [...findings].map(([finding, bases]) => [
      finding,
      [...new Set([...bases, ...finding.edits.flatMap((edit) => [...at(edit)])])],
    ]),
  );
}

/**
 * Names what keeps each finding from being written: whatever is open behind the same base, or behind another one that
 * has a fix in common with it.
 */
export function hold(
  found: ReadonlyMap<Finding, readonly string[]>,
  obstacles: ReadonlyMap<Obstacle, readonly string[]>,
  toLabel: (place: Place, what: string) => string,
): Finding[] {
  const findings = shareBases(found);
  const transactions = new Map<string, Transaction>();
  const names = joinBases([...findings].flatMap(([{ edits }, bases]) => (edits.length > 0 ? [bases] : [])));
  const at = (base: string): Transaction => {
    const name = names.get(base) ?? base;
    const before = transactions.get(name) ?? { findings: [], obstacles: [] };
    transactions.set(name, before);
    return before;
  };
  const allAt = (bases: readonly string[]): Transaction[] => [...new Set(bases.map(at))];
  for (const [finding, bases] of findings) for (const one of allAt(bases)) one.findings.push(finding);
  const joined = joinEdits(transactions);
  for (const [one, bases] of obstacles) for (const each of allAt(bases)) each.obstacles.push(one);
  const blockers = new Map([...transactions.values()].map((one) => [one, listBlockers(one, toLabel)]));
  const behind = (bases: readonly string[]): Blockers =>
    joinBlockers(allAt(bases).flatMap((one) => blockers.get(one) ?? []));
  return [...findings].map(([finding, bases]) => ({
    ...finding,
    edits: joined.get(finding) ?? finding.edits,
    transaction: bases[0] === undefined ? null : (names.get(bases[0]) ?? bases[0]),
    heldBy: finding.edits.length === 0 ? [] : labelOthers(finding, behind(bases)),
  }));
}

/** Bases that one fix stands behind move together; each gets the name of the first of them, in the order of names. */
function joinBases(groups: readonly (readonly string[])[]): Map<string, string> {
  const above = new Map<string, string>();
  for (const group of groups) for (const base of group) join(above, group[0] ?? base, base);
  return new Map([...above.keys()].map((base) => [base, nameOf(above, base)]));
}

function join(above: Map<string, string>, one: string, other: string): void {
  const [a, b] = [nameOf(above, one), nameOf(above, other)];
  above.set(a, a < b ? a : b);
  above.set(b, a < b ? a : b);
}

/** The way up to the name is made short, so that it is short for thousands of bases too. */
function nameOf(above: Map<string, string>, base: string): string {
  let name = base;
  for (let next = above.get(name); next !== undefined && next !== name; next = above.get(name)) name = next;
  for (let at = base; at !== name;) {
    const next = above.get(at) ?? name;
    above.set(at, name);
    at = next;
  }
  return name;
}

/** The edits of a base's prefix and of what can only be made with it are one group. */
function joinEdits(transactions: ReadonlyMap<string, Transaction>): Map<Finding, readonly Edit[]> {
  const result = new Map<Finding, readonly Edit[]>();
  for (const { findings } of transactions.values()) {
    const group = findings.filter(({ joint, rule, edits }) => edits.length > 0 && (joint || rule === 'no-v3-prefix'));
    if (!group.some(({ joint }) => joint)) continue;
    const edits = [
      ...new Map(
        group
          .flatMap((finding) => [...(result.get(finding) ?? finding.edits)])
          .map((edit) => [JSON.stringify(edit), edit]),
      ).values(),
    ];
    for (const finding of group) result.set(finding, edits);
  }
  return result;
}

function isBlocking({ rule, certainty, blocks }: Finding): boolean {
  return blocking.has(rule) && certainty !== 'safe' && blocks !== false;
}

/** What keeps a base from being written: thousands of findings may be held by the same. */
interface Blockers {
  /** Each with its label. */
  readonly of: ReadonlyMap<Finding | Obstacle, string>;
  /** Sorted, each once. */
  readonly labels: readonly string[];
  /** Labels that several blockers have. */
  readonly shared: ReadonlySet<string>;
}

function listBlockers({ findings, obstacles }: Transaction, toLabel: (place: Place, what: string) => string): Blockers {
  return toBlockers(
    new Map<Finding | Obstacle, string>([
      ...findings.filter(isBlocking).map((one) => [one, toLabel(one.place, one.change)] as const),
      ...obstacles.map((one) => [one, toLabel(one.place, one.what)] as const),
    ]),
  );
}

function toBlockers(of: Blockers['of']): Blockers {
  const all = [...of.values()];
  const labels = new Set<string>();
  const shared = new Set<string>();
  for (const label of all) (labels.has(label) ? shared : labels).add(label);
  return { of, labels: [...labels].sort(), shared };
}

function joinBlockers(several: readonly Blockers[]): Blockers {
  const [only, ...others] = several;
  return only !== undefined && others.length === 0 ? only : toBlockers(new Map(several.flatMap(({ of }) => [...of])));
}

/** Nothing holds itself. */
function labelOthers(finding: Finding, { of, labels, shared }: Blockers): readonly string[] {
  const own = of.get(finding);
  return own === undefined || shared.has(own) ? labels : labels.filter((label) => label !== own);
}

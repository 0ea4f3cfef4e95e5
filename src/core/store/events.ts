import type Database from 'libsql';
import type { Event } from '../content.js';
import type { Connection } from './database.js';

/** Whose events: of a project, of an author, or of an author in a project. An index answers each. */
export interface Lane {
  readonly authorId?: number;
  readonly projectId?: number;
}

export interface EventFilter {
  readonly action?: string;
  /** As stored, `MergeRequest`. */
  readonly targetType?: string;
  /** The first moment that counts. */
  readonly from?: number;
  /** The first moment that no longer counts. */
  readonly until?: number;
  readonly ascending: boolean;
}

/** A stretch of a list. */
export interface Stretch {
  readonly offset: number;
  readonly limit: number;
}

/** Where an event stands in the order of all lists: by moment, then by id. */
interface Position {
  readonly id: number;
  readonly createdAt: number;
}

type Bound = string | number;

type Statement = Database.Statement;

/**
 * The events. No list is read further than its page, nor counted further than `atMost`. They change only as they grow
 * old, so what was counted holds until then.
 */
export class EventStore {
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();
  readonly #counts = new Map<string, number>();
  readonly #projects = new Map<number, AuthorProjects>();
  /** When the oldest event was. */
  #oldest: number;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#oldest = this.#findOldest();
  }

  /** The events of all lanes together, which must not overlap. */
  list(lanes: readonly Lane[], filter: EventFilter, stretch: Stretch): Event[] {
    const [lane, ...others] = lanes;
    if (lane === undefined) return [];
    if (others.length === 0) return this.#listOf(lane, filter, stretch);
    const ids = this.#merge(lanes, filter, stretch).map(({ id }) => id);
    return this.#read(toEventQuery('SELECT value FROM json_each(?)', filter), [JSON.stringify(ids)]) as Event[];
  }

  /** How many there are, or `atMost` if there are more. */
  count(lanes: readonly Lane[], filter: EventFilter, atMost: number): number {
    const key = JSON.stringify([lanes, { ...filter, ascending: null }, atMost]);
    const count = this.#counts.get(key) ?? this.#countAnew(lanes, filter, atMost);
    if (this.#counts.size >= keptCounts) this.#counts.clear();
    this.#counts.set(key, count);
    return count;
  }

  /** Where an author has events. */
  findProjectsOf(authorId: number): AuthorProjects {
    const known = this.#projects.get(authorId) ?? {
      projects: this.#listProjectsOf(authorId),
      isAll:
        this.#prepare('SELECT 1 FROM events WHERE author_id = ? AND project_id IS NULL').get(authorId) === undefined,
    };
    this.#projects.set(authorId, known);
    return known;
  }

  /** Removes what is older than `moment`, as GitLab does. */
  expire(moment: number): void {
    if (moment <= this.#oldest) return;
    this.#prepare('DELETE FROM events WHERE created_at < ?').run(moment);
    this.#oldest = this.#findOldest();
    this.#counts.clear();
    this.#projects.clear();
  }

  #findOldest(): number {
    const { oldest } = this.#prepare('SELECT min(created_at) AS oldest FROM events').get() as {
      readonly oldest: number | null;
    };
    return oldest ?? Number.POSITIVE_INFINITY;
  }

  #countAnew(lanes: readonly Lane[], filter: EventFilter, atMost: number): number {
    let found = 0;
    for (const lane of lanes) {
      if (found >= atMost) break;
      const { condition, bounds } = toCondition(lane, filter);
      const statement = this.#prepare(
        `SELECT count(*) AS found FROM (SELECT 1 FROM events WHERE ${condition} LIMIT ?)`,
      );
      found += (statement.get(...bounds, atMost - found) as { readonly found: number }).found;
    }
    return found;
  }

  #listProjectsOf(authorId: number): number[] {
    // A seek a project, where DISTINCT would read all of the author's events.
    const next = this.#prepare('SELECT min(project_id) AS id FROM events WHERE author_id = ? AND project_id > ?');
    const projects: number[] = [];
    for (let last: number | null = Number.MIN_SAFE_INTEGER; last !== null;) {
      last = (next.get(authorId, last) as { readonly id: number | null }).id;
      if (last !== null) projects.push(last);
    }
    return projects;
  }

  #listOf(lane: Lane, filter: EventFilter, { offset, limit }: Stretch): Event[] {
    const { condition, bounds } = toCondition(lane, filter);
    const ids = `SELECT id FROM events WHERE ${condition} ${toOrder(filter)} LIMIT ? OFFSET ?`;
    return this.#read(toEventQuery(ids, filter), [...bounds, limit, offset]) as Event[];
  }

  /** What comes first in each lane, for all lanes at once. They differ in their projects only. */
  #readHeads(lanes: readonly Lane[], filter: EventFilter, limit: number): readonly (readonly Position[])[] {
    const [{ authorId } = {}] = lanes;
    const projects = JSON.stringify(lanes.map(({ projectId = null }) => projectId));
    const { condition, bounds } = toCondition(authorId === undefined ? {} : { authorId }, filter);
    const inLane = ['project_id = lane.value', ...(condition === '' ? [] : [condition])].join(' AND ');
    const positions = `SELECT ${positionsAsJson} FROM (SELECT created_at, id FROM events WHERE ${inLane} ${toOrder(filter)} LIMIT ?)`;
    const statement = `SELECT json_group_array(json((${positions})) ORDER BY lane.key) AS json FROM json_each(?) AS lane`;
    return this.#read(statement, [...bounds, limit, projects]) as Position[][];
  }

  /** What follows `after` in a lane. */
  #follow(lane: Lane, filter: EventFilter, after: Position, limit: number): Position[] {
    const { condition, bounds } = toCondition(lane, filter);
    const follows = `(created_at, id) ${filter.ascending ? '>' : '<'} (?, ?)`;
    const rows = `SELECT created_at, id FROM events WHERE ${condition} AND ${follows} ${toOrder(filter)} LIMIT ?`;
    const statement = `SELECT ${positionsAsJson} AS json FROM (${rows})`;
    return this.#read(statement, [...bounds, after.createdAt, after.id, limit]) as Position[];
  }

  /** Ordered lists are merged piece by piece, so that no more is read than the stretch and one piece a lane. */
  #merge(lanes: readonly Lane[], filter: EventFilter, { offset, limit }: Stretch): Position[] {
    const queues = new LaneQueue(filter.ascending);
    const share = Math.ceil((2 * (offset + limit)) / lanes.length);
    const pieceSize = Math.min(share + 1, largestPiece);
    const heads = this.#readHeads(lanes, filter, pieceSize);
    for (const [index, lane] of lanes.entries()) queues.add(lane, heads[index] ?? []);
    const found: Position[] = [];
    for (let index = 0; index < offset + limit; index += 1) {
      const taken = queues.take((lane, last) => this.#follow(lane, filter, last, pieceSize));
      if (taken === null) break;
      if (index >= offset) found.push(taken);
    }
    return found;
  }

  /** Rows come as one JSON text: the driver takes several times as long to hand them over value by value. */
  #read(sql: string, bounds: readonly Bound[]): unknown {
    const { json } = this.#prepare(sql).get(...bounds) as { readonly json: string };
    return JSON.parse(json);
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

/** How many events of a lane are read at once while lanes are merged. */
const largestPiece = 100;

/** How many counts are remembered. */
const keptCounts = 1000;

/** The projects in which an author has events. */
export interface AuthorProjects {
  readonly projects: readonly number[];
  /** Whether each of the author's events is in a project. */
  readonly isAll: boolean;
}

interface Queue {
  readonly lane: Lane;
  pieces: readonly Position[];
  next: number;
}

/** Lanes by what comes next in each: a binary heap. */
class LaneQueue {
  readonly #heap: Queue[] = [];
  readonly #sign: number;

  constructor(ascending: boolean) {
    this.#sign = ascending ? 1 : -1;
  }

  add(lane: Lane, pieces: readonly Position[]): void {
    if (pieces.length === 0) return;
    this.#heap.push({ lane, pieces, next: 0 });
    this.#rise(this.#heap.length - 1);
  }

  /** What comes first in all lanes. Null if there is no more. */
  take(follow: (lane: Lane, last: Position) => readonly Position[]): Position | null {
    const [queue] = this.#heap;
    const taken = queue?.pieces[queue.next];
    if (queue === undefined || taken === undefined) return null;
    queue.next += 1;
    if (queue.next === queue.pieces.length) this.#refill(queue, follow(queue.lane, taken));
    this.#sink(0);
    return taken;
  }

  #refill(queue: Queue, pieces: readonly Position[]): void {
    queue.pieces = pieces;
    queue.next = 0;
    if (pieces.length > 0) return;
    const last = this.#heap.pop();
    if (last !== undefined && last !== queue) this.#heap[0] = last;
  }

  #rise(index: number): void {
    const parent = (index - 1) >> 1;
    if (index === 0 || !this.#precedes(index, parent)) return;
    this.#swap(index, parent);
    this.#rise(parent);
  }

  #sink(index: number): void {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    const child = this.#precedes(right, left) ? right : left;
    if (!this.#precedes(child, index)) return;
    this.#swap(index, child);
    this.#sink(child);
  }

  #precedes(one: number, other: number): boolean {
    const [first, second] = [this.#head(one), this.#head(other)];
    if (first === undefined || second === undefined) return false;
    return this.#sign * (first.createdAt - second.createdAt || first.id - second.id) < 0;
  }

  #head(index: number): Position | undefined {
    const queue = this.#heap[index];
    return queue?.pieces[queue.next];
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined) return;
    this.#heap[one] = second;
    this.#heap[other] = first;
  }
}

interface Condition {
  readonly condition: string;
  readonly bounds: readonly Bound[];
}

function toCondition({ authorId, projectId }: Lane, { action, targetType, from, until }: EventFilter): Condition {
  const parts: readonly (readonly [string, Bound | undefined])[] = [
    ['author_id = ?', authorId],
    ['project_id = ?', projectId],
    ['action = ?', action],
    ['target_type = ?', targetType],
    ['created_at >= ?', from],
    ['created_at < ?', until],
  ];
  const given = parts.flatMap(([text, bound]) => (bound === undefined ? [] : [{ text, bound }]));
  return { condition: given.map(({ text }) => text).join(' AND '), bounds: given.map(({ bound }) => bound) };
}

function toOrder({ ascending }: EventFilter): string {
  const direction = ascending ? 'ASC' : 'DESC';
  return `ORDER BY created_at ${direction}, id ${direction}`;
}

const positionsAsJson = "json_group_array(json_object('id', id, 'createdAt', created_at))";

/** An event as the rest of the core knows it. */
const eventAsJson = `json_object(
  'id', id, 'projectId', project_id, 'authorId', author_id, 'action', action, 'targetType', target_type,
  'targetId', target_id, 'targetIid', target_iid, 'targetTitle', target_title, 'createdAt', created_at,
  'push', json(push), 'note', json(note)
)`;

/** @param ids a query that gives them */
function toEventQuery(ids: string, filter: EventFilter): string {
  return `SELECT json_group_array(${eventAsJson} ${toOrder(filter)}) AS json FROM events WHERE id IN (${ids})`;
}

import type { Certainty, Change, Entity } from '../catalogue/change.js';
import { changes } from '../catalogue/index.js';
import type { Request, Segment } from './request.js';
import { rowsOn } from './rows.js';
import { findRoutes } from './route.js';
import { isKnown, show, toKnown } from './text.js';
import type { View, Outcome } from './row-effects.js';
import { leftoverParts, parts, findWeakest } from './row-effects.js';
import { findV4Routes, reachAny } from './reach.js';

/** One row applied to a request. */
export interface Step {
  readonly change: Change;
  readonly certainty: Certainty;
  /** The request when the row's turn came: rows that stand earlier in the catalogue may have changed it. */
  readonly before: Request;
  /** The same object as `before` if a person must make the change; null if v4 has nothing for the request. */
  readonly after: Request | null;
  /** Why it is not safe. Null if it is. */
  readonly reason: string | null;
  /** The segment that names something else in v4. It stays as it is, since only its origin tells what to write. */
  readonly identified: Identified | null;
}

export interface Identified {
  readonly segment: Segment;
  readonly entity: Entity;
  readonly from: string;
  readonly to: string;
}

/** A row about the answer, or about what the request means. */
export interface Note {
  readonly change: string;
  readonly says: string;
}

export interface Translation {
  readonly request: Request;
  /** The same object as `request` if nothing changes; null if v4 has nothing for it. */
  readonly replacement: Request | null;
  /** In the order of the catalogue. */
  readonly steps: readonly Step[];
  readonly notes: readonly Note[];
  /** The least certain of the steps. */
  readonly certainty: Certainty;
}

/**
 * The v4 form of a v3 request, and the rows that lead there. A request without a version counts as v3. Of a v4
 * request, only what v4 does not have is changed.
 *
 * @param rows the rows that hold, with those that a project adds
 */
export function translate(request: Request, rows: readonly Change[] = changes): Translation {
  const known = translations.get(rows) ?? new WeakMap<Request, Translation>();
  translations.set(rows, known);
  const translation = known.get(request) ?? translateAnew(request, rows);
  known.set(request, translation);
  return translation;
}

/** A request is asked about by each who has to do with it. */
const translations = new WeakMap<readonly Change[], WeakMap<Request, Translation>>();

function translateAnew(request: Request, rows: readonly Change[]): Translation {
  const version = request.version ?? 'v3';
  const methods = listMethods(request, version);
  const found = applyAll({ rows, version, written: request, before: request, methods });
  const steps = rows.flatMap((change) => found.steps.get(change) ?? []);
  const isGone = steps.some(({ after }) => after === null);
  return {
    request,
    replacement: isGone ? null : found.request,
    steps,
    notes: version === 'v4' ? [] : listNotes(isGone ? request : found.request, methods, found.steps, rows),
    certainty: findWeakest(steps),
  };
}

/** The request, if it has the version already: what is known of it stays known. */
export function withVersion(request: Request, version: 'v3' | 'v4'): Request {
  return request.version === version ? request : { ...request, version };
}

function listMethods(request: Request, version: 'v3' | 'v4'): readonly string[] {
  const method = toKnown(request.method);
  if (method !== null) return [method];
  const routes = findRoutes(null, request.segments).map(({ route }) => route);
  const others = version === 'v4' ? findV4Routes(null, request.segments) : [];
  const methods = [...routes, ...others].flatMap((route) => (route.methods === 'any' ? [] : route.methods));
  return [...new Set(methods)];
}

interface Applied {
  readonly request: Request;
  readonly steps: ReadonlyMap<Change, Step>;
}

/** Each row once, again and again until none applies: a row may lead to the route of one that stands before it. */
function applyAll(view: View): Applied {
  const steps = new Map<Change, Step>();
  let request = view.before;
  let mayApply = rowsFor(request, view);
  let count = -1;
  while (count !== steps.size) {
    count = steps.size;
    for (const change of view.rows) {
      if (!mayApply(change) || steps.has(change)) continue;
      const step = toStep(change, { ...view, before: request });
      if (step === null) continue;
      steps.set(change, step);
      request = step.after ?? request;
      mayApply = rowsFor(request, view);
    }
  }
  return { request, steps };
}

/** What a row adds, it adds to the request as it was written; all else follows the rows before it. */
function rowsFor({ segments }: Request, { rows, written }: View): (change: Change) => boolean {
  const own = rowsOn(segments, rows);
  const first = rowsOn(written.segments, rows);
  return (change) => own.has(change) || first.has(change) || change.prefix !== undefined;
}

function toStep(change: Change, view: View): Step | null {
  const outcomes: Outcome[] = [];
  let request: Request | null = view.before;
  for (const part of view.version === 'v4' ? leftoverParts : parts) {
    const outcome: Outcome | null = request === null ? null : part(change, view, request);
    if (outcome === null) continue;
    outcomes.push(outcome);
    request = outcome.request;
  }
  return outcomes.length === 0 ? null : joinOutcomes(change, view.before, request, outcomes);
}

function joinOutcomes(change: Change, before: Request, after: Request | null, outcomes: readonly Outcome[]): Step {
  const certainty = findWeakest([change, ...outcomes]);
  const reasons = outcomes.flatMap(({ reason }) => reason ?? []);
  const reason = reasons.length === 0 ? change.message : reasons.join('; ');
  return {
    change,
    certainty,
    before,
    after,
    reason: certainty === 'safe' ? null : reason,
    identified: outcomes.find(({ identified }) => identified !== undefined)?.identified ?? null,
  };
}

// Rows about the answer

function listNotes(
  request: Request,
  methods: readonly string[],
  steps: ReadonlyMap<Change, Step>,
  rows: readonly Change[],
): Note[] {
  const own = rowsOn(request.segments, rows);
  return rows
    .filter((change) => own.has(change) && !steps.has(change) && isNoted(change, request, methods))
    .map(({ id, says }) => ({ change: id, says }));
}

function isNoted({ answers = [], behaves = [] }: Change, request: Request, methods: readonly string[]): boolean {
  const patterns = [...behaves, ...answers.flatMap(({ on }) => on)];
  const own = isKnown(request.method) ? [show(request.method)] : methods;
  return reachAny(patterns, request, own)?.every === true;
}

/** Whether a request means something else in v4 and looks the same, as the row says. */
export function meansElse({ behaves = [] }: Change, { request, replacement }: Translation): boolean {
  const moved = replacement ?? request;
  return reachAny(behaves, moved, listMethods(moved, 'v3'))?.every === true;
}

export class RequestTextError extends Error {
  constructor(line: string, cause: string) {
    super(`Cannot read '${line.trim()}' as a request: ${cause}. Write it as in 'DELETE /projects/1/star'.`);
    this.name = 'RequestTextError';
  }
}

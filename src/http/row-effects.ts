import type { Certainty, Change, Revalue } from '../catalogue/change.js';
import { findConditional, findEncoded, findOptional, findValueless, moveRequest, setParameter } from './move.js';
import type { ParameterOutcome } from './parameters.js';
import {
  findEntry,
  findParameter,
  getName,
  hasUnseenParameters,
  renameParameter,
  revalueParameter,
} from './parameters.js';
import type { Parameter, ParameterLocation, Request, Segment } from './request.js';
import type { Route } from './route.js';
import { hasMethod, matchPath, parseRoute } from './route.js';
import { isKnown, known, lengthOf, show, slice, toKnown } from './text.js';
import type { Identified } from './translate.js';
import { findV4Routes, methodUnseen, reach, reachAny } from './reach.js';
import type { Reached } from './reach.js';

// The ways in which a row changes requests

/** What a row sees of a request. */
export interface View {
  readonly rows: readonly Change[];
  readonly version: 'v3' | 'v4';
  /** As it came, before any row. */
  readonly written: Request;
  /** As it is when the row's turn comes. */
  readonly before: Request;
  /** The methods that it may have: its own, or all that its path takes if that is out of sight. */
  readonly methods: readonly string[];
}

export interface Outcome {
  readonly request: Request | null;
  readonly certainty: Certainty;
  readonly reason: string | null;
  readonly identified?: Identified;
}

/** One way in which a row changes requests. `current` is the request after the parts before. Null if it does not. */
type Part = (change: Change, view: View, current: Request) => Outcome | null;

export const leftoverParts: readonly Part[] = [applyMoves, applyParameters];

export const parts: readonly Part[] = [
  applyPrefix,
  ...leftoverParts,
  reportUnseen,
  applyAdded,
  reportNeeded,
  reportIdentified,
];
const certainties: readonly Certainty[] = ['safe', 'suggestion', 'manual'];

export function findWeakest(items: readonly { readonly certainty: Certainty }[]): Certainty {
  const weakest = Math.max(0, ...items.map(({ certainty }) => certainties.indexOf(certainty)));
  return certainties[weakest] ?? 'manual';
}

function toManual(request: Request, reason: string): Outcome {
  return { request, certainty: 'manual', reason };
}

function applyPrefix(change: Change, view: View, current: Request): Outcome | null {
  if (change.prefix === undefined || view.written.version !== change.prefix.from) return null;
  const { base } = current;
  const version = change.prefix.to;
  const kept = slice(base, 0, lengthOf(base) - version.length);
  const request = { ...current, base: [...kept, ...known(version)], version };
  return { request, certainty: 'safe', reason: null };
}

function applyMoves({ moved = [] }: Change, view: View, current: Request): Outcome | null {
  const moves = 'from' in moved ? [moved] : moved;
  const candidates = moves.flatMap(({ from, to }) => {
    const reached = reach(from, view.before, view.methods);
    return reached === null ? [] : [{ ...reached, to: to === null ? null : parseRoute(to) }];
  });
  const candidate = candidates.find(({ every }) => every) ?? candidates[0];
  if (candidate === undefined || (view.version === 'v4' && isFineInV4(candidate, view))) return null;
  return applyMove(candidate, view, current);
}

interface Candidate extends Reached {
  readonly to: Route | null;
}

/** A v4 request whose method is out of sight is none of v3's if v4 may have it. */
function isFineInV4(candidate: Candidate, { before, methods }: View): boolean {
  if (!isKnown(before.method) && isMethodMissing(candidate, methods)) return true;
  return methods.some((method) => findV4Routes(method, before.segments).length > 0);
}

function isMethodMissing({ every, to }: Candidate, methods: readonly string[]): boolean {
  return !every || (to !== null && methods.some((method) => !hasMethod(to, method)));
}

function applyMove(candidate: Candidate, { before, methods }: View, current: Request): Outcome {
  const { match, to } = candidate;
  if (!isKnown(before.method) && isMethodMissing(candidate, methods)) return toManual(current, methodUnseen);
  if (to === null) return { request: null, certainty: 'manual', reason: null };
  const valueless = findValueless(match, to);
  if (valueless !== null) return toManual(current, `the value of \`${valueless}\` is no text that can be seen here`);
  const optional = findOptional(match, to);
  if (optional !== null) return toManual(current, `\`${optional}\` ${onlySometimes}, and v4 has its value in the path`);
  const conditional = findConditional(match, to, current);
  if (conditional !== null) return toManual(current, `\`${conditional}\` ${onlySometimes}, and v4 needs it always`);
  const encoded = findEncoded(match, to);
  if (encoded !== null)
    return toManual(
      current,
      `\`${encoded}\` is encoded here, and once more when it is sent: v3 read the encoded text, which may not be what was meant`,
    );
  return toMatched(current, moveRequest(current, match, to));
}

/** Parameters at which a mock does not look are not put in; what it reads from its path must not get lost. */
function toMatched(current: Request, moved: Request): Outcome {
  if (!isUnmatched(current, 'query')) return { request: moved, certainty: 'safe', reason: null };
  const added = moved.parameters.filter(({ written }) => written.in === 'nowhere');
  const lost = added.find(({ value }) => value !== null && !isKnown(value));
  if (lost !== undefined)
    return toManual(current, `v4 has \`${show(lost.name)}\` in the query, at which this mock does not look`);
  const parameters = moved.parameters.filter((parameter) => !added.includes(parameter));
  return { request: { ...moved, parameters }, certainty: 'safe', reason: null };
}

function isUnmatched({ unmatched = [] }: Request, location: ParameterLocation): boolean {
  return unmatched.includes(location);
}

function applyParameters(change: Change, view: View, current: Request): Outcome | null {
  const { on = [], renamed, revalued, removed } = change;
  if (renamed === undefined && revalued === undefined && removed === undefined) return null;
  const reached = reachAny(on, view.before, view.methods);
  if (reached === null) return null;
  const outcomes = current.parameters.map((parameter) => applyParameter(change, parameter, view));
  const applied = outcomes.filter((outcome) => outcome !== null);
  if (applied.length === 0) return null;
  if (!reached.every) return view.version === 'v4' ? null : toManual(current, methodUnseen);
  const parameters = current.parameters.flatMap((parameter, index) => {
    const outcome = outcomes[index] ?? null;
    return outcome === null ? [parameter] : (outcome.parameter ?? []);
  });
  const reasons = applied.flatMap(({ reason }) => reason ?? []);
  const changesSomething = applied.some(
    ({ parameter }) => parameter === null || !current.parameters.includes(parameter),
  );
  return {
    request: changesSomething ? { ...current, parameters } : current,
    certainty: findWeakest(applied),
    reason: reasons.length === 0 ? null : reasons.join('; '),
  };
}

/** Null if the row does not speak of the parameter. */
function applyParameter(change: Change, parameter: Parameter, view: View): ParameterOutcome | null {
  const name = getName(parameter);
  if (name === null) return null;
  if (change.removed?.includes(name) === true) return { parameter: null, certainty: 'safe', reason: null };
  const renamed = findEntry(change.renamed ?? {}, name);
  if (renamed !== null) {
    const { key, entry } = renamed;
    return (
      toDuplicate(parameter, key, entry, view.before) ??
      renameParameter(parameter, key, entry, Object.hasOwn(change.renamed ?? {}, `${key}[]`))
    );
  }
  const revalued = findEntry(change.revalued ?? {}, name);
  return revalued === null ? null : applyRevalue(parameter, revalued.key, revalued.entry, view);
}

function applyRevalue(parameter: Parameter, key: string, entry: Revalue, view: View): ParameterOutcome | null {
  if (entry.name === key) {
    const outcome = revalueParameter(parameter, key, entry, view.before);
    return view.version === 'v4' && mayBeOfV4(entry, outcome) ? null : outcome;
  }
  const stronger = entry.yieldsTo === undefined ? null : findParameter(view.before, [entry.yieldsTo]);
  const yields = stronger !== null;
  const other = stronger ?? findParameter(view.before, [entry.name]);
  if (other?.optional === true) return keepBeside(parameter, other);
  const duplicate = yields ? null : toDuplicate(parameter, key, entry.name, view.before);
  return duplicate ?? revalueParameter(parameter, key, entry, view.before);
}

/** Under a name that stays, only a value that v4 never had tells a leftover from a v4 request. */
function mayBeOfV4({ plus }: Revalue, outcome: ParameterOutcome | null): boolean {
  return plus !== undefined || outcome?.certainty !== 'safe';
}

/** Code that speaks to both versions sends both names; v4 needs only its own. */
function toDuplicate(parameter: Parameter, from: string, to: string, request: Request): ParameterOutcome | null {
  const other = findParameter({ parameters: request.parameters.filter((one) => one.location === parameter.location) }, [
    to,
  ]);
  if (other === null) return null;
  if (other.optional === true) return toSame(parameter, from, to, other);
  const reason = `\`${to}\` is sent too, and holds what v4 should read, so \`${from}\` is only taken out`;
  return { parameter: null, certainty: 'suggestion', reason };
}

/** In a record the same name is sent once, whichever of the values was put there last; a list of pairs would have it twice. */
function toSame(parameter: Parameter, from: string, to: string, other: Parameter): ParameterOutcome {
  const { written } = parameter;
  if (written.in !== 'record' || written.property.kind === 'call') return keepBeside(parameter, other);
  const reason = `\`${to}\` ${onlySometimes}, and holds what v4 should read there`;
  return { ...renameParameter(parameter, from, to), certainty: 'suggestion', reason };
}

/** What another parameter takes the place of, where that is sent, counts where it is not. */
function keepBeside(parameter: Parameter, other: Parameter): ParameterOutcome {
  const reason = `\`${getName(other) ?? ''}\` ${onlySometimes}, and \`${getName(parameter) ?? ''}\` counts where it is not`;
  return { parameter, certainty: 'manual', reason };
}

/** What v3 did not do without, and is not in sight, is passed where nobody sees it; what it could do without may be. */
function reportUnseen(change: Change, view: View, current: Request): Outcome | null {
  if (view.version === 'v4') return null;
  if (hasUnseenParameters(view.before))
    return reportRequired(change, view, current) ?? reportPossible(change, view, current);
  return isUnmatched(view.before, 'query') ? reportUnmatched(change, view, current) : null;
}

/** What a mock answers whatever its query says may stand in the path of v4. */
function reportUnmatched(change: Change, view: View, current: Request): Outcome | null {
  const missing = listNamed(change, view).filter((names) => findParameter(view.before, names) === null);
  if (missing.length === 0) return null;
  const names = missing.flat().map((name) => `\`${name}\``);
  return toManual(current, `requests with ${names.join(' or ')} are answered here`);
}

function reportPossible(
  { on = [], renamed = {}, revalued = {}, removed = [], required = [] }: Change,
  view: View,
  current: Request,
): Outcome | null {
  const names = [...Object.keys(renamed), ...Object.keys(revalued), ...removed].filter(
    (name) => !required.includes(name),
  );
  if (
    names.length === 0 ||
    reachAny(on, view.before, view.methods) === null ||
    findParameter(view.before, names) !== null
  )
    return null;
  const listed = names.map((name) => `\`${name}\``).join(', ');
  return toManual(current, `parameters are passed out of sight here, and ${listed} may be among them`);
}

function reportRequired(change: Change, view: View, current: Request): Outcome | null {
  if (change.required === undefined) return null;
  const missing = [...listRequired(change, view)].filter((names) => findParameter(view.before, names) === null);
  if (missing.length === 0) return null;
  const names = missing.map((alternatives) => alternatives.map((name) => `\`${name}\``).join(' or ')).join(' and ');
  return toManual(current, `${names} must be passed out of sight here`);
}

/** The names that the request must have, each with its alternatives. */
function listRequired(change: Change, view: View): readonly (readonly string[])[] {
  const { required = [], on = [] } = change;
  const named = listNamed(change, view);
  const isNamed = named.flat();
  const others = reachAny(on, view.before, view.methods) === null ? [] : required;
  return [...named, ...others.filter((name) => !isNamed.includes(name)).map((name) => [name])];
}

/** Those of them that the moved routes name themselves. */
function listNamed({ required = [], moved = [] }: Change, view: View): readonly (readonly string[])[] {
  const moves = 'from' in moved ? [moved] : moved;
  const named = moves.flatMap(({ from }) => {
    const { query, ...route } = parseRoute(from);
    return isOnPath(route, view) ? query.map(({ names }) => names) : [];
  });
  return named.filter((names) => names.some((name) => required.includes(name)));
}

function isOnPath(route: Omit<Route, 'query'>, { before, methods }: View): boolean {
  const whole = { ...route, query: [] };
  return methods.some((method) => hasMethod(whole, method)) && matchPath(whole, before.segments) !== null;
}

function applyAdded(change: Change, view: View, current: Request): Outcome | null {
  const { added, unless = [], on = [] } = change;
  if (added === undefined || isUnmatched(view.before, 'query')) return null;
  const reached = reachAny(on, view.written, view.methods);
  if (reached === null) return null;
  const given = findParameter(view.written, Object.keys(added));
  if (given !== null) return isUnseen(given) ? reportUnsure(given, added, current) : null;
  const others = unless.filter((name) => findParameter(view.written, [name]) !== null);
  if (others.some((name) => isSaid(findParameter(view.written, [name])))) return null;
  if (!reached.every) return toManual(current, methodUnseen);
  const unseen = others.find((name) => isUnseen(findParameter(view.written, [name])));
  const parameters = Object.entries(added).reduce(
    (list, [name, value]) => setParameter(list, name, known(value)),
    current.parameters,
  );
  const reason =
    unseen === undefined
      ? assumeMissing([...Object.keys(added), ...unless], view.before)
      : `\`${unseen}\` is off: where it is on, it stands in place of what is added`;
  return { request: { ...current, parameters }, certainty: reason === null ? 'safe' : 'suggestion', reason };
}

/** What is added, or what stands in its place, may be among parameters that nobody sees. */
function assumeMissing(names: readonly string[], { unseen }: Request): string | null {
  const listed = names.map((name) => `\`${name}\``).join(', ');
  return unseen.includes('query') ? `what is out of sight of the query is none of ${listed}` : null;
}

/** What is added is sent already, with a value out of sight or under a condition only. */
function reportUnsure(given: Parameter, added: Readonly<Record<string, string>>, current: Request): Outcome {
  const name = getName(given) ?? '';
  return toManual(
    current,
    `\`${name}\` may not be sent here, or with another value, where v4 needs \`${name}=${added[name] ?? ''}\``,
  );
}

/** What is empty, or turned off, says nothing in place of what is added. */
function isSaid(parameter: Parameter | null): boolean {
  const value = parameter?.value == null ? null : toKnown(parameter.value);
  return value !== null && parameter?.optional !== true && !/^(?:false|0|no|)$/.test(value);
}

function isUnseen(parameter: Parameter | null): boolean {
  return parameter?.value == null || parameter.optional === true || toKnown(parameter.value) === null;
}

function reportNeeded(change: Change, view: View, current: Request): Outcome | null {
  const { needed, on = [] } = change;
  if (needed === undefined || isUnmatched(view.before, 'body') || reachAny(on, view.before, view.methods) === null)
    return null;
  const given = needed.map((name) => findParameter(view.before, [name]));
  const missing = needed.filter((_, index) => given[index]?.optional !== undefined || given[index] === null);
  if (missing.length === 0) return null;
  const names = missing.map((name) => `\`${name}\``).join(', ');
  return toManual(current, `${names} ${whereMissing(view.before, given)}`);
}

function whereMissing(request: Request, given: readonly (Parameter | null)[]): string {
  if (!given.includes(null)) return onlySometimes;
  return hasUnseenParameters(request) ? 'is not in sight here' : 'is missing here';
}

const onlySometimes = 'is sent under a condition only';

function reportIdentified({ identified, on = [] }: Change, view: View, current: Request): Outcome | null {
  const reached = identified === undefined ? null : reachAny(on, view.before, view.methods);
  if (identified === undefined || reached === null) return null;
  const { route, path } = reached.match;
  const index = route.tokens.findIndex((token) => token.kind === 'parameter' && token.name === identified.segment);
  const [segment] = path.taken[index] ?? [];
  if (segment === undefined) return null;
  const { entity, from, to } = identified;
  const outcome = toManual(current, explainIdentified(segment, identified));
  return { ...outcome, identified: { segment, entity, from, to } };
}

function explainIdentified({ text }: Segment, { entity, from, to }: Omit<Identified, 'segment'>): string {
  const names = text.flatMap((piece) => (piece.kind === 'hole' ? piece.label : []));
  const what = isKnown(text) ? `'${show(text)}'` : `\`${names.join('` and `')}\``;
  return `v4 takes the ${to} of the ${entity} here, v3 its ${from}, and ${what} does not tell which of them it is`;
}

import { isDeclaredFile } from '../../analysis/values/declared.js';
import { programsOf } from '../../analysis/requests/documents.js';
import { renewBudget } from '../../analysis/budget.js';
import { evaluate, openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { findOrigins } from '../../analysis/values/origins.js';
import { findAddressFields, findClientUses } from '../../analysis/requests/client-uses.js';
import type { Begun, ClientUse } from '../../analysis/requests/client-uses.js';
import { findSinks, keyOfLiteral, literalsOfRequest, literalsOfValue } from '../../analysis/requests/sinks.js';
import { hasPath } from '../../http/request.js';
import { isProxiedPrefix } from '../../analysis/requests/purposes.js';
import { findTemplateUses } from '../../analysis/requests/template-uses.js';
import type { Sink } from '../../analysis/requests/sinks.js';
import type { Project } from '../../analysis/project.js';
import { ancestorsOf, isClass, isFunction, nodeAround, sourceOf, toPlace } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Piece, Place } from '../../http/text.js';
import type { Unresolved } from '../finding.js';
import { isElsewhere } from '../bases.js';
import type { Judged } from '../judge.js';
import { basesByName, namesAt } from './bases-by-name.js';
import { sentOutOfSight } from './unresolved.js';

/**
 * Where bases of GitLab's v3 go out of sight, with the bases that must wait: an argument of the call of a client whose
 * address cannot be followed, or of unknown code where nothing else tells what is sent to the base, or which sends to a path
 * that nobody sees.
 */
export function listSinks(all: readonly Judged[], evaluation: Evaluation): Map<Unresolved, readonly string[]> {
  const bases = literalsOfBases(all);
  if (bases.size === 0) return new Map();
  const told = toldByLiteral(all);
  const trees = programsOf(evaluation.project).flatMap((file) => openTree(evaluation, file) ?? []);
  const sending = new Set<Node>(all.flatMap(({ found }) => (found.sender === null ? [] : [found.node])));
  const literals = new Set(bases.keys());
  const sinks = findSinks(evaluation, trees, literals, told);
  const uses = trees.flatMap((tree) => findTemplateUses(evaluation, tree, literals, told));
  const open = sinks.filter(
    (sink) =>
      sink.pathless ||
      isSent(sink, sending) ||
      isForPieces(sink) ||
      !sink.literals.some((literal) => told.has(literal)),
  );
  const holders = new Set(open.flatMap(({ tree, node }) => [node, ...ancestorsOf(tree, node)]));
  const known = new Set([...told.keys(), ...[...sinks, ...uses].flatMap((each) => each.literals)]);
  const adapted = [...bases].filter(([, { place }]) => isOfAdapter(evaluation, place));
  const unused = [...bases].filter((base) => !known.has(base[0]) && !adapted.includes(base));
  const closed = sinks.filter((sink) => !open.includes(sink));
  const alike = basesByName(all, evaluation);
  return new Map([
    ...open.map((sink) => toUnresolved(sink.place, sentOutOfSight, basesOf(sink.literals, bases))),
    ...listClientUses(evaluation, trees, [...closed, ...findFields(evaluation, trees, literals)], all).map(
      ({ of, tree, node }) => toUnresolved(toPlace(tree, node), ofClient, basesOf(of.literals, bases)),
    ),
    ...uses.map((use) => toUnresolved(use.place, inTemplate, basesOf(use.literals, bases))),
    ...listUnread(evaluation, bases),
    ...adapted.map(([, { place, names }]) => toUnresolved(place, byModels, names)),
    ...unused.map(([, base]) =>
      toUnresolved(base.place, base.isPassedOn ? passedOn : unseen, withNamesakes(base, alike, evaluation)),
    ),
    ...all
      .filter(({ found }) => !holders.has(found.node))
      .flatMap((judged) => listUnfollowed(judged, bases, evaluation)),
  ]);
}

/** The base that nobody is seen to send to, and those whose place it may take, in members of the same name. */
function withNamesakes(
  { place, names }: Base,
  alike: ReadonlyMap<string, readonly string[]>,
  evaluation: Evaluation,
): readonly string[] {
  return [...new Set([...names, ...namesAt(evaluation, place).flatMap((name) => alike.get(name) ?? [])])];
}

/** What stands for a base, and the base's literals. */
interface BegunAt extends Begun {
  readonly literals: readonly string[];
}

/** What is asked of a client that nobody knows, where other requests that it sends are told. */
function listClientUses(
  evaluation: Evaluation,
  trees: readonly Tree[],
  begun: readonly BegunAt[],
  all: readonly Judged[],
): ClientUse<BegunAt>[] {
  // What is sent behind an address that goes on in a route is told at the address.
  const whole = new Set(all.flatMap(({ found }) => (found.untold === 'base' ? literalsOfRequest(found) : [])));
  // What a test expects is made of gives what was sent, or answers it, and sends nothing.
  const expected = new Set(all.flatMap(({ found }) => (found.answered?.server === false ? [found.node] : [])));
  const open = begun.filter(
    ({ node, literals }) => !expected.has(node) && !literals.some((literal) => whole.has(literal)),
  );
  if (open.length === 0) return [];
  const told = new Set<Node>();
  for (const { found } of all) {
    for (const { node } of found.chain) told.add(node);
    if (found.sender !== null) told.add(found.sender.node);
    for (const node of [found.node, ...ancestorsOf(found.tree, found.node)]) {
      told.add(node);
      if (node.type === 'CallExpression' || node.type === 'NewExpression' || isFunction(node)) break;
    }
  }
  const read = trees.filter(({ file }) => !isDeclaredFile(evaluation, file));
  return findClientUses(evaluation, read, open, (node) => told.has(node));
}

/** The fields that hold a base in classes which inherit from others. */
function findFields(evaluation: Evaluation, trees: readonly Tree[], literals: ReadonlySet<string>): BegunAt[] {
  return trees.flatMap((tree) =>
    findAddressFields(tree).flatMap((node): BegunAt[] => {
      const [, record = node] = ancestorsOf(tree, node);
      if (isOfAdapter(evaluation, toPlace(tree, node)) || isForPieces({ tree, node: record })) return [];
      renewBudget(evaluation, tree);
      const own = literalsOfValue(evaluate(evaluation, tree, node, null), 0).filter((literal) => literals.has(literal));
      return own.length === 0 ? [] : [{ tree, node, literals: own }];
    }),
  );
}

const ofClient =
  'what this call of a client that nobody knows sends is out of sight: look at it, or declare the client under `clients` in the configuration';

/** A call that sends to an address which nobody can follow, and which is made of a base: by a function that puts it together. */
function listUnfollowed(
  { found, service }: Judged,
  bases: ReadonlyMap<string, Base>,
  evaluation: Evaluation,
): [Unresolved, readonly string[]][] {
  const { request, sender, answered, tree } = found;
  const hidden = request.version === null && !request.segments.some(({ text }) => text.some(isPiece));
  if (sender === null || answered !== null || service === 'other' || !hidden) return [];
  const literals = sender.node.arguments.flatMap((argument) => findOrigins(evaluation, tree, argument, bases));
  const place = { file: tree.file, start: found.node.range[0], end: found.node.range[1] };
  return literals.length === 0 ? [] : [toUnresolved(place, unfollowed, basesOf(literals, bases))];
}

/** A file that cannot be parsed, or not be looked at whole, may hold any request to a base that it can reach by its imports. */
function listUnread(
  { project, budget }: Evaluation,
  bases: ReadonlyMap<string, Base>,
): [Unresolved, readonly string[]][] {
  return project.files.flatMap((file) => {
    const reason = project.parse(file) === null ? unparsed : budget.exceeded.has(file) ? unlooked : null;
    if (reason === null) return [];
    const reached = reachFrom(project, file);
    for (const one of reached) project.others?.ask('file', one);
    const names = [...bases.values()].flatMap((base) => (reached.has(base.place.file) ? base.names : []));
    return names.length === 0 ? [] : [toUnresolved({ file, start: 0, end: 0 }, reason, [...new Set(names)])];
  });
}

/** A file, what it imports, and what that imports. */
function reachFrom(project: Project, file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const from of reached) {
    if (project.isForeign(from)) continue;
    for (const specifier of project.findImports(from)) {
      const target = project.resolve(from, specifier);
      if (target !== null) reached.add(target);
    }
  }
  return reached;
}

const unparsed =
  'the file cannot be parsed, and imports a base: nobody knows what it sends there until its syntax is right';

const unlooked =
  'the values of this file are made of each other in so many ways that not all that it sends can be told: look at its requests';

function isPiece({ kind }: Piece): boolean {
  return kind === 'known';
}

const unfollowed =
  'the address of this call is put together in a way that cannot be followed: look at it, or declare the function that sends it under `clients` in the configuration';

function toUnresolved(place: Place, reason: string, bases: readonly string[]): [Unresolved, readonly string[]] {
  return [{ place, reason }, bases];
}

function basesOf(literals: readonly string[], bases: ReadonlyMap<string, Base>): string[] {
  return [...new Set(literals.flatMap((literal) => bases.get(literal)?.names ?? []))];
}

interface Base {
  readonly place: Place;
  readonly names: readonly string[];
  /** It is a prefix that a server passes on. */
  readonly isPassedOn: boolean;
}

const passedOn =
  'a server passes this prefix on, and whoever sends there may do so from out of sight: look that all of it moves together';

const byModels =
  'Ember makes addresses of this base and the names of models, and those are out of sight: look at what the adapter is asked for';

const unseen =
  'no request to this base is in sight: look for those who read it, or declare the function that sends them under `clients` in the configuration';

const inTemplate =
  'the template makes something of a base, and templates are not read: build the address in the script, where it is in sight';

/** The bases by the literals that they are written in. */
function literalsOfBases(all: readonly Judged[]): Map<string, Base> {
  const result = new Map<string, Base>();
  for (const { found, service, version, bases, guarded } of all) {
    if (service !== 'gitlab' || version !== 'v3' || guarded || found.request.version !== 'v3') continue;
    if (found.answered?.all === true) continue;
    const piece = found.request.base.findLast((one) => one.kind === 'known' && one.source !== null);
    if (piece?.kind !== 'known' || piece.source === null) continue;
    const isPassedOn = found.document?.proxied === true || isProxiedPrefix(found.tree, found.node);
    result.set(keyOfLiteral(piece.source.literal), { place: piece.source.literal, names: bases, isPassedOn });
  }
  return result;
}

/** The calls that send the requests which are made of a literal, and those that lead there. A request whose base is out of sight may be made of any that it stands behind. */
function toldByLiteral(all: readonly Judged[]): Map<string, Set<Node>> {
  const told = new Map<string, Set<Node>>();
  const written = literalsByName(literalsOfBases(all));
  const doubtful = new Set(all.filter(isDoubtful).flatMap(({ bases }) => bases));
  for (const { found, bases, service } of all) {
    if (!hasPath(found.request) && (found.request.version === null || !isSending(found))) continue;
    const mayBeBehind =
      service === 'gitlab' && found.request.version === null && !isElsewhere(found.request) && isHandedOver(found)
        ? bases
        : [];
    const behind = mayBeBehind.filter((name) => !doubtful.has(name)).flatMap((name) => written.get(name) ?? []);
    for (const literal of [...literalsOfRequest(found), ...behind]) {
      const nodes = told.get(literal) ?? new Set<Node>();
      for (const node of [found.node, ...found.chain.map((call) => call.node)]) nodes.add(node);
      told.set(literal, nodes);
    }
  }
  return told;
}

/** A path that only stands in a list or a record says nothing of who sends it, nor of what else is sent. */
function isHandedOver(found: Judged['found']): boolean {
  return isSending(found) || found.tree.parents.get(found.node)?.type === 'CallExpression';
}

/** It may be GitLab's, and stand behind a base: whether all that is sent there is in sight, nobody knows then. */
function isDoubtful({ found, service }: Judged): boolean {
  return service === 'unknown' && found.request.version === null && hasPath(found.request);
}

function literalsByName(bases: ReadonlyMap<string, Base>): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const [literal, { names }] of bases) {
    for (const name of names) {
      const literals = result.get(name) ?? [];
      literals.push(literal);
      result.set(name, literals);
    }
  }
  return result;
}

function isSending({ sender, document }: Judged['found']): boolean {
  return sender !== null || document?.sent === true;
}

/** Libraries whose paths are put together word by word, `Restangular.one('projects', id).all('issues')`, or after models, as adapters of Ember do: whatever else is told of the base, those are not. */
const forPieces = /\b(?:REST|JSONAPI|ActiveModel|Application)Adapter\.(?:extend|reopen)$/;

function isForPieces({ tree, node }: Pick<Sink, 'tree' | 'node'>): boolean {
  const call = tree.parents.get(node);
  if (call?.type !== 'CallExpression') return false;
  const callee = sourceOf(tree, call.callee);
  return forPieces.test(callee) || (/\.setBaseUrl$/.test(callee) && /restangular/i.test(tree.text));
}

const adapters = /\b(?:REST|JSONAPI|ActiveModel|Application)Adapter$/;

/** `class X extends RESTAdapter { namespace = 'api/v3' }`: what Ember sends there follows from models. */
function isOfAdapter(evaluation: Evaluation, place: Place): boolean {
  const tree = openTree(evaluation, place.file);
  if (tree === null) return false;
  const around = [...ancestorsOf(tree, nodeAround(tree, place))].find(isClass);
  return around?.superClass != null && adapters.test(sourceOf(tree, around.superClass));
}

/** It goes into the address of a call that sends. */
function isSent({ tree, node }: Sink, sending: ReadonlySet<Node>): boolean {
  return sending.has(node) || [...ancestorsOf(tree, node)].some((around) => sending.has(around));
}

import type { Evaluation } from '../analysis/evaluate.js';
import { openTree } from '../analysis/evaluate.js';
import { findDocumentRequests, programsOf } from '../analysis/requests/documents.js';
import { findRequests } from '../analysis/requests.js';
import { withRewritten } from '../analysis/requests/rewritten.js';
import type { FoundRequest } from '../analysis/requests/found-request.js';
import type { Project } from '../analysis/project.js';
import { isGuarded } from '../analysis/service/guards.js';
import type { Surroundings } from '../analysis/service/guards.js';
import { findUnchosen } from '../analysis/service/unchosen.js';
import type { Change } from '../catalogue/change.js';
import { withRows } from '../catalogue/index.js';
import type { Configuration } from '../configuration/configuration.js';
import type { Request } from '../http/request.js';
import { findBases, placeBehind } from './bases.js';
import type { Guarded, Placement } from './bases.js';
import { attributeAll } from './services.js';
import { openSettings } from './settings.js';

/** A request that the project makes, and what is to be thought of it. */
export interface Judged extends Guarded, Placement {
  /** It is guarded, and goes to v4 all the same: no excuse for what v4 does not have. */
  readonly isSentAnyway: boolean;
}

/** All requests of a project's files, other services' included: an edit must not touch what they read. */
export function judgeRequests(evaluation: Evaluation, configuration: Configuration): Judged[] {
  const { project } = evaluation;
  const trees = programsOf(project).flatMap((file) => openTree(evaluation, file) ?? []);
  const names = namesOf(withRows(configuration.catalogues));
  const programs = findRequests(evaluation, trees).map((one) => withRewritten(evaluation, one, names));
  const found = [...programs, ...withoutRead(findDocumentRequests(project), programs)];
  const surroundings: Surroundings = {
    isFile: (file) => isFile(project, file),
    treeOf: (file) => openTree(evaluation, file),
  };
  const attributed = attributeAll(found, evaluation, configuration).map((one): Guarded => ({
    ...one,
    guarded: one.found.document?.guarded === true || isGuarded(one.found, surroundings),
  }));
  const bases = findBases(attributed, project);
  const settings = openSettings(project);
  const guarded = attributed.flatMap((one) => (one.guarded ? [one.found] : []));
  const unchosen = findUnchosen(guarded, surroundings);
  return attributed.map((one) => {
    const placement = placeBehind(one.found, bases, configuration, settings);
    return { ...one, ...placement, isSentAnyway: unchosen.has(one.found) };
  });
}

/** The parameters that v4 takes under other names or with other values, not at all, or needs where v3 did not. */
function namesOf(rows: readonly Change[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap(({ renamed = {}, revalued = {}, removed = [], added = {} }) => [
      ...Object.keys(renamed),
      ...Object.keys(revalued),
      ...removed,
      ...Object.keys(added),
    ]),
  );
}

function isFile(project: Project, file: string): boolean {
  return project.files.includes(file) || (project.others?.has('file', file) === true && !project.isBystander(file));
}

/** What a program reads from settings is told there. */
function withoutRead(documents: readonly FoundRequest[], programs: readonly FoundRequest[]): FoundRequest[] {
  if (documents.length === 0) return [];
  const read = new Set(programs.flatMap(({ request }) => placesIn(request)));
  const toKey = ({ tree, node }: FoundRequest): string => `${tree.file}:${String(node.range[0])}`;
  return documents.filter((one) => one.document?.sent !== false || !read.has(toKey(one)));
}

function placesIn({ base, segments }: Request): string[] {
  const pieces = [...base, ...segments.flatMap(({ text }) => text)];
  return pieces.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null
      ? [`${piece.source.file}:${String(piece.source.literal.start)}`]
      : [],
  );
}

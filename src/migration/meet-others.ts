import { offerControllers } from '../analysis/answers/controllers.js';
import { offerGifts } from '../analysis/answers/gifts.js';
import { offerInterceptors } from '../analysis/answers/interceptors.js';
import { offerWrittenNames } from '../analysis/answers/kept.js';
import { findTies } from '../analysis/answers/ties.js';
import type { Evaluation } from '../analysis/evaluate.js';
import type { OtherParts } from '../analysis/project.js';
import { offerDefaults } from '../analysis/requests/client-defaults.js';
import { offerRequestInterceptors } from '../analysis/requests/request-interceptors.js';
import { offerNamesRead } from '../analysis/requests/name-readers.js';
import { offerTwins } from '../analysis/requests/twins.js';
import { offerTypeTexts } from '../analysis/types/literal-types.js';
import { offerServices } from '../analysis/values/injection.js';
import { offerComparisons } from './findings/compared.js';
import { anyBase } from './bases.js';
import type { Judged } from './judge.js';
import { placesOf } from './settle.js';
import type { Claim } from './settle.js';

/** What a part of a project came to. */
interface Examined {
  readonly evaluation: Evaluation;
  readonly all: readonly Judged[];
  readonly relevant: readonly Judged[];
  readonly claims: readonly Claim[];
  readonly wanted: readonly Claim[];
}

/** Tells the other parts of a project what one has, and asks for those whose files it has to do with. */
export function meetOthers(others: OtherParts, examined: Examined): void {
  const { evaluation, relevant } = examined;
  offerTwins(evaluation.project);
  offerServices(evaluation);
  offerDefaults(evaluation);
  offerInterceptors(evaluation);
  offerRequestInterceptors(evaluation);
  offerWrittenNames(evaluation);
  offerNamesRead(evaluation);
  offerGifts(evaluation);
  offerControllers(evaluation);
  offerTypeTexts(evaluation);
  offerComparisons(evaluation);
  if (relevant.some(({ far }) => far)) others.ask('base', anyBase);
  for (const file of filesOf(examined)) others.ask('file', file);
}

/** The files that requests and edits are made of, and what types of answers are declared in: others may read or write there. */
function filesOf({ evaluation, all, claims, wanted }: Examined): ReadonlySet<string> {
  const edited = [...claims, ...wanted].flatMap(({ finding: { place, edits } }) => [place, ...edits]);
  return new Set([
    ...all.flatMap(({ found: { tree, chain, request } }) => [
      tree.file,
      ...chain.map((call) => call.tree.file),
      ...placesOf(request).map(({ file }) => file),
    ]),
    ...edited.map(({ file }) => file),
    ...findTies(evaluation).all.flatMap(({ shape }) => shape.declarations.map(({ tree }) => tree.file)),
  ]);
}

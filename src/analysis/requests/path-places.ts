import type { FoundRequest } from './found-request.js';
import type { Place } from '../../http/text.js';
import { toPlace } from '../syntax/tree.js';
import { isIn, isElsewhere } from './superseded.js';

// Where a request's path is written

/**
 * The expression that gives a request's path: the literal of its first known segment in the call, or in a call that led
 * there; else wherever the first known segment stands, if that is no other function's affair; else the call, which what makes
 * an instance is not.
 */
export function pathPlace(found: FoundRequest): Place {
  const sources = pathLiterals(found);
  const sites = [...found.chain, found];
  const own = sources.find((source) => sites.some(({ tree, node }) => isIn(source, tree, node)));
  if (own !== undefined) return own;
  const [first] = sources;
  const calls = [...found.chain.filter(({ inherits }) => inherits !== true), found];
  const site = calls.find(({ tree }) => first === undefined || tree.file === first.file);
  if (first !== undefined && (site === undefined || !isElsewhere(site, first))) return first;
  return toPlace(site?.tree ?? found.tree, site?.node ?? found.node);
}

const known = new WeakMap<FoundRequest, readonly Place[]>();

/** The literals that a request's path is made of; listed once, since all that is told of a request asks for them. */
export function pathLiterals(found: FoundRequest): readonly Place[] {
  const literals = known.get(found) ?? listLiterals(found);
  known.set(found, literals);
  return literals;
}

function listLiterals({ request: { segments } }: FoundRequest): Place[] {
  return segments
    .flatMap(({ text }) => text)
    .flatMap((piece) => (piece.kind === 'known' && piece.source !== null ? [piece.source.literal] : []));
}

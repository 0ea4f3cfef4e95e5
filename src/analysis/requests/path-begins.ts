import type { Place } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import type { Node, Tree } from '../syntax/tree.js';
import { contains } from '../syntax/tree.js';
import type { Value } from '../value.js';
import type { FoundRequest } from './found-request.js';

/**
 * Whether a function gives a request the beginning of its path, whoever calls it, though that is written elsewhere: in a
 * helper, `` `${project(id)}/builds` ``, `this.path(id, 'builds')`, or in a table, `paths.tree`.
 *
 * @param begin the literal that the path begins with
 */
export function isBegunWithin(
  evaluation: Evaluation,
  { tree, node: around }: { tree: Tree; node: Node },
  { chain, ...found }: FoundRequest,
  begin: Place,
): boolean {
  const sites = [...chain, found].flatMap(({ tree: home, node }) =>
    home === tree && contains(around, node) ? [node] : [],
  );
  const given = sites.flatMap((site): readonly Node[] =>
    site.type === 'CallExpression' || site.type === 'NewExpression' ? site.arguments : [site],
  );
  return given.some((each) => holds(evaluate(evaluation, tree, each, null), begin));
}

/** Whether a literal is part of a text, or of what a record or a list holds, whichever of several it is. */
function holds(value: Value, literal: Place): boolean {
  switch (value.kind) {
    case 'text':
      return value.text.some((piece) => piece.kind === 'known' && isAt(literal, piece.source?.literal));
    case 'choice':
      return value.options.every((option) => holds(option, literal));
    case 'record':
      return [...value.entries.values()].some((entry) => holds(entry.value, literal));
    case 'list':
      return value.items.some((item) => holds(item, literal));
    default:
      return false;
  }
}

function isAt({ file, start }: Place, place: Place | undefined): boolean {
  return place?.file === file && place.start === start;
}

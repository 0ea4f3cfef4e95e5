import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { nameOfKey } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { isAbsolute } from '../../analysis/values/library.js';
import { isKnown } from '../../http/text.js';
import type { Place, Text } from '../../http/text.js';
import type { Judged } from '../judge.js';

// Bases without a host, by the names of the members that they are put into

/** GitLab's bases by the names of the members that hold them. */
export function basesByName(all: readonly Judged[], evaluation: Evaluation): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const { service, bases, found } of all)
    if (service === 'gitlab')
      for (const name of namesIn(found.request.base, evaluation))
        named.set(name, [...new Set([...(named.get(name) ?? []), ...bases])]);
  return named;
}

/**
 * The members that a base without a host is put into: of `this.options.prefix = 'api/v3'` of an heir, or of
 * `configure({ prefix: 'api/v3' })`, which takes the place of what stands in a member of that name elsewhere.
 */
export function namesOfBase({ request: { base } }: FoundRequest, evaluation: Evaluation): string[] {
  return isKnown(base) && !isAbsolute(base) ? namesIn(base, evaluation) : [];
}

function namesIn(base: Text, evaluation: Evaluation): string[] {
  return base.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? namesAt(evaluation, piece.source.literal) : [],
  );
}

/** The member that a literal is put into as it is; empty for one with a host. */
export function namesAt(evaluation: Evaluation, { file, start, end }: Place): string[] {
  const tree = openTree(evaluation, file);
  const literal = tree?.literals.get(start);
  if (tree === null || literal === undefined || /:\/\//.test(tree.text.slice(start, end))) return [];
  const name = nameOfHolder(tree, literal);
  return name === null ? [] : [name];
}

function nameOfHolder(tree: Tree, literal: Node): string | null {
  const parent = tree.parents.get(literal);
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.right === literal && parent.left.type === 'MemberExpression'
        ? nameOfKey(parent.left.property, parent.left.computed)
        : null;
    case 'Property':
      return parent.value === literal ? nameOfKey(parent.key, parent.computed) : null;
    default:
      return null;
  }
}

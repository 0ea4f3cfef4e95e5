import type { TSESTree } from '@typescript-eslint/types';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import type { Place } from '../../http/text.js';
import { ancestorsOf, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { FoundRequest } from './found-request.js';
import { keyOfLiteral } from './sinks.js';

/**
 * Leaves out what is made of two rows of one table, `{ lab: { base, path }, hub: { base, path } }`: who takes a row takes
 * all of it from there. Every text is still in a request that is kept.
 */
export function withoutMixedRows(evaluation: Evaluation, requests: FoundRequest[]): FoundRequest[] {
  if (requests.length < 2) return requests;
  const kept = requests.filter((found) => !isMixed(literalsOf(found).flatMap((place) => cellsOf(evaluation, place))));
  const told = new Set(kept.flatMap(literalsOf).map(keyOfLiteral));
  const isWhole = requests.flatMap(literalsOf).every((place) => told.has(keyOfLiteral(place)));
  return kept.length > 0 && isWhole ? kept : requests;
}

/** Where a text stands in a table: the row, and the name that leads to the text there. */
interface Cell {
  readonly table: Node;
  readonly row: TSESTree.ObjectExpression;
  readonly name: string;
}

/** Texts of two rows each of which has what is taken from the other. */
function isMixed(cells: readonly Cell[]): boolean {
  return cells.some((one) =>
    cells.some(
      (other) =>
        one.table === other.table && one.row !== other.row && has(one.row, other.name) && has(other.row, one.name),
    ),
  );
}

function has({ properties }: TSESTree.ObjectExpression, name: string): boolean {
  return properties.some((each) => each.type === 'Property' && nameOfKey(each.key, each.computed) === name);
}

/** One for each record around the text that is an entry of a record or a list. */
function cellsOf(evaluation: Evaluation, { file, start }: Place): Cell[] {
  const tree = openTree(evaluation, file);
  const literal = tree?.literals.get(start);
  if (tree === null || literal === undefined) return [];
  return [literal, ...ancestorsOf(tree, literal)].flatMap((node) => toCell(tree, node) ?? []);
}

function toCell(tree: Tree, property: Node): Cell | null {
  const row = property.type === 'Property' ? tree.parents.get(property) : undefined;
  if (property.type !== 'Property' || row?.type !== 'ObjectExpression') return null;
  const name = nameOfKey(property.key, property.computed);
  const holder = tree.parents.get(row);
  const table = holder?.type === 'Property' ? tree.parents.get(holder) : holder;
  const isTable = table?.type === 'ObjectExpression' || table?.type === 'ArrayExpression';
  return name === null || !isTable ? null : { table, row, name };
}

function literalsOf({ request: { base, segments } }: FoundRequest): Place[] {
  return [...base, ...segments.flatMap(({ slash, text }) => [...slash, ...text])].flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? [piece.source.literal] : [],
  );
}

import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import type { Place, Text } from '../../http/text.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Frame } from '../value.js';
import type { Site } from './following.js';
import type { FoundRequest } from './found-request.js';

/**
 * Leaves out what nobody sends where a test asks which row of a table is at hand, `for (const [kind, base] of hosts) if
 * (kind === 'hub') send(base)`: the base of another row than the one that the test lets pass. So too where one of several
 * instances of a class is looked at, and `if (this.kind === 'hub')` says that it is another one.
 */
export function withoutOtherRows(evaluation: Evaluation, site: Site, requests: FoundRequest[]): FoundRequest[] {
  const ofInstance = site.chain.some(({ inherits }) => inherits === true);
  if (ofInstance) return requests.filter((found) => !isOfOtherRow(evaluation, site, found));
  if (requests.length < 2) return requests;
  const kept = requests.filter((found) => !isOfOtherRow(evaluation, site, found));
  return kept.length > 0 ? kept : requests;
}

/** Where a test stands, and what it must give so that a place behind it is come to. */
interface Condition {
  readonly tree: Tree;
  readonly frame: Frame | null;
  readonly test: Node;
  readonly holds: boolean;
}

function isOfOtherRow(evaluation: Evaluation, { tree, node, frame, chain }: Site, found: FoundRequest): boolean {
  const { base, segments } = found.request;
  const own = literalsOf(base);
  const behind = segments.flatMap(({ slash, text }) => literalsOf([...slash, ...text]));
  const written = behind.flatMap(({ file, start }) => {
    const home = openTree(evaluation, file);
    const literal = home?.literals.get(start);
    return home == null || literal === undefined
      ? []
      : [{ tree: home, node: literal, frame: home === tree ? frame : null }];
  });
  const sites = [{ tree, node, frame }, ...chain.map((each) => ({ ...each, frame: each.frame ?? null })), ...written];
  const conditions = sites.flatMap((each) => conditionsOf(each.tree, each.node, each.frame));
  return conditions.some((condition) => own.some((place) => isContradicted(evaluation, condition, place)));
}

function literalsOf(text: Text): Place[] {
  return text.flatMap((piece) => (piece.kind === 'known' && piece.source !== null ? [piece.source.literal] : []));
}

/** The tests that a place is come to by, in all that it stands in, or in a function. */
export function conditionsOf(tree: Tree, place: Node, frame: Frame | null, within: Node | null = null): Condition[] {
  const found: Condition[] = [];
  let inner = place;
  for (const ancestor of ancestorsOf(tree, place)) {
    if (ancestor === within) break;
    found.push(...testsOf(ancestor, inner).map((each) => ({ tree, frame, ...each })));
    inner = ancestor;
  }
  return found;
}

type Test = Pick<Condition, 'test' | 'holds'>;

function testsOf(node: Node, inner: Node): Test[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return inner === node.test ? [] : [{ test: node.test, holds: inner === node.consequent }];
    case 'LogicalExpression':
      return inner === node.right && node.operator !== '??' ? [{ test: node.left, holds: node.operator === '&&' }] : [];
    case 'BlockStatement':
    case 'Program':
      return node.body.slice(0, node.body.indexOf(inner as TSESTree.Statement)).flatMap(leftBefore);
    default:
      return [];
  }
}

/** `if (kind === 'hub') continue;`: what stands behind it is come to if it does not hold. */
function leftBefore(statement: Node): Test[] {
  if (statement.type !== 'IfStatement' || statement.alternate !== null) return [];
  const { consequent, test } = statement;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return /^(?:Return|Throw|Continue|Break)Statement$/.test(last?.type ?? '') ? [{ test, holds: false }] : [];
}

/** Whether a test gives the contrary for the row that a text stands in. */
function isContradicted(evaluation: Evaluation, { tree, frame, test, holds }: Condition, place: Place): boolean {
  const asked = unwrap(test);
  if (asked.type === 'UnaryExpression' && asked.operator === '!')
    return isContradicted(evaluation, { tree, frame, test: asked.argument, holds: !holds }, place);
  if (asked.type === 'LogicalExpression' && asked.operator === (holds ? '&&' : '||'))
    return [asked.left, asked.right].some((each) =>
      isContradicted(evaluation, { tree, frame, test: each, holds }, place),
    );
  const { name, wanted, isEqual } = readTest(asked);
  const value = name === null ? null : valueInRow(evaluation, { tree, frame, name }, place);
  if (value === null) return false;
  const given = wanted === null ? !/^(?:|false|0)$/.test(value) : (value === wanted) === isEqual;
  return given !== holds;
}

interface Asked {
  readonly name: Node | null;
  /** Null where it is asked whether there is anything. */
  readonly wanted: string | null;
  readonly isEqual: boolean;
}

/** `kind === 'hub'`, `host.isHub`. */
function readTest(test: Node): Asked {
  if (test.type !== 'BinaryExpression') return { name: isName(test) ? test : null, wanted: null, isEqual: true };
  const [left, right] = [unwrap(test.left), unwrap(test.right)];
  const [name, literal] = left.type === 'Literal' ? [right, left] : [left, right];
  const isAsked = isName(name) && literal.type === 'Literal' && /^[!=]==?$/.test(test.operator);
  return {
    name: isAsked ? name : null,
    wanted: literal.type === 'Literal' ? String(literal.value) : null,
    isEqual: test.operator.startsWith('='),
  };
}

function isName({ type }: Node): boolean {
  return type === 'Identifier' || type === 'MemberExpression';
}

/** `this.kind`. */
function isOfInstance(name: Node): boolean {
  return name.type === 'MemberExpression' && unwrap(name.object).type === 'ThisExpression';
}

const rows: ReadonlySet<string> = new Set(['ArrayExpression', 'ObjectExpression', 'NewExpression', 'Property']);

/** What a name holds in the innermost row around a text that says so; null if none does, or says several things. */
function valueInRow(
  evaluation: Evaluation,
  { tree, frame, name }: { readonly tree: Tree; readonly frame: Frame | null; readonly name: Node },
  place: Place,
): string | null {
  const options = optionsOf(evaluate(evaluation, tree, name, frame)).map((option) =>
    option.kind === 'text' ? option.text : null,
  );
  const [sole] = options;
  if (options.length === 1 && sole != null && frame !== null && isOfInstance(name)) return toKnown(sole);
  const home = openTree(evaluation, place.file);
  const literal = home?.literals.get(place.start);
  if (options.length < 2 || home == null || literal === undefined) return null;
  for (const row of ancestorsOf(home, literal)) {
    if (!rows.has(row.type)) continue;
    const said = new Set(options.filter((option) => option === null || isIn(option, row, place.file)));
    const texts = new Set([...said].map((option) => (option === null ? null : toKnown(option))));
    const [only] = texts;
    if (only === null || texts.size > 1) return null;
    if (only !== undefined) return only;
  }
  return null;
}

/** Whether a text stands in a row, or is what the row is called: `{ hub: { base } }`. */
function isIn(text: Text, row: Node, file: string): boolean {
  const written = literalsOf(text);
  if (written.length === 0) return row.type === 'Property' && nameOfKey(row.key, row.computed) === toKnown(text);
  return written.every(({ file: other, start, end }) => other === file && row.range[0] <= start && end <= row.range[1]);
}

import type { TSESTree } from '@typescript-eslint/types';
import type { Piece, Place } from '../../http/text.js';
import { renewBudget } from '../budget.js';
import { programsOf } from './documents.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, calleeName, findVariable, isFunction, nameOfKey, sourceOf, toPlace } from '../syntax/tree.js';
import { loopedOver, namedIn } from './looped-over.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf, toOrigin } from '../value.js';
import type { Value } from '../value.js';
import { templateParts } from '../syntax/template.js';

/*
 * A parameter that is renamed, or goes, may be read out of its record by its name too: `params.ref_name`, `const { ref_name } = params`,
 * in a log message or in another request. What reads it there would find nothing.
 */

/** A reader of a property by its name: what it is read of, and where. */
export interface NameReader {
  readonly tree: Tree;
  readonly identifier: Node;
  readonly node: Pick<Node, 'range'>;
}

/** What reads the property whose name an edit changes, or that it takes out; null if nothing in sight does. */
export function findNameReader(evaluation: Evaluation, key: Key): NameReader | null {
  if (!isGivenInPlace(key.tree, key.node)) evaluation.project.others?.ask('name read', key.name);
  const uses = usesByName(evaluation).get(key.name) ?? [];
  return (
    readerInTemplate(key) ??
    uses.find((use) => isOfSameObject(key, use) || isOfRecord(evaluation, key, use))?.reader ??
    null
  );
}

/** Tells the project's other parts what this one reads by name. */
export function offerNamesRead(evaluation: Evaluation): void {
  const { others } = evaluation.project;
  if (others !== undefined) for (const name of usesByName(evaluation).keys()) others.offer('name read', name);
}

/** Whether the record stands in a call, which no other file reads it from. */
function isGivenInPlace(tree: Tree, key: Node): boolean {
  const around = [...ancestorsOf(tree, key)].find(
    ({ type }) => !/^(?:Property|ObjectExpression|ArrayExpression)$/.test(type),
  );
  return around?.type === 'CallExpression' || around?.type === 'NewExpression';
}

/** A name that an edit touches: a key of a record, the name that is written to or appended, or one in the text of a query. */
export interface Key {
  readonly name: string;
  readonly tree: Tree;
  readonly node: Node;
  /** What is written to; null for a key of a record. */
  readonly object: Node | null;
}

/** The name that an edit at a place touches; null if it touches none. */
export function findNameAt(tree: Tree, place: Place): Key | null {
  const isTouched = ({ range: [from, to] }: Node): boolean =>
    place.start < place.end && ((from <= place.start && place.end <= to) || (place.start <= from && to <= place.end));
  return (
    keyOfRecord(tree, isTouched) ??
    keyWritten(tree, isTouched) ??
    keyAppended(tree, isTouched) ??
    keyInText(tree, place)
  );
}

type IsTouched = (node: Node) => boolean;

function keyOfRecord(tree: Tree, isTouched: IsTouched): Key | null {
  for (const { properties } of tree.records)
    for (const property of properties) {
      if (property.type !== 'Property' || property.computed || !isTouched(property.key)) continue;
      const name = nameOfKey(property.key, false);
      if (name !== null) return { name, tree, node: property.key, object: null };
    }
  return null;
}

function keyWritten(tree: Tree, isTouched: IsTouched): Key | null {
  const written = tree.assignments.find(({ left }) => left.type === 'MemberExpression' && isTouched(left.property));
  if (written?.left.type !== 'MemberExpression') return null;
  const { object, property, computed } = written.left;
  const name = nameOfKey(property, computed);
  return name === null ? null : { name, tree, node: property, object };
}

/** `form.append('branch_name', name)`. */
function keyAppended(tree: Tree, isTouched: IsTouched): Key | null {
  const call = tree.calls.find(
    ({ arguments: [first] }) => first !== undefined && nameOfKey(first, true) !== null && isTouched(first),
  );
  const [node] = call?.arguments ?? [];
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || node === undefined) return null;
  const name = /^(?:append|set)$/.test(calleeName(call)) ? nameOfKey(node, true) : null;
  return name === null ? null : { name, tree, node, object: call.callee.object };
}

/** `ref_name` of `new URLSearchParams('ref_name=main')`, `'/tree?ref_name=main'`. */
function keyInText(tree: Tree, { start, end }: Place): Key | null {
  const node = tree.texts.find(({ range }) => range[0] < start && end < range[1]);
  if (node === undefined) return null;
  const [before = ''] = /[\w[\]]*$/.exec(tree.text.slice(node.range[0], start)) ?? [];
  const [behind = ''] = /^[\w[\]]*(?==)/.exec(tree.text.slice(end, node.range[1])) ?? [];
  const isName =
    /[?&'"`]/.test(tree.text.charAt(start - before.length - 1)) && tree.text.charAt(end + behind.length) === '=';
  if (!isName || (start === end && before === '')) return null;
  return { name: before + tree.text.slice(start, end) + behind, tree, node, object: null };
}

/** Where a name is read out of something. */
interface NameUse {
  readonly reader: NameReader;
  readonly tree: Tree;
  readonly object: Node;
}

const known = new WeakMap<Evaluation, ReadonlyMap<string, readonly NameUse[]>>();

function usesByName(evaluation: Evaluation): ReadonlyMap<string, readonly NameUse[]> {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const uses = new Map<string, NameUse[]>();
  for (const file of programsOf(evaluation.project)) {
    const tree = openTree(evaluation, file);
    if (tree === null) continue;
    for (const node of tree.readings) collect(uses, tree, node);
    for (const text of tree.texts) collectCompared(uses, tree, text);
  }
  known.set(evaluation, uses);
  return uses;
}

type Uses = Map<string, NameUse[]>;

function putUse(uses: Uses, tree: Tree, name: string, object: Node, at: Node): void {
  const use: NameUse = { reader: { tree, identifier: object, node: at }, tree, object };
  const others = uses.get(name);
  if (others === undefined) uses.set(name, [use]);
  else others.push(use);
}

function collect(uses: Uses, tree: Tree, node: Node): void {
  const put = (name: string | null, object: Node, at: Node): void => {
    if (name !== null) putUse(uses, tree, name, object, at);
  };
  if (node.type === 'MemberExpression') {
    if (!isWritten(tree, node)) put(nameOfKey(node.property, node.computed), node.object, node);
    put(askedFor(tree, node, asking), node.object, node);
    const name = askedFor(tree, node, looking);
    const object = name === null ? null : namedIn(tree, node.object);
    if (object !== null) put(name, object, node);
    return;
  }
  if (node.type === 'BinaryExpression' && node.operator === 'in') put(nameOfKey(node.left, true), node.right, node);
  const taken = node.type === 'ObjectPattern' ? takenApart(tree, node) : null;
  if (node.type !== 'ObjectPattern' || taken === null) return;
  for (const property of node.properties)
    if (property.type === 'Property') put(nameOfKey(property.key, property.computed), taken, property);
}

/** `name === 'ref_name'` in a loop over the names of something. */
function collectCompared(uses: Uses, tree: Tree, text: Node): void {
  const parent = tree.parents.get(text);
  const isCompared =
    parent?.type === 'SwitchCase' || (parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator));
  const name = isCompared ? nameOfKey(text, true) : null;
  const object = name === null ? null : loopedOver(tree, text);
  if (name !== null && object !== null) putUse(uses, tree, name, object, text);
}

/** `ref_name` of `params.get('ref_name')`, `body.hasOwnProperty('ref_name')`. */
function askedFor(tree: Tree, member: TSESTree.MemberExpression, methods: RegExp): string | null {
  const call = tree.parents.get(member);
  if (call?.type !== 'CallExpression' || call.callee !== member) return null;
  const [first] = call.arguments;
  const asks = methods.test(nameOfKey(member.property, member.computed) ?? '');
  return asks && first !== undefined ? nameOfKey(first, true) : null;
}

const asking = /^(?:get|getAll|has|hasOwnProperty|delete)$/;

/** `Object.keys(params).includes('ref_name')`. */
const looking = /^(?:includes|indexOf|lastIndexOf)$/;

function isWritten(tree: Tree, node: TSESTree.MemberExpression): boolean {
  const parent = tree.parents.get(node);
  return parent?.type === 'AssignmentExpression' && parent.operator === '=' && parent.left === node;
}

/** A template of the component that reads a member of the name: `v-model="form.branch_name"`, Angular's `template` in its decorator. */
function readerInTemplate({ name, tree, node }: Key): NameReader | null {
  if (isGivenInPlace(tree, node) || !/^(?:Property|MemberExpression)$/.test(tree.parents.get(node)?.type ?? ''))
    return null;
  const member = new RegExp(String.raw`[\w$\])]\??\.${name}(?![\w$])`);
  const part = templateParts(tree).find(({ code }) => code.some((each) => member.test(each)));
  if (part !== undefined) return { tree, identifier: node, node: { range: [part.place.start, part.place.end] } };
  const text = tree.texts.find((each) => /<[\w-]/.test(sourceOf(tree, each)) && member.test(sourceOf(tree, each)));
  return text === undefined ? null : { tree, identifier: node, node: text };
}

/** What a pattern takes apart, or the elements of: where that stands beside it, is looped over, or has a method that calls the function. */
function takenApart(tree: Tree, pattern: TSESTree.ObjectPattern): Node | null {
  const parent = tree.parents.get(pattern);
  if (parent?.type === 'VariableDeclarator') return parent.init ?? loopedBy(tree, parent);
  if (isFunction(parent)) return calledOn(tree, parent);
  return parent?.type === 'AssignmentExpression' ? parent.right : null;
}

/** `branches` of `for (const { branch_name } of branches)`. */
function loopedBy(tree: Tree, declarator: Node): Node | null {
  const [, loop] = ancestorsOf(tree, declarator);
  return loop?.type === 'ForOfStatement' ? loop.right : null;
}

/** `branches` of `branches.map(({ branch_name }) => …)`. */
function calledOn(tree: Tree, callback: Node): Node | null {
  const call = tree.parents.get(callback);
  return call?.type === 'CallExpression' && call.callee !== callback && call.callee.type === 'MemberExpression'
    ? call.callee.object
    : null;
}

/** `commit.branch_name` beside `commit.branch_name = name`, whatever the commit is. */
function isOfSameObject({ tree, object }: Key, use: NameUse): boolean {
  if (object === null || use.tree !== tree || sourceOf(tree, object) !== sourceOf(tree, use.object)) return false;
  const [one, other] = [rootOf(object), rootOf(use.object)];
  return one.type !== 'Identifier' || other.type !== 'Identifier'
    ? true
    : findVariable(tree, one) === findVariable(tree, other);
}

/** `url` of `url.searchParams`. */
function rootOf(node: Node): Node {
  return node.type === 'MemberExpression' ? rootOf(node.object) : node;
}

function isOfRecord(evaluation: Evaluation, key: Key, { tree, object }: NameUse): boolean {
  renewBudget(evaluation, tree);
  const place = toPlace(key.tree, key.node);
  const isQuery = object.type === 'MemberExpression' && nameOfKey(object.property, object.computed) === 'searchParams';
  const holder = isQuery ? object.object : object;
  return optionsOf(evaluate(evaluation, tree, holder, null)).some((value) => holds(value, key.name, place));
}

function holds(value: Value, name: string, place: Place): boolean {
  if (value.kind === 'list') return value.items.some((item) => holds(item, name, place));
  if (value.kind === 'text') return value.text.some((piece) => holdsText(piece, name, place));
  const written = value.kind === 'record' ? value.entries.get(name)?.written : null;
  return [written, ...(written?.earlier ?? [])].some(
    (each) => each?.key.file === place.file && each.key.start === place.start,
  );
}

/** A query in an address: its text, or what was put into it. */
function holdsText(piece: Piece, name: string, place: Place): boolean {
  if (piece.kind === 'known')
    return piece.source?.literal.file === place.file && piece.source.literal.start === place.start;
  const record = toOrigin(piece)?.record ?? null;
  return record !== null && holds(record, name, place);
}

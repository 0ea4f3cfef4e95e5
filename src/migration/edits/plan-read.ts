import type { TSESTree } from '@typescript-eslint/types';
import type { Read } from '../../analysis/answers/reads.js';
import { ancestorsOf, findDeclaration, nameOfKey, sourceOf, toPlace } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Answer, Change } from '../../catalogue/change.js';
import type { Place } from '../../http/text.js';
import type { Edit, Finding } from '../finding.js';

/** What is to be done about a read. */
export interface PlannedRead extends Pick<Finding, 'certainty' | 'reason' | 'edits'> {
  readonly place: Place;
  /** What v4 answers here: one sentence. */
  readonly says: string;
  /** What v4 calls the field; null if it is no field, or gone. */
  readonly to: string | null;
  /** The body is not sent at all. */
  readonly gone: boolean;
}

/** Null if the row does not concern what is read, or the source follows it already. */
export function planRead(read: Read, change: Change, answer: Answer): PlannedRead | null {
  const planned = planKind(read, answer);
  if (planned === null) return null;
  if (change.rule !== 'review-v4-behavior' && change.certainty !== 'manual') return planned;
  return { ...planned, certainty: 'manual', place: toPlace(read.tree, read.node), edits: [] };
}

function planKind(read: Read, answer: Answer): PlannedRead | null {
  switch (read.kind) {
    case 'status':
      return planStatus(read, answer.statuses ?? {});
    case 'header':
      return answer.headers?.includes(read.name) === true
        ? toManual(read, `The header \`${read.name}\` says something else in v4.`)
        : null;
    case 'body':
      return answer.body === 'gone' ? planGone(read, answer) : null;
    case 'field':
      return answer.body === 'gone' ? planGone(read, answer) : planField(read, answer);
  }
}

function toManual(read: Read, says: string, reason: string | null = null): PlannedRead {
  const place = toPlace(read.tree, read.node);
  return { certainty: 'manual', reason, edits: [], place, says, to: null, gone: false };
}

function planGone(read: Read, { because }: Answer): PlannedRead {
  return { ...toManual(read, 'There is nothing to read here: v4 sends no body.', because ?? null), gone: true };
}

/** The place of the name if it changes, else of the first edit. */
function toSafe(read: Read, says: string, to: string | null, edits: readonly Edit[]): PlannedRead {
  const name = toPlace(read.tree, read.node);
  const inName = edits.some(({ start, end }) => name.start <= start && end <= name.end);
  const [first] = edits;
  const place = inName || first === undefined ? name : { file: first.file, start: first.start, end: first.end };
  return { certainty: 'safe', reason: null, edits, place, says, to, gone: false };
}

// Fields

type Values = Readonly<Record<string, string>>;

function planField(read: Read, { fields = {}, values = {}, reshaped = [] }: Answer): PlannedRead | null {
  if (!Object.hasOwn(fields, read.name)) return null;
  const to = fields[read.name] ?? null;
  if (to === null) return toManual(read, `v4 does not send \`${read.name}\`.`);
  const name = to.split('.').at(-1) ?? to;
  const says = `v4 sends \`${name}\` for \`${read.name}\`.`;
  if (reshaped.includes(read.name)) return { ...toManual(read, says, 'the value is of another kind'), to: name };
  if (isOverwritten(read))
    return { ...toManual(read, says, 'the file writes to the field too, so it may hold something else'), to: name };
  const table = values[read.name];
  if (table === undefined) return toSafe(read, says, name, renameKey(read, name));
  const planned = planValues(read, name, table);
  return planned === undefined ? { ...toManual(read, toValuesSentence(read, name, table)), to: name } : planned;
}

function toValuesSentence({ name }: Read, to: string, table: Values): string {
  const pairs = Object.entries(table).map(([from, value]) => `'${value}' for ${from}`);
  const what = to === name ? `other values of \`${name}\`` : `\`${to}\` for \`${name}\``;
  return `v4 sends ${what}: ${pairs.join(', ')}.`;
}

/** The name alone; in a destructuring the local name stays. */
function renameKey({ tree, node }: Read, to: string): Edit[] {
  const parent = tree.parents.get(node);
  const { file, start, end } = toPlace(tree, node);
  if (parent?.type === 'Property' && parent.shorthand)
    return [{ file, start, end, text: `${to}: ${tree.text.slice(start, end)}` }];
  return node.type === 'Literal'
    ? [{ file, start: start + 1, end: end - 1, text: to }]
    : [{ file, start, end, text: to }];
}

/** Whether the file writes to the same property of the same expression. */
function isOverwritten({ tree, node }: Read): boolean {
  const member = tree.parents.get(node);
  if (member?.type !== 'MemberExpression') return false;
  const text = sourceOf(tree, member).replace('?.', '.');
  return tree.assignments.some(({ left }) => sourceOf(tree, left) === text);
}

/** Undefined if a use of the value can't be moved; null if all uses have the v4 values already. */
function planValues(read: Read, to: string, table: Values): PlannedRead | null | undefined {
  const truth = planTruth(read, to, table);
  if (truth !== null) return truth;
  const uses = usesOf(read).map((use) => compareUse(read.tree, use));
  if (uses.some((use) => use === null)) return undefined;
  const old = uses.flatMap((use) => (use === null || isV4Value(use.literal, table) ? [] : [use.literal]));
  const renamed = read.name.split('.').at(-1) !== to;
  if (!renamed && old.length === 0 && uses.length > 0) return null;
  if (!old.every(({ value }) => Object.hasOwn(table, String(value)))) return undefined;
  const literals = old.map((literal) => replaceLiteral(read.tree, literal, table[String(literal.value)] ?? ''));
  return toSafe(read, toValuesSentence(read, to, table), to, [...(renamed ? renameKey(read, to) : []), ...literals]);
}

function isV4Value({ value }: TSESTree.Literal, table: Values): boolean {
  return typeof value === 'string' && Object.values(table).includes(value);
}

function replaceLiteral(tree: Tree, literal: TSESTree.Literal, value: string): Edit {
  const quote = quoteOf(tree);
  return { ...toPlace(tree, literal), text: `${quote}${value}${quote}` };
}

/** The quote that the file uses. */
function quoteOf(tree: Tree): string {
  const literal = tree.texts.find((text) => text.type === 'Literal' && typeof text.value === 'string');
  return literal === undefined ? "'" : (tree.text[literal.range[0]] ?? "'");
}

/** A field that was true or false, read as such, is a comparison in v4: `project.public` is `project.visibility === 'public'`. */
function planTruth(read: Read, to: string, table: Values): PlannedRead | null {
  const [entry, ...others] = Object.entries(table);
  if (entry?.[0] !== 'true' || others.length > 0) return null;
  const member = read.tree.parents.get(read.node);
  if (member?.type !== 'MemberExpression' || member.computed || member.optional) return null;
  const parent = read.tree.parents.get(member);
  const negation = parent?.type === 'UnaryExpression' && parent.operator === '!' ? parent : null;
  if (!isLoose(read.tree, negation ?? member)) return null;
  const quote = quoteOf(read.tree);
  const operator = negation === null ? '===' : '!==';
  const edit: Edit = { ...toPlace(read.tree, read.node), text: `${to} ${operator} ${quote}${entry[1]}${quote}` };
  const file = read.tree.file;
  const removed: Edit[] =
    negation === null ? [] : [{ file, start: negation.range[0], end: negation.range[0] + 1, text: '' }];
  return toSafe(read, toValuesSentence(read, to, table), to, [...removed, edit]);
}

/** Whether a comparison may stand in the place of an expression without parentheses. */
function isLoose(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'IfStatement':
    case 'ReturnStatement':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'ArrowFunctionExpression':
    case 'VariableDeclarator':
    case 'TemplateLiteral':
    case 'ArrayExpression':
      return true;
    case 'CallExpression':
      return parent.callee !== node;
    case 'Property':
      return parent.value === node;
    default:
      return false;
  }
}

// Statuses

type Statuses = Readonly<Record<number, number>>;

function planStatus(read: Read, statuses: Statuses): PlannedRead | null {
  const uses = usesOf(read);
  const compared = uses.flatMap((use) => compareUse(read.tree, use) ?? []);
  const mapped = compared.filter(({ literal, node }) => {
    const to = statuses[Number(literal.value)];
    return to !== undefined && !isCompared(read.tree, node, to);
  });
  const hidden = uses.find((use) => isListed(read.tree, use, statuses));
  if (mapped.length === 0 && hidden === undefined) return null;
  const pairs = Object.entries(statuses).map(([from, to]) => `${String(to)} for ${from}`);
  const says = `v4 answers ${pairs.join(', ')}.`;
  if (hidden !== undefined) return toManual(read, says);
  const edits = mapped.map(({ literal }) => ({
    ...toPlace(read.tree, literal),
    text: String(statuses[Number(literal.value)]),
  }));
  return toSafe(read, says, null, edits);
}

/** Whether another number is asked for beside a comparison: `status === 200 || status === 202`. */
function isCompared(tree: Tree, comparison: Node, status: number): boolean {
  let whole = comparison;
  for (const ancestor of ancestorsOf(tree, comparison)) {
    if (ancestor.type !== 'LogicalExpression') break;
    whole = ancestor;
  }
  return new RegExp(String.raw`\b${String(status)}\b`).test(sourceOf(tree, whole));
}

/** Whether a status is one of those that a `switch`, a list or an assertion names, and its v4 form is not. */
function isListed(tree: Tree, use: Node, statuses: Statuses): boolean {
  const parent = tree.parents.get(use);
  const asks =
    (parent?.type === 'SwitchStatement' && parent.discriminant === use) ||
    (parent?.type === 'CallExpression' && parent.callee !== use);
  if (!asks) return false;
  const text = parent.type === 'SwitchStatement' ? textOfCases(tree, parent) : textAround(tree, parent);
  const names = (status: number): boolean => new RegExp(String.raw`\b${String(status)}\b`).test(text);
  return Object.entries(statuses).some(([from, to]) => names(Number(from)) && !names(to));
}

function textOfCases(tree: Tree, { cases }: TSESTree.SwitchStatement): string {
  return cases.map(({ test }) => (test === null ? '' : sourceOf(tree, test))).join(' ');
}

/** The statement that a call is all of: `expect(status).toBe(200)`. */
function textAround(tree: Tree, call: Node): string {
  let whole = call;
  for (const ancestor of ancestorsOf(tree, call)) {
    if (!/^(?:MemberExpression|CallExpression|AwaitExpression)$/.test(ancestor.type)) break;
    whole = ancestor;
  }
  return sourceOf(tree, whole);
}

// Uses

/** Where the value that is read is used: the expression itself, or all that read the constant that it is put in. */
function usesOf({ tree, node }: Read): Node[] {
  const parent = tree.parents.get(node);
  if (parent?.type === 'Property') return usesOfName(tree, toLocal(parent.value)) ?? [node];
  if (parent?.type !== 'MemberExpression') return [node];
  const holder = tree.parents.get(parent);
  const whole = holder?.type === 'ChainExpression' || holder?.type === 'TSNonNullExpression' ? holder : parent;
  const declarator = tree.parents.get(whole);
  if (declarator?.type !== 'VariableDeclarator') return [whole];
  return usesOfName(tree, declarator.id) ?? [whole];
}

function toLocal(node: Node): Node {
  return node.type === 'AssignmentPattern' ? node.left : node;
}

/** Null if the name is no variable that keeps its value, or leaves the file. */
function usesOfName(tree: Tree, name: Node): Node[] | null {
  const variable = name.type === 'Identifier' ? findDeclaration(tree, name) : null;
  const references = variable?.references.filter(({ init }) => init !== true) ?? [];
  const isExported = [...ancestorsOf(tree, name)].some(({ type }) => type === 'ExportNamedDeclaration');
  if (variable === null || isExported || references.some((reference) => reference.isWrite())) return null;
  return references.map(({ identifier }) => identifier as Node);
}

interface Comparison {
  readonly node: TSESTree.BinaryExpression;
  readonly literal: TSESTree.Literal;
}

/** `x === 20`, `20 != x`; null if a value is used in another way. */
function compareUse(tree: Tree, use: Node): Comparison | null {
  const node = tree.parents.get(use);
  if (node?.type !== 'BinaryExpression' || !/^[=!]==?$/.test(node.operator)) return null;
  const literal = node.left === use ? node.right : node.left;
  return literal.type === 'Literal' ? { node, literal } : null;
}

// Both versions

/** Code that reads the v4 field too serves both versions: `project.visibility || project.visibility_level`. */
export function isServingBoth({ tree, node }: Read, { to }: PlannedRead): boolean {
  const member = tree.parents.get(node);
  if (to === null || member?.type !== 'MemberExpression' || nameOfKey(node, false) === to) return false;
  const both = [...ancestorsOf(tree, member)].find(
    ({ type }) => type === 'LogicalExpression' || type === 'ConditionalExpression',
  );
  if (both === undefined) return false;
  const owner = sourceOf(tree, member.object);
  const names = [`${owner}.${to}`, `${owner}?.${to}`, `'${to}' in ${owner}`, `"${to}" in ${owner}`];
  return names.some((name) => holdsWhole(sourceOf(tree, both), name));
}

/** Whether a name stands in a text, and not as the beginning of a longer one. */
function holdsWhole(text: string, name: string): boolean {
  return text.split(name).some((rest, index) => index > 0 && !/^[\w$]/.test(rest));
}

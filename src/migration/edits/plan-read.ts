import type { TSESTree } from '@typescript-eslint/types';
import type { Read } from '../../analysis/answers/reads.js';
import { ancestorsOf, nameOfKey, sourceOf, toPlace } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import type { Answer, Change } from '../../catalogue/change.js';
import type { Edit } from '../finding.js';
import { planEvent, planStatus } from './plan-status.js';
import { toManual, toSafe } from './planned-read.js';
import type { PlannedRead } from './planned-read.js';
import { compareUse, usesOf } from './read-uses.js';
import type { Comparison } from './read-uses.js';

/** Null if the row does not concern what is read, or the source follows it already. */
export function planRead(read: Read, change: Change, answer: Answer): PlannedRead | null {
  const found = planKind(read, answer);
  if (found === null) return null;
  const planned = withReason(read, change, found);
  if (change.rule !== 'review-v4-behavior' && change.certainty !== 'manual') return planned;
  return { ...planned, certainty: 'manual', place: toPlace(read.tree, read.node), edits: [] };
}

/** Why a row is about what is sent says nothing of what is read. */
function withReason({ kind, name }: Read, change: Change, planned: PlannedRead): PlannedRead {
  const isUntold = kind === 'field' && planned.certainty === 'manual' && planned.reason === null && !planned.gone;
  if (!isUntold || !sending.some((part) => change[part] !== undefined)) return planned;
  const isKept = planned.to !== null && planned.to === name.split('.').at(-1);
  return { ...planned, reason: isKept ? compared : missing };
}

const sending = ['moved', 'renamed', 'revalued', 'removed', 'needed'] as const satisfies readonly (keyof Change)[];
const missing = 'what reads it finds nothing in v4';
const compared = 'what is done with the value is out of sight';

function planKind(read: Read, answer: Answer): PlannedRead | null {
  switch (read.kind) {
    case 'status':
      return planStatus(read, answer.statuses ?? {});
    case 'event':
      return planEvent(read, answer.statuses ?? {});
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

function planGone(read: Read, { because }: Answer): PlannedRead {
  return { ...toManual(read, 'There is nothing to read here: v4 sends no body.', because ?? null), gone: true };
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
  if (read.beside?.includes(name) === true)
    return { ...toManual(read, says, `the copy has a \`${name}\` of its own`), to: name };
  if (read.beside?.includes(read.name) === true)
    return { ...toManual(read, says, `the copy has a default for \`${read.name}\` of its own`), to: name };
  const table = Object.hasOwn(values, read.name) ? values[read.name] : undefined;
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
  const renamed = read.name.split('.').at(-1) !== to;
  const mayBeV4 = !renamed || !isWithoutTexts(table);
  const old = uses.flatMap((use) => (use === null || (mayBeV4 && isV4Value(use.literal, table)) ? [] : [use]));
  if (!renamed && old.length === 0 && uses.length > 0) return null;
  if (!old.every((use) => isV3Value(use, table))) return undefined;
  const literals = old.map(({ literal }) => replaceLiteral(read.tree, literal, table[String(literal.value)] ?? ''));
  return toSafe(read, toValuesSentence(read, to, table), to, [...(renamed ? renameKey(read, to) : []), ...literals]);
}

/** Whether a comparison is with what v3 may send: `public === 'true'` never held, and `visibility_level == '20'` did. */
function isV3Value({ node, literal: { value } }: Comparison, table: Values): boolean {
  if (!Object.hasOwn(table, String(value))) return false;
  if (typeof value !== 'string' || !isWithoutTexts(table)) return true;
  return /^[!=]=$/.test(node.operator) && /^\d+$/.test(value);
}

/** Whether v3 sends numbers or booleans, and no texts. */
function isWithoutTexts(table: Values): boolean {
  return Object.keys(table).every((value) => /^(?:true|false|\d+)$/.test(value));
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

// Both versions

/** Code that reads the v4 field too serves both versions: `project.visibility || project.visibility_level`. */
export function isServingBoth({ tree, node, of }: Read, { to }: PlannedRead): boolean {
  const member = tree.parents.get(node);
  const object = of ?? (member?.type === 'MemberExpression' ? member.object : undefined);
  if (to === null || object === undefined || nameOfKey(node, of !== undefined) === to) return false;
  const both = [...ancestorsOf(tree, node)].find(
    ({ type }) => type === 'LogicalExpression' || type === 'ConditionalExpression',
  );
  if (both === undefined) return false;
  const text = sourceOf(tree, both);
  return waysToRead(sourceOf(tree, object), to).some((way) => holdsWhole(text, way));
}

function waysToRead(owner: string, name: string): string[] {
  const quoted = [`'${name}'`, `"${name}"`];
  const byName = quoted.flatMap((text) => [
    `${text} in ${owner}`,
    `(${owner}, ${text}`,
    `${owner}.hasOwnProperty(${text}`,
  ]);
  return [`${owner}.${name}`, `${owner}?.${name}`, ...byName];
}

/** Whether a name stands in a text, and not as the beginning of a longer one. */
function holdsWhole(text: string, name: string): boolean {
  return text.split(name).some((rest, index) => index > 0 && !/^[\w$]/.test(rest));
}

import type { TSESTree } from '@typescript-eslint/types';
import type { Read } from '../../analysis/answers/reads.js';
import { ancestorsOf, findVariable, nameOfKey, sourceOf, toPlace, unwrap } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { toManual, toSafe } from './planned-read.js';
import type { PlannedRead } from './planned-read.js';
import { usesOf } from './read-uses.js';

/** What v4 answers for each status of v3. */
type Statuses = Readonly<Record<number, number>>;

/** What a use of the status asks for: the literal that changes, or that a person looks. Null if it is fine. */
type Asked = TSESTree.Literal | 'look' | null;

const byHand = 'what it is compared with has to change by hand';

/** Null if nothing is done with the status that v4 answers otherwise. */
export function planStatus(read: Read, statuses: Statuses): PlannedRead | null {
  const asked = usesOf(read).map((use) => askOf(read.tree, use, statuses) ?? askOfReason(read.tree, use, statuses));
  const literals = asked.filter((each) => each !== null && each !== 'look');
  if (literals.length === 0 && !asked.includes('look')) return null;
  const pairs = Object.entries(statuses).map(([from, to]) => `${String(to)} for ${from}`);
  const says = `v4 answers ${pairs.join(', ')}.`;
  if (asked.includes('look')) return toManual(read, says, byHand);
  const edits = literals.map((literal) => ({
    ...toPlace(read.tree, literal),
    text: String(statuses[Number(literal.value)]),
  }));
  return toSafe(read, says, null, edits);
}

/** What waits for a status of v3 waits for that of v4, unless something else of the same request does: `.on('201', …).on('409', …)`. */
export function planEvent(read: Read, statuses: Statuses): PlannedRead | null {
  const to = statuses[Number(read.name)];
  if (to === undefined) return null;
  const says = `v4 answers ${String(to)} for ${read.name}.`;
  if (read.node.type !== 'Literal' || typeof read.node.value !== 'string') return toManual(read, says, byHand);
  const place = toPlace(read.tree, read.node);
  if (isWaitedFor(read, to)) return null;
  return toSafe(read, says, null, [{ ...place, start: place.start + 1, end: place.end - 1, text: String(to) }]);
}

/** Whether the chain that an event is named in waits for another status too. */
function isWaitedFor({ tree, node }: Read, status: number): boolean {
  let whole: Node = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (!/^(?:MemberExpression|CallExpression|AwaitExpression)$/.test(ancestor.type)) break;
    whole = ancestor;
  }
  return names(sourceOf(tree, whole), status);
}

function askOf(tree: Tree, status: Node, statuses: Statuses): Asked {
  const use = toWritten(tree, status);
  const parent = tree.parents.get(use);
  if (parent?.type === 'BinaryExpression' && parent.operator !== 'in')
    return askOfComparison(tree, parent, use, statuses);
  return isListed(tree, use, statuses) || isMatched(tree, use, statuses) ? 'look' : null;
}

/** `response.statusText === 'OK'`: the words of a status that v4 does not answer. */
function askOfReason(tree: Tree, use: Node, statuses: Statuses): Asked {
  const parent = tree.parents.get(use);
  const isReason = (node: Node | null): boolean => {
    const reason = node?.type === 'Literal' ? String(node.value).replaceAll(' ', '') : '';
    return pairsOf(statuses).some(([from]) => called[from]?.test(reason) === true);
  };
  if (parent?.type === 'SwitchStatement')
    return parent.discriminant === use && parent.cases.some(({ test }) => isReason(test)) ? 'look' : null;
  if (parent?.type !== 'BinaryExpression' || !/^[=!]==?$/.test(parent.operator)) return null;
  return isReason(parent.left === use ? parent.right : parent.left) ? 'look' : null;
}

/** The same number, as it is written otherwise: `String(status)`, `parseInt(status, 10)`, `status + ''`, `` `${status}` ``. */
function toWritten(tree: Tree, use: Node): Node {
  const parent = tree.parents.get(use);
  switch (parent?.type) {
    case 'CallExpression':
      return parent.arguments[0] === use &&
        /^(?:String|Number|parseInt|Number\.parseInt)$/.test(sourceOf(tree, parent.callee))
        ? toWritten(tree, parent)
        : use;
    case 'MemberExpression': {
      const call = tree.parents.get(parent);
      const isPrinted = parent.object === use && nameOfKey(parent.property, parent.computed) === 'toString';
      return isPrinted && call?.type === 'CallExpression' && call.callee === parent ? toWritten(tree, call) : use;
    }
    case 'TemplateLiteral':
      return parent.quasis.every(({ value }) => value.raw === '') ? toWritten(tree, parent) : use;
    case 'UnaryExpression':
      return parent.operator === '+' ? toWritten(tree, parent) : use;
    case 'BinaryExpression':
      return parent.operator === '+' && /^(?:''|"")$/.test(sourceOf(tree, parent.right))
        ? toWritten(tree, parent)
        : use;
    default:
      return use;
  }
}

/** `/^20[01]$/.test(status)`, which holds for one and not for the other. */
function isMatched(tree: Tree, use: Node, statuses: Statuses): boolean {
  const parent = tree.parents.get(use);
  const callee = parent?.type === 'CallExpression' && parent.arguments[0] === use ? parent.callee : undefined;
  const pattern = callee?.type === 'MemberExpression' && callee.object.type === 'Literal' ? callee.object.value : null;
  if (!(pattern instanceof RegExp) || pattern.global || pattern.sticky) return false;
  return pairsOf(statuses).some(([from, to]) => pattern.test(String(from)) && !pattern.test(String(to)));
}

function askOfComparison(tree: Tree, node: TSESTree.BinaryExpression, use: Node, statuses: Statuses): Asked {
  const other = unwrap(node.left === use ? node.right : node.left);
  const isEquality = /^[=!]==?$/.test(node.operator);
  const meant = pairsOf(statuses).filter(([from, to]) =>
    isEquality
      ? mayBe(tree, other, from) && !isCompared(tree, node, to)
      : other.type === 'Literal' && isBetween(node.operator, Number(other.value), from, to, node.left === use),
  );
  if (meant.length === 0) return null;
  return isEquality && other.type === 'Literal' && isReadAsNumber(use, other) ? other : 'look';
}

/** `status === 200`, `status == '200'`; a text of the status is compared with a text. */
function isReadAsNumber(use: Node, literal: TSESTree.Literal): boolean {
  return typeof literal.value === 'number' || /^(?:Identifier|MemberExpression)$/.test(use.type);
}

function pairsOf(statuses: Statuses): [number, number][] {
  return Object.entries(statuses).map(([from, to]) => [Number(from), to]);
}

/** `status > 200`, which is true for one and not for the other. */
function isBetween(operator: string, limit: number, from: number, to: number, isLeft: boolean): boolean {
  const orEqual = operator.endsWith('=');
  const isAbove = operator.startsWith('>') === isLeft;
  if (!/^[<>]=?$/.test(operator)) return false;
  const holds = (status: number): boolean =>
    (orEqual && status === limit) || (isAbove ? status > limit : status < limit);
  return holds(from) !== holds(to);
}

/** What constants of such statuses are called: `HTTP_OK`, `HttpStatus.CREATED`, `UnprocessableEntity`. */
const called: Readonly<Record<number, RegExp>> = {
  200: /ok$|success$/i,
  201: /created$/i,
  202: /accepted$/i,
  204: /no_?content$/i,
  400: /bad_?request$/i,
  409: /conflict$/i,
  422: /unprocessable/i,
};

/** Whether an expression may be a status: a number, a constant by its value or its name, or what nobody sees. */
function mayBe(tree: Tree, node: Node, status: number): boolean {
  if (node.type === 'Literal') return Number(node.value) === status;
  const constant = constantOf(tree, node);
  if (constant?.type === 'Literal') return Number(constant.value) === status;
  if (constant?.type === 'ObjectExpression') return names(sourceOf(tree, constant), status);
  if (node.type === 'MemberExpression') return mayBeCalled(nameOfKey(node.property, node.computed) ?? '', status);
  return node.type === 'Identifier' && node.name !== 'undefined' && mayBeCalled(node.name, status);
}

/** A name that begins with a capital is a constant's, and says which status it is; any other may hold each. */
function mayBeCalled(name: string, status: number): boolean {
  return name.includes(String(status)) || (called[status]?.test(name) ?? false) || /^[a-z_$]/.test(name);
}

/** What a `const` of the file is, or a property of one; the whole of it where nobody knows which. Null for anything else. */
function constantOf(tree: Tree, node: Node): Node | null {
  if (node.type === 'Identifier') return declaredConstant(tree, node);
  const table = node.type === 'MemberExpression' ? constantOf(tree, node.object) : null;
  if (node.type !== 'MemberExpression' || table?.type !== 'ObjectExpression') return null;
  const name = nameOfKey(node.property, node.computed);
  if (name === null) return table;
  const property = table.properties.find(
    (each) => each.type === 'Property' && nameOfKey(each.key, each.computed) === name,
  );
  return property?.type === 'Property' ? unwrap(property.value) : null;
}

function declaredConstant(tree: Tree, name: TSESTree.Identifier): Node | null {
  const [definition] = findVariable(tree, name)?.defs ?? [];
  const node = definition?.node as Node | undefined;
  if (node?.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) return null;
  const declaration = tree.parents.get(node);
  return declaration?.type === 'VariableDeclaration' && declaration.kind === 'const' ? unwrap(node.init) : null;
}

/** Whether another number is asked for beside a comparison: `status === 200 || status === 202`. */
function isCompared(tree: Tree, comparison: Node, status: number): boolean {
  let whole = comparison;
  for (const ancestor of ancestorsOf(tree, comparison)) {
    if (ancestor.type !== 'LogicalExpression') break;
    whole = ancestor;
  }
  return names(sourceOf(tree, whole), status);
}

/** Whether a text has a status in it, as a number or by the name of a constant. */
function names(text: string, status: number): boolean {
  const words = text.match(/[\w$]+/g) ?? [];
  return words.some((word) => word === String(status) || (/^[A-Z]/.test(word) && called[status]?.test(word) === true));
}

/** Whether a status is one of those that a `switch`, a list, a table or an assertion names, and its v4 form is not. */
function isListed(tree: Tree, use: Node, statuses: Statuses): boolean {
  const text = textAsking(tree, use);
  return text !== null && pairsOf(statuses).some(([from, to]) => names(text, from) && !names(text, to));
}

/** What a status is looked up in; null if it is used in another way. */
function textAsking(tree: Tree, use: Node): string | null {
  const parent = tree.parents.get(use);
  if (parent?.type === 'SwitchStatement' && parent.discriminant === use) return textOfCases(tree, parent);
  if (parent?.type === 'CallExpression' && parent.callee !== use) return textAround(tree, parent);
  if (parent?.type === 'MemberExpression' && parent.computed && parent.property === use)
    return textOfTable(tree, parent.object);
  if (parent?.type === 'BinaryExpression' && parent.left === use) return textOfTable(tree, parent.right);
  return null;
}

function textOfCases(tree: Tree, { cases }: TSESTree.SwitchStatement): string {
  return cases.map(({ test }) => (test === null ? '' : textOfTable(tree, test))).join(' ');
}

/** The statement that a call is all of: `expect(status).toBe(200)`; what the list is that it looks into: `good.includes(status)`. */
function textAround(tree: Tree, call: TSESTree.CallExpression): string {
  let whole: Node = call;
  const given = call.arguments.map((argument) => textOfTable(tree, argument));
  for (const ancestor of ancestorsOf(tree, call)) {
    if (!/^(?:MemberExpression|CallExpression|AwaitExpression)$/.test(ancestor.type)) break;
    if (ancestor.type === 'CallExpression' && ancestor.callee === whole)
      given.push(...ancestor.arguments.map((argument) => textOfTable(tree, argument)));
    whole = ancestor;
  }
  const listed = call.callee.type === 'MemberExpression' ? textOfTable(tree, call.callee.object) : '';
  return [sourceOf(tree, whole), listed, ...given].join(' ');
}

/** The source of an expression; of a constant of the file, what it is. */
function textOfTable(tree: Tree, node: Node): string {
  const inner = unwrap(node);
  return sourceOf(tree, constantOf(tree, inner) ?? inner);
}

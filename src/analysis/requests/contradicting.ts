import type { TSESTree } from '@typescript-eslint/types';
import type { Evaluation } from '../evaluate.js';
import { findOrigins } from '../values/origins.js';
import { keyOfLiteral } from './sinks.js';
import { ancestorsOf, childrenOf, contains, findVariable, isFunction, nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { FoundRequest } from './found-request.js';

/**
 * Leaves out what nobody sends where one test chooses twice, `isLab ? base : other` and `isLab ? path : another`: the
 * base of one side with the path of the other. Every text is still in a request that is kept, but for those of a side that
 * what sends does not stand on.
 */
export function withoutContradicting(evaluation: Evaluation, requests: FoundRequest[]): FoundRequest[] {
  const [first] = requests;
  const tests = first === undefined || requests.length < 2 ? [] : testsAround(first);
  if (first === undefined || tests.length === 0) return requests;
  const literals = new Set(requests.flatMap(literalsOf));
  const sides = tests.map((choices) => sidesOf(evaluation, choices, first, literals));
  const kept = requests.filter((found) => !sides.some((side) => contradicts(found, side)));
  const told = new Set([...kept.flatMap(literalsOf), ...sides.flatMap(({ excluded }) => [...excluded])]);
  return kept.length > 0 && [...literals].every((literal) => told.has(literal)) ? kept : requests;
}

/** A place where a test chooses. */
interface Chosen {
  readonly tree: Tree;
  /** What is asked, of which variable. */
  readonly key: string;
  /** What comes about if it holds. */
  readonly arms: readonly Node[];
  /** What comes about if it does not. */
  readonly others: readonly Node[];
}

interface Test {
  readonly key: string;
  /** It is asked for the contrary. */
  readonly negated: boolean;
}

/** The tests that choose in the functions around what sends, and around the calls that led there. */
function testsAround({ tree, node, chain }: FoundRequest): (readonly Chosen[])[] {
  const sites = [{ tree, node }, ...chain];
  const owners = new Map<Node, Tree>(
    sites.flatMap((site) => ownersAround(site.tree, site.node).map((owner) => [owner, site.tree] as const)),
  );
  const all = [...owners].flatMap(([owner, home]) => choicesIn(home, owner));
  const keys = new Set(all.map(({ key }) => key));
  return [...keys].map((key) => all.filter((one) => one.key === key));
}

function ownersAround(tree: Tree, node: Node): Node[] {
  return [...[...ancestorsOf(tree, node)].filter(isFunction), tree.program];
}

const known = new WeakMap<Node, readonly Chosen[]>();

/** Those of a function or a program itself, not of functions inside it, which may be called with this and that. */
function choicesIn(tree: Tree, owner: Node): readonly Chosen[] {
  const before = known.get(owner);
  if (before !== undefined) return before;
  const choices = childrenOf(owner).flatMap((child) => choicesBelow(tree, child));
  known.set(owner, choices);
  return choices;
}

function choicesBelow(tree: Tree, node: Node): Chosen[] {
  if (isFunction(node)) return [];
  const inner = childrenOf(node).flatMap((child) => choicesBelow(tree, child));
  if (node.type === 'SwitchStatement') return [...choicesOfSwitch(tree, node), ...inner];
  if (node.type !== 'ConditionalExpression' && node.type !== 'IfStatement') return inner;
  const test = readTest(tree, node.test);
  if (test === null) return inner;
  const [arms, others] = [[node.consequent], node.alternate === null ? statementsBehind(tree, node) : [node.alternate]];
  const { key, negated } = test;
  return [negated ? { tree, key, arms: others, others: arms } : { tree, key, arms, others }, ...inner];
}

/** `if (!isLab) return …;`: what stands behind it comes about if it does not hold. */
function statementsBehind(tree: Tree, choice: Node): readonly Node[] {
  const block = tree.parents.get(choice);
  if (choice.type !== 'IfStatement' || block?.type !== 'BlockStatement') return [];
  const { consequent } = choice;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return /^(?:Return|Throw)Statement$/.test(last?.type ?? '') ? block.body.slice(block.body.indexOf(choice) + 1) : [];
}

/** Each case of a `switch` in which every one ends by itself: what it does, and what the others do. */
function choicesOfSwitch(tree: Tree, { discriminant, cases }: TSESTree.SwitchStatement): Chosen[] {
  const name = readSteady(tree, unwrap(discriminant));
  const isApart = cases.every((each, index) => index === cases.length - 1 || endsByItself(each));
  if (name === null || !isApart) return [];
  return cases.flatMap((each): Chosen[] => {
    const literal = each.test === null ? null : unwrap(each.test);
    if (literal?.type !== 'Literal') return [];
    const others = cases.filter((other) => other !== each).flatMap(({ consequent }) => consequent);
    return [{ tree, key: `${name} is ${String(literal.value)}`, arms: each.consequent, others }];
  });
}

function endsByItself({ consequent }: TSESTree.SwitchCase): boolean {
  const last = consequent.at(-1);
  const inner = last?.type === 'BlockStatement' ? last.body.at(-1) : last;
  return /^(?:Break|Return|Throw|Continue)Statement$/.test(inner?.type ?? '');
}

/** What a test asks; null if it may be answered otherwise the next time. */
function readTest(tree: Tree, node: Node): Test | null {
  const test = unwrap(node);
  if (test.type === 'UnaryExpression' && test.operator === '!') {
    const inner = readTest(tree, test.argument);
    return inner === null ? null : { ...inner, negated: !inner.negated };
  }
  if (test.type !== 'BinaryExpression') {
    const name = readSteady(tree, test);
    return name === null ? null : { key: name, negated: false };
  }
  const [name, right] = [readSteady(tree, unwrap(test.left)), unwrap(test.right)];
  if (name === null || right.type !== 'Literal' || !/^[!=]==?$/.test(test.operator)) return null;
  return { key: `${name} is ${String(right.value)}`, negated: test.operator.startsWith('!') };
}

/**
 * A variable that is given a value once, told from others of its name by where it is defined, or a member of one that the
 * file does not write to; null for anything else.
 */
function readSteady(tree: Tree, node: Node): string | null {
  if (node.type === 'MemberExpression') {
    const [owner, name] = [readSteady(tree, unwrap(node.object)), nameOfKey(node.property, node.computed)];
    return owner === null || name === null || isWrittenTo(tree, name) ? null : `${owner}.${name}`;
  }
  const variable = node.type === 'Identifier' ? findVariable(tree, node) : null;
  const [definition, ...others] = variable?.defs ?? [];
  if (variable === null || definition === undefined || others.length > 0) return null;
  const isSteady = variable.references.every((one) => !one.isWrite() || one.init === true);
  return isSteady ? `${tree.file}:${String(definition.name.range[0])}` : null;
}

function isWrittenTo(tree: Tree, name: string): boolean {
  return tree.memberWrites.some((write) => {
    const target = write.type === 'AssignmentExpression' ? write.left : write.argument;
    return target.type === 'MemberExpression' && nameOfKey(target.property, target.computed) === name;
  });
}

interface Sides {
  /** The literals that only what a test chooses is made of, and those that only the contrary is made of. */
  readonly apart: readonly ReadonlySet<string>[];
  /** Those of the side that what sends does not stand on. */
  readonly excluded: ReadonlySet<string>;
}

function sidesOf(
  evaluation: Evaluation,
  choices: readonly Chosen[],
  found: FoundRequest,
  literals: ReadonlySet<string>,
): Sides {
  const stands = choices.map((one) => standsOn(one, found));
  const beside = choices.filter((_, index) => stands[index] === null);
  const originsOf = (wanted: boolean): Set<string> =>
    new Set(
      beside.flatMap(({ tree, arms, others }) =>
        (wanted ? arms : others)
          .flatMap(valuesOf)
          .flatMap((value) => [...findOrigins(evaluation, tree, value, literals)]),
      ),
    );
  const [chosen, other] = [originsOf(true), originsOf(false)];
  const apart = [without(chosen, other), without(other, chosen)];
  const side = stands.find((each) => each !== null) ?? null;
  return { apart, excluded: (side === null ? undefined : apart[side ? 1 : 0]) ?? new Set() };
}

/** Whether what sends, or a call that led there, stands where a test holds; null if it stands on neither side. */
function standsOn({ tree, arms, others }: Chosen, { tree: home, node, chain }: FoundRequest): boolean | null {
  const sites = [{ tree: home, node }, ...chain].filter((site) => site.tree === tree);
  const isIn = (side: readonly Node[]): boolean => sites.some((site) => side.some((one) => contains(one, site.node)));
  if (isIn(arms)) return true;
  return isIn(others) ? false : null;
}

/** What an arm gives: of an assignment the value, since its target may be given others elsewhere. */
function valuesOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'BlockStatement':
      return node.body.flatMap(valuesOf);
    case 'ExpressionStatement':
      return valuesOf(node.expression);
    case 'SequenceExpression':
      return node.expressions.flatMap(valuesOf);
    case 'AssignmentExpression':
      return node.operator === '=' && node.left.type === 'Identifier' ? [node.right] : [node];
    default:
      return [node];
  }
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...some].filter((one) => !others.has(one)));
}

function contradicts(found: FoundRequest, { apart, excluded }: Sides): boolean {
  const literals = literalsOf(found);
  if (literals.some((literal) => excluded.has(literal))) return true;
  return apart.every((side) => literals.some((literal) => side.has(literal)));
}

function literalsOf({ request }: FoundRequest): string[] {
  const parameters = request.parameters.flatMap(({ name, value }) => [...name, ...(value ?? [])]);
  const segments = request.segments.flatMap(({ slash, text }) => [...slash, ...text]);
  return [...request.method, ...request.base, ...segments, ...parameters].flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? [keyOfLiteral(piece.source.literal)] : [],
  );
}

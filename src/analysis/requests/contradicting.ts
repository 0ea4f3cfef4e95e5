import type { TSESTree } from '@typescript-eslint/types';
import type { Evaluation } from '../evaluate.js';
import { findOrigins } from '../values/origins.js';
import { keyOfLiteral } from './sinks.js';
import { ancestorsOf, childrenOf, findVariable, isFunction, sourceOf, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import type { FoundRequest } from './found-request.js';

/**
 * Leaves out what nobody sends where one test chooses twice, `isLab ? base : other` and `isLab ? path : another`: the
 * base of one side with the path of the other. Every text is still in a request that is kept.
 */
export function withoutContradicting(evaluation: Evaluation, requests: FoundRequest[]): FoundRequest[] {
  const [first] = requests;
  const tests = first === undefined || requests.length < 2 ? [] : testsAround(first);
  if (tests.length === 0) return requests;
  const literals = new Set(requests.flatMap(literalsOf));
  const sides = tests.map((choices) => sidesOf(evaluation, choices, literals));
  const kept = requests.filter((found) => !sides.some((side) => isOnBoth(found, side)));
  const told = new Set(kept.flatMap(literalsOf));
  return [...literals].every((literal) => told.has(literal)) ? kept : requests;
}

type Choice = TSESTree.ConditionalExpression | TSESTree.IfStatement;

/** A place where a test chooses. */
interface Chosen {
  readonly tree: Tree;
  readonly choice: Choice;
  /** What is asked, of which variable. */
  readonly key: string;
  /** It is asked for the contrary. */
  readonly negated: boolean;
}

/** The tests that choose more than once in the functions around what sends, and around the calls that led there. */
function testsAround({ tree, node, chain }: FoundRequest): (readonly Chosen[])[] {
  const sites = [{ tree, node }, ...chain];
  const owners = new Map<Node, Tree>(
    sites.flatMap((site) => ownersAround(site.tree, site.node).map((owner) => [owner, site.tree] as const)),
  );
  const all = [...owners].flatMap(([owner, home]) => choicesIn(home, owner));
  const keys = new Set(all.map(({ key }) => key));
  return [...keys].map((key) => all.filter((one) => one.key === key)).filter(({ length }) => length > 1);
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
  if (node.type !== 'ConditionalExpression' && node.type !== 'IfStatement') return inner;
  const test = readTest(tree, node.test);
  return test === null ? inner : [{ tree, choice: node, ...test }, ...inner];
}

/** What a test asks; null if it may be answered otherwise the next time. */
function readTest(tree: Tree, node: Node): Pick<Chosen, 'key' | 'negated'> | null {
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
  return { key: `${name} is ${sourceOf(tree, right)}`, negated: test.operator.startsWith('!') };
}

/** A variable that is given a value once, told from others of its name by where it is defined; null for anything else. */
function readSteady(tree: Tree, node: Node): string | null {
  const variable = node.type === 'Identifier' ? findVariable(tree, node) : null;
  const [definition, ...others] = variable?.defs ?? [];
  if (variable === null || definition === undefined || others.length > 0) return null;
  const isSteady = variable.references.every((one) => !one.isWrite() || one.init === true);
  return isSteady ? `${tree.file}:${String(definition.name.range[0])}` : null;
}

/** The literals that only what a test chooses is made of, and those that only the contrary is made of. */
function sidesOf(evaluation: Evaluation, choices: readonly Chosen[], literals: ReadonlySet<string>): Set<string>[] {
  const originsOf = (wanted: boolean): Set<string> =>
    new Set(
      choices.flatMap(({ tree, choice, negated }) => {
        const arm = wanted === negated ? choice.alternate : choice.consequent;
        return arm === null ? [] : findOrigins(evaluation, tree, arm, literals);
      }),
    );
  const [chosen, other] = [originsOf(true), originsOf(false)];
  return [without(chosen, other), without(other, chosen)];
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...some].filter((one) => !others.has(one)));
}

function isOnBoth(found: FoundRequest, sides: readonly Set<string>[]): boolean {
  const literals = literalsOf(found);
  return sides.every((side) => literals.some((literal) => side.has(literal)));
}

function literalsOf({ request }: FoundRequest): string[] {
  const parameters = request.parameters.flatMap(({ name, value }) => [...name, ...(value ?? [])]);
  const segments = request.segments.flatMap(({ slash, text }) => [...slash, ...text]);
  return [...request.method, ...request.base, ...segments, ...parameters].flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? [keyOfLiteral(piece.source.literal)] : [],
  );
}

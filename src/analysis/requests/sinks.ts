import type { TSESTree } from '@typescript-eslint/types';
import { hasPath, parseRequest } from '../../http/request.js';
import { nothing } from '../../http/text.js';
import type { Place, Text } from '../../http/text.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isSender } from './loose-calls.js';
import { isMention } from './purposes.js';
import { ancestorsOf, contains, nameOfKey, toPlace } from '../syntax/tree.js';
import type { FoundRequest } from './found-request.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Value } from '../value.js';

/** A place where a base goes to code that nobody sees into: what is sent there may be any request. */
export interface Sink {
  readonly place: Place;
  readonly tree: Tree;
  readonly node: Node;
  /** Where the literals of the text start, as `keyOfLiteral` names them. */
  readonly literals: readonly string[];
  /** A function that sends by its name is given the base with a path which nobody sees. */
  readonly pathless: boolean;
}

/** The name of a literal by its place. */
export function keyOfLiteral({ file, start }: Place): string {
  return `${file}:${String(start)}`;
}

/** The literals that a request's base and path are written in. */
export function literalsOfRequest({ request: { base, segments } }: FoundRequest): string[] {
  return literalsOfText([...base, ...segments.flatMap(({ slash, text }) => [...slash, ...text])]);
}

function literalsOfText(text: Text): string[] {
  return text.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? [keyOfLiteral(piece.source.literal)] : [],
  );
}

/**
 * The calls that are given an address that stands in one of the literals, and give back nothing that can be followed.
 *
 * @param literals those of GitLab's bases
 * @param told by literal, the calls that send the requests which are known to be made of it, and the calls that lead there
 */
export function findSinks(
  evaluation: Evaluation,
  trees: readonly Tree[],
  literals: ReadonlySet<string>,
  told: ReadonlyMap<string, ReadonlySet<Node>>,
): Sink[] {
  return trees.flatMap((tree) =>
    tree.calls.flatMap((call) => {
      const given = givenTo(evaluation, tree, call, literals);
      const sends = call.type === 'CallExpression' && isSender(call);
      return given.flatMap(({ node, keys: own, pathless }) => {
        const isTold = own.some((key) => isWithin(tree, call, told.get(key)));
        return isTold || goesOn(evaluation, tree, call, own) || isMention(tree, node, false)
          ? []
          : [
              {
                place: toPlace(tree, node),
                tree,
                node,
                literals: own,
                pathless: sends && pathless && !isCompleted(tree, call, own, told),
              },
            ];
      });
    }),
  );
}

/** Whether callers of the function around a call are known to give the address its path. */
function isCompleted(
  tree: Tree,
  call: Node,
  literals: readonly string[],
  told: ReadonlyMap<string, ReadonlySet<Node>>,
): boolean {
  return literals.some((literal) =>
    [...(told.get(literal) ?? [])].some((node) => tree.parents.has(node) && contains(call, node)),
  );
}

interface GivenText {
  readonly node: Node;
  /** The literals. */
  readonly keys: readonly string[];
  /** The text is a base and a path that nobody sees. */
  readonly pathless: boolean;
}

/** The arguments that hold text of some literals, alone or in a record. */
function givenTo(
  evaluation: Evaluation,
  tree: Tree,
  call: Tree['calls'][number],
  literals: ReadonlySet<string>,
): GivenText[] {
  if (isSaid(call)) return [];
  return call.arguments.flatMap((argument): GivenText[] => {
    if (argument.type === 'Literal' && typeof argument.value !== 'string') return [];
    renewBudget(evaluation, tree);
    const texts = textsOfValue(evaluate(evaluation, tree, argument, null), 2);
    const keys = texts.flatMap(literalsOfText).filter((key) => literals.has(key));
    return keys.length === 0 ? [] : [{ node: argument, keys, pathless: texts.some(hasHiddenPath) }];
  });
}

/** The literals of a text, alone or in a record as deep as said. */
export function literalsOfValue(value: Value, depth: number): string[] {
  return textsOfValue(value, depth).flatMap((text) => literalsOfText(text));
}

function textsOfValue(value: Value, depth: number): Text[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind === 'text') return [option.text];
    if (option.kind !== 'record' || depth === 0) return [];
    return [...option.entries.values()].flatMap((entry) => textsOfValue(entry.value, depth - 1));
  });
}

function hasHiddenPath(text: Text): boolean {
  const request = parseRequest(nothing, text);
  return request.version !== null && request.segments.length > 0 && !hasPath(request);
}

/** `console.log(url)`. */
function isSaid({ callee }: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  const name = callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
  return name !== null && /^(?:log|debug|info|warn|error|trace)$/.test(name);
}

function isWithin(tree: Tree, call: Node, nodes: ReadonlySet<Node> | undefined): boolean {
  if (nodes === undefined) return false;
  return nodes.has(call) || [...ancestorsOf(tree, call)].some((ancestor) => nodes.has(ancestor));
}

/** What the call gives can be followed, so that whatever is sent of it is found where it is. */
function goesOn(evaluation: Evaluation, tree: Tree, call: Node, literals: readonly string[]): boolean {
  const value = evaluate(evaluation, tree, call, null);
  if (value.kind !== 'unknown' && value.kind !== 'external' && value.kind !== 'text' && value.kind !== 'absent')
    return true;
  return value.kind === 'text' && literalsOfValue(value, 0).some((key) => literals.includes(key));
}

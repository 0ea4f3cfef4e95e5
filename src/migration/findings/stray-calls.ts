import type { TSESTree } from '@typescript-eslint/types';
import { evaluate, openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { renewBudget } from '../../analysis/budget.js';
import { programsOf } from '../../analysis/requests/documents.js';
import { textual } from '../../analysis/values/texts.js';
import { takesPath } from '../../analysis/requests/calls.js';
import { optionsOf } from '../../analysis/value.js';
import type { FunctionValue } from '../../analysis/value.js';
import {
  calleeName,
  enclosingFunction,
  findVariable,
  isFunction,
  nameOfFunction,
  toPlace,
} from '../../analysis/syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../../analysis/syntax/tree.js';
import { parseRequest } from '../../http/request.js';
import { findRoutes } from '../../http/route.js';
import { nothing } from '../../http/text.js';
import type { Unresolved } from '../finding.js';
import type { Judged } from '../judge.js';

/*
 * Calls on what is out of sight that look as those of the project's own methods which send to GitLab: `ctx.api.fetch(path)`
 * beside a class with a `fetch`. An instance that goes out of sight takes its base along.
 */

/** The functions of the project's own through which requests go to GitLab's v3. */
export interface Wrappers {
  /** What they are called, and the functions around them, which may send too: `delete` beside `get`. */
  readonly names: ReadonlySet<string>;
  /**
   * The bases that those of a name send to; null if none of that name sends. What a function around one does is found out
   * when it is asked for, since what it calls may lead through many files.
   */
  readonly basesOf: (name: string) => readonly string[] | null;
}

/** A function through which requests go, and where they go. */
interface Wrapper {
  readonly tree: Tree;
  /** The functions and methods around it, and itself, by name. */
  readonly beside: ReadonlyMap<string, readonly FunctionNode[]>;
  readonly bases: Set<string>;
}

/** @param all the requests of the project */
export function openWrappers(all: readonly Judged[], evaluation: Evaluation): Wrappers {
  const { called, wrappers } = collectWrappers(all);
  const names = new Set([...called.keys(), ...wrappers.flatMap(({ beside }) => [...beside.keys()])]);
  const known = new Map<string, readonly string[] | null>();
  const findBases = (name: string): readonly string[] | null => {
    const sending = wrappers.filter(({ tree, beside }) =>
      beside.get(name)?.some((each) => takesPath(evaluation, tree, each)),
    );
    const own = called.get(name);
    if (own === undefined && sending.length === 0) return null;
    return [...new Set([...(own ?? []), ...sending.flatMap(({ bases }) => [...bases])])];
  };
  const basesOf = (name: string): readonly string[] | null => {
    const before = known.get(name);
    const bases = before === undefined ? findBases(name) : before;
    known.set(name, bases);
    return bases;
  };
  return { names, basesOf };
}

/** The wrappers that calls in sight go through, and where calls of a name lead. */
function collectWrappers(all: readonly Judged[]): {
  readonly called: ReadonlyMap<string, ReadonlySet<string>>;
  readonly wrappers: readonly Wrapper[];
} {
  const called = new Map<string, Set<string>>();
  const wrappers = new Map<Node, Wrapper>();
  for (const { service, version, guarded, found, bases } of all) {
    if (service !== 'gitlab' || version !== 'v3' || guarded) continue;
    for (const { node, called: wrapper } of found.chain) {
      if (node.type !== 'CallExpression') continue;
      called.set(calleeName(node), addAll(called.get(calleeName(node)) ?? new Set(), bases));
      if (wrapper === undefined) continue;
      const known = wrappers.get(wrapper.node);
      if (known === undefined)
        wrappers.set(wrapper.node, { tree: wrapper.tree, beside: functionsBeside(wrapper), bases: new Set(bases) });
      else addAll(known.bases, bases);
    }
  }
  return { called, wrappers: [...wrappers.values()] };
}

function addAll(set: Set<string>, more: readonly string[]): Set<string> {
  for (const each of more) set.add(each);
  return set;
}

function functionsBeside({
  tree,
  node,
}: Pick<FunctionValue, 'tree' | 'node'>): ReadonlyMap<string, readonly FunctionNode[]> {
  const around = isFunction(node) ? enclosingFunction(tree, node) : null;
  const byName = new Map<string, FunctionNode[]>();
  for (const each of tree.functions) {
    const name = nameOfFunction(tree, each);
    if (name !== '' && enclosingFunction(tree, each) === around) byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  return byName;
}

/**
 * Whether an expression begins with `this`, or with what a function is given, also by way of a variable that is made of it or
 * set to it: `const { api } = context`, `let client; configure = (given) => { client = given; }`.
 */
export function isGiven(tree: Tree, node: Node, depth = 0): boolean {
  if (depth > deepestNames) return false;
  if (node.type === 'ThisExpression') return true;
  if (node.type === 'CallExpression') return isGiven(tree, node.callee, depth);
  if (node.type === 'MemberExpression') return isGiven(tree, node.object, depth);
  const variable = node.type === 'Identifier' ? findVariable(tree, node) : null;
  if (variable === null) return false;
  if (variable.defs.some(({ type }) => (type as string) === 'Parameter')) return true;
  return variable.references.some(({ writeExpr }) => writeExpr != null && isGiven(tree, writeExpr, depth + 1));
}

/** By way of so many variables. */
const deepestNames = 3;

/** So many segments of a path of GitLab's no other service is likely to have in common with it. */
const fewestSegments = 3;

/**
 * Such calls with a path of GitLab's that nobody is seen to send, with the bases that must wait for them.
 *
 * @param relevant the requests that are told of; those of other services are known, too
 */
export function listStrayCalls(
  all: readonly Judged[],
  relevant: readonly Judged[],
  evaluation: Evaluation,
): Map<Unresolved, readonly string[]> {
  const wrappers = openWrappers(all, evaluation);
  if (wrappers.names.size === 0) return new Map();
  const told = [...relevant, ...all.filter(({ service }) => service !== 'unknown')];
  const known = new Set<Node>(told.flatMap(({ found }) => [found.node, ...found.chain.map(({ node }) => node)]));
  const trees = programsOf(evaluation.project).flatMap((file) => openTree(evaluation, file) ?? []);
  return new Map(
    trees.flatMap((tree) =>
      tree.calls.flatMap((call): [Unresolved, readonly string[]][] => {
        if (call.type !== 'CallExpression' || !wrappers.names.has(calleeName(call)) || known.has(call)) return [];
        const bases = isStrayCall(evaluation, tree, call, known) ? wrappers.basesOf(calleeName(call)) : null;
        return bases === null ? [] : [[{ place: toPlace(tree, call), reason }, bases]];
      }),
    ),
  );
}

const reason =
  'it has the name of a function of the project that sends to GitLab, and is called on what is out of sight: look whether it is that one';

function isStrayCall(evaluation: Evaluation, tree: Tree, call: Node, known: ReadonlySet<Node>): boolean {
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const [path] = call.arguments;
  if (path === undefined || path.type === 'SpreadElement' || known.has(path)) return false;
  if (!isGiven(tree, call.callee.object) || isHandler(call)) return false;
  renewBudget(evaluation, tree);
  if (optionsOf(evaluate(evaluation, tree, call.callee, null)).some(({ kind }) => kind !== 'unknown')) return false;
  return optionsOf(textual(evaluate(evaluation, tree, path, null), tree, path, null)).some(
    (option) => option.kind === 'text' && isOfGitLab(parseRequest(nothing, option.text)),
  );
}

/** `router.get('/projects/:id/keys', (req, res) => …)` serves. */
function isHandler({ arguments: [, ...others] }: TSESTree.CallExpression): boolean {
  return others.some(
    (argument) =>
      (argument.type === 'ArrowFunctionExpression' || argument.type === 'FunctionExpression') &&
      argument.params[0]?.type === 'Identifier' &&
      /^_?(?:req|request|ctx|context|c)$/.test(argument.params[0].name),
  );
}

function isOfGitLab({ version, base, segments }: ReturnType<typeof parseRequest>): boolean {
  return (
    version === null &&
    base.length === 0 &&
    segments.length >= fewestSegments &&
    segments.every(({ text }) => text[0]?.kind !== 'known' || !text[0].text.startsWith(':')) &&
    findRoutes(null, segments).length > 0
  );
}

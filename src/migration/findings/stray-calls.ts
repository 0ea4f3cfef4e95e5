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
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { parseRequest } from '../../http/request.js';
import { findRoutes } from '../../http/route.js';
import { nothing } from '../../http/text.js';
import type { Unresolved } from '../finding.js';
import type { Judged } from '../judge.js';

/*
 * Calls on what is out of sight that look as those of the project's own methods which send to GitLab: `ctx.api.fetch(path)`
 * beside a class with a `fetch`. An instance that goes out of sight takes its base along.
 */

/**
 * The functions of the project's own through which requests go to GitLab's v3, by name, with the bases that they go to; what
 * stands beside one of them and sends too, `delete` beside `get`, may be called where nobody sees it.
 */
export function findWrappers(all: readonly Judged[], evaluation: Evaluation): ReadonlyMap<string, readonly string[]> {
  const wrappers = new Map<string, readonly string[]>();
  const beside = new Map<Node, readonly string[]>();
  for (const { service, version, guarded, found, bases } of all) {
    if (service !== 'gitlab' || version !== 'v3' || guarded) continue;
    for (const { node, called } of found.chain) {
      if (node.type !== 'CallExpression') continue;
      const others = called === undefined ? [] : (beside.get(called.node) ?? sendersBeside(evaluation, called));
      if (called !== undefined) beside.set(called.node, others);
      for (const name of [calleeName(node), ...others])
        wrappers.set(name, [...new Set([...(wrappers.get(name) ?? []), ...bases])]);
    }
  }
  return wrappers;
}

/** The names of the functions and methods around one that send to a path which they are given. */
function sendersBeside(
  evaluation: Evaluation,
  { tree, node }: Pick<FunctionValue, 'tree' | 'node'>,
): readonly string[] {
  const around = isFunction(node) ? enclosingFunction(tree, node) : null;
  return tree.functions
    .filter((each) => enclosingFunction(tree, each) === around && takesPath(evaluation, tree, each))
    .map((each) => nameOfFunction(tree, each))
    .filter((name) => name !== '');
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
  const wrappers = findWrappers(all, evaluation);
  if (wrappers.size === 0) return new Map();
  const told = [...relevant, ...all.filter(({ service }) => service !== 'unknown')];
  const known = new Set<Node>(told.flatMap(({ found }) => [found.node, ...found.chain.map(({ node }) => node)]));
  const trees = programsOf(evaluation.project).flatMap((file) => openTree(evaluation, file) ?? []);
  return new Map(
    trees.flatMap((tree) =>
      tree.calls.flatMap((call): [Unresolved, readonly string[]][] => {
        const bases = call.type === 'CallExpression' ? wrappers.get(calleeName(call)) : undefined;
        const isStray = bases !== undefined && !known.has(call) && isStrayCall(evaluation, tree, call, known);
        return isStray ? [[{ place: toPlace(tree, call), reason }, bases]] : [];
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

import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import { usesOf } from '../answers/given-elsewhere.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName, findDeclaration, findVariable, sourceOf, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { initialsOf } from './origins.js';

/** Whether the characters of a value stand for themselves, or are percent-encoded as a segment of a path is. Unclear if neither is told. */
export type Encoding = 'plain' | 'encoded' | 'unclear';

const mostNodes = 60;

/** How a value is encoded by what makes it, and by what all those in sight give who call the function around it. */
export function encodingOf(evaluation: Evaluation, tree: Tree, node: Node): Encoding {
  return encodingIn({ evaluation, seen: new Set() }, tree, node);
}

interface Looking {
  readonly evaluation: Evaluation;
  readonly seen: Set<Node>;
}

function encodingIn(looking: Looking, tree: Tree, node: Node): Encoding {
  const inner = unwrap(node);
  if (looking.seen.has(inner) || looking.seen.size > mostNodes) return 'plain';
  looking.seen.add(inner);
  switch (inner.type) {
    case 'CallExpression':
      return encodingOfCall(looking, tree, inner);
    case 'Identifier': {
      const sources = sourcesOf(looking, tree, inner);
      if (sources.length === 0) return isMadeByHand(inner.name) ? 'unclear' : 'plain';
      return together(sources.map((each) => encodingIn(looking, each.tree, each.node)));
    }
    case 'ConditionalExpression':
      return together([inner.consequent, inner.alternate].map((each) => encodingIn(looking, tree, each)));
    case 'LogicalExpression':
      return together([inner.left, inner.right].map((each) => encodingIn(looking, tree, each)));
    case 'AwaitExpression':
      return encodingIn(looking, tree, inner.argument);
    default:
      return encodingOfText(looking, tree, inner);
  }
}

/** What agrees; a value that is never given is plain. */
function together(encodings: readonly Encoding[]): Encoding {
  const [first = 'plain', ...others] = encodings;
  return others.every((other) => other === first) ? first : 'unclear';
}

const escaped = /%[\da-f]{2}/i;

/** Names of what encodes by itself: `urlencode(path)`, `qs.escape(path)`, `encodeURI(path)`. */
const encoder = /encod|escape/i;

function encodingOfText({ evaluation }: Looking, tree: Tree, node: Node): Encoding {
  const value = evaluate(evaluation, tree, node, null);
  const known = value.kind === 'text' ? toKnown(value.text) : null;
  if (known !== null && escaped.test(known)) return known.includes('/') ? 'unclear' : 'encoded';
  if (known !== null) return 'plain';
  return isMadeByHand(sourceOf(tree, node)) ? 'unclear' : 'plain';
}

function isMadeByHand(source: string): boolean {
  return encoder.test(source) || escaped.test(source);
}

function encodingOfCall(looking: Looking, tree: Tree, call: TSESTree.CallExpression): Encoding {
  const { callee, arguments: given } = call;
  const [first] = given;
  const name = calleeName(call);
  if (callee.type === 'Identifier' && name === 'encodeURIComponent' && first !== undefined)
    return encodingIn(looking, tree, first) === 'plain' ? 'encoded' : 'unclear';
  const own = optionsOf(evaluate(looking.evaluation, tree, callee, null)).flatMap((option) =>
    option.kind === 'function' ? [option] : [],
  );
  if (own.length > 0) return encodingOfResult(looking, tree, call, own);
  if (callee.type === 'MemberExpression' && /^(?:toString|trim|valueOf|String)$/.test(name))
    return encodingIn(looking, tree, callee.object);
  return isMadeByHand(sourceOf(tree, call)) ? 'unclear' : 'plain';
}

/** What a function of the project gives: only one that does nothing but to encode is trusted. */
function encodingOfResult(
  { evaluation }: Looking,
  tree: Tree,
  call: TSESTree.CallExpression,
  called: readonly { readonly tree: Tree; readonly node: FunctionNode }[],
): Encoding {
  const sources = called.map((each) => sourceOf(each.tree, each.node));
  if (!sources.some(isMadeByHand)) return isMadeByHand(sourceOf(tree, call)) ? 'unclear' : 'plain';
  if (sources.some((source) => /\breplace|\bencodeURI\b|\bescape\b/.test(source) || escaped.test(source)))
    return 'unclear';
  const value = evaluate(evaluation, tree, call, null);
  const holes = value.kind === 'text' ? value.text.filter((piece) => piece.kind === 'hole') : [];
  return holes.length > 0 && holes.every(({ encoded }) => encoded) ? 'encoded' : 'unclear';
}

interface Given {
  readonly tree: Tree;
  readonly node: Node;
}

/** What a name is set to, or, if it is a parameter, what the calls in sight give. */
function sourcesOf({ evaluation }: Looking, tree: Tree, name: TSESTree.Identifier): Given[] {
  const variable = findVariable(tree, name) ?? findDeclaration(tree, name);
  if (variable === null) return [];
  const given = variable.defs.flatMap(({ node, type, name: defined }) => {
    const owner = node as FunctionNode;
    const index = (type as string) === 'Parameter' ? owner.params.findIndex((each) => nameIn(each) === defined) : -1;
    return index === -1 ? [] : argumentsFor(evaluation, tree, owner, index);
  });
  return [...initialsOf(tree, variable), ...given];
}

/** `path` of `path` and `path = 'README.md'`. */
function nameIn(parameter: FunctionNode['params'][number]): Node {
  return parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
}

function argumentsFor(evaluation: Evaluation, tree: Tree, owner: FunctionNode, index: number): Given[] {
  const { params } = owner;
  const otherwise = params[index]?.type === 'AssignmentPattern' ? [{ tree, node: params[index].right }] : [];
  const uses = [{ tree, node: owner }, ...usesOf({ evaluation, tree }, owner)];
  return [...otherwise, ...uses.flatMap((use) => argumentAt(use, index))];
}

/** What a call gives; of a function that is handed on, what it is handed on by: `paths.map(encodeURIComponent).map(load)`. */
function argumentAt({ tree, node }: Given, index: number): Given[] {
  const call = tree.parents.get(node);
  if (call?.type !== 'CallExpression') return [];
  const { callee } = call;
  const given =
    callee === node ? call.arguments[index] : callee.type === 'MemberExpression' ? callee.object : undefined;
  return given === undefined ? [] : [{ tree, node: given }];
}

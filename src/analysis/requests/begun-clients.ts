import type { TSESTree } from '@typescript-eslint/types';
import { toMethod } from '../clients/client.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName, findDeclaration, isFunction, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import { usesOf } from './continued.js';

// Addresses that a client which nobody knows puts the paths behind that it is asked for

const mostSteps = 3;

/**
 * Whether an address is what a client that nobody knows is made with: `create({ baseURL })`, `new RestClient(name, base)`,
 * `mande(base).get('/owned')`. What is sent behind it is out of sight, also where it ends in a route.
 */
export function beginsClient(evaluation: Evaluation, tree: Tree, node: Node): boolean {
  return isBase(evaluation, tree, node, mostSteps);
}

function isBase(evaluation: Evaluation, tree: Tree, node: Node, steps: number): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'Property':
      if (parent.value !== node) return false;
      return isNamedBase(parent.key, parent.computed) || isBase(evaluation, tree, parent, steps);
    case 'PropertyDefinition':
      return parent.value === node && isNamedBase(parent.key, parent.computed);
    case 'JSXAttribute':
      return isNamedBase(parent.name, false);
    case 'AssignmentExpression':
      return parent.left.type === 'MemberExpression' && isNamedBase(parent.left.property, parent.left.computed);
    case 'VariableDeclarator':
      return parent.init === node && steps > 0 && isBaseByName(evaluation, tree, parent, steps - 1);
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node && isClient(evaluation, tree, parent, node);
    case 'ObjectExpression':
    case 'LogicalExpression':
    case 'ConditionalExpression':
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      return isBase(evaluation, tree, parent, steps);
    default:
      return false;
  }
}

function isBaseByName(evaluation: Evaluation, tree: Tree, { id }: TSESTree.VariableDeclarator, steps: number): boolean {
  const references = findDeclaration(tree, id)?.references ?? [];
  return references.some((each) => each.isRead() && isBase(evaluation, tree, each.identifier, steps));
}

function isNamedBase(key: Node, computed: boolean): boolean {
  const name = key.type === 'JSXIdentifier' ? key.name : nameOfKey(key, computed);
  return name !== null && /^(?:base|prefix|root)_?(?:ur[il]|href|path|address|endpoint)$/i.test(name);
}

/** Whether a call that is given an address makes a client of it, by what it calls or by what its outcome is asked for. */
function isClient(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  given: Node,
): boolean {
  const isUnseen = optionsOf(evaluate(evaluation, tree, call, null)).every(({ kind }) => unseen.test(kind));
  if (!isUnseen) return false;
  const isMade =
    given.type !== 'ObjectExpression' &&
    (call.type === 'NewExpression' ? !ofOneAddress.test(sourceOf(tree, call.callee)) : makers.test(calleeName(call)));
  return isMade || usesOfOutcome(evaluation, tree, call).some((use) => isAsked(use.tree, use.node));
}

const unseen = /^(?:unknown|external)$/;

/** Classes whose instances stand for one address. */
const ofOneAddress = /(?:UR[IL]|Request|Source|Socket|Image|Audio|Link|Page|Route|Event|Error|Worker|Uploader)$/i;

const makers = /^(?:extend|(?:create|make|build|new|use)\w*(?:client|api|http|rest|instance|resource|service))$/i;

function usesOfOutcome(evaluation: Evaluation, tree: Tree, call: Node): { readonly tree: Tree; readonly node: Node }[] {
  const outcome = tree.parents.get(call)?.type === 'AwaitExpression' ? (tree.parents.get(call) ?? call) : call;
  return [{ tree, node: outcome }, ...usesOf(evaluation, { tree, node: outcome })];
}

/** `client.get('/owned')`, `client('/owned')`: what it is given goes behind the address. */
function isAsked(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'CallExpression') return parent.callee === node && isText(parent.arguments[0]);
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return false;
  const call = tree.parents.get(parent);
  if (call?.type !== 'CallExpression' || call.callee !== parent) return false;
  const name = calleeName(call);
  const [first] = call.arguments;
  const isPath = first !== undefined && first.type !== 'ObjectExpression' && !isFunction(first);
  return isPath && (toMethod(name) !== null || takers.test(name));
}

/** What clients call what is given a path or a piece of one. */
const takers = /^(?:request|fetch|send|all|one|custom|path|url|resource|endpoint)$/;

function isText(node: Node | undefined): boolean {
  return node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');
}

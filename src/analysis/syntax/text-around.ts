import type { Place } from '../../http/text.js';
import { ancestorsOf, nodeAround, toPlace } from './tree.js';
import type { Node, Tree } from './tree.js';

/**
 * The template or the chain of `+` that puts together the text in which a place stands beside an expression: whoever sends
 * any of it sends what is put in there. The place itself, inside of a literal and where there is no such text.
 */
export function textAround(tree: Tree, place: Place): Place {
  return isWritten(nodeAround(tree, place)) ? place : wholeText(tree, place);
}

/** The template or the chain of `+` around a place; the place itself if there is none. */
export function wholeText(tree: Tree, place: Place): Place {
  const inside = nodeAround(tree, place);
  const all = [inside, ...ancestorsOf(tree, inside)];
  const first = all.findIndex(isJoined);
  const whole = all.findIndex((node, index) => index > first && !isJoined(node));
  const text = all[whole - 1];
  return first === -1 || text === undefined ? place : toPlace(tree, text);
}

function isWritten(node: Node): boolean {
  return node.type === 'Literal' || (node.type === 'TemplateElement' && node.value.raw !== '');
}

function isJoined(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'BinaryExpression' && node.operator === '+');
}

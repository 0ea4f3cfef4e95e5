import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, definitionOf, sourceOf } from './tree.js';
import type { Node, Tree } from './tree.js';

// Code that asks whether a text holds a `?`, to choose the sign that more parameters go behind

const asking = /^(?:includes|indexOf|lastIndexOf|match|search|replace|replaceAll)$/;

/**
 * The text that a call asks for a `?`: `url.includes('?')`, `/\?/.test(url)`. Null for any other call.
 *
 * @param isAsked whether what is asked for counts
 */
export function askedText(call: TSESTree.CallExpression, isAsked: (node: Node) => boolean = holdsMark): Node | null {
  const {
    callee,
    arguments: [argument],
  } = call;
  if (callee.type !== 'MemberExpression' || argument === undefined) return null;
  const name = calleeName(call);
  if (/^(?:test|exec)$/.test(name)) return isAsked(callee.object) ? argument : null;
  return asking.test(name) && isAsked(argument) ? callee.object : null;
}

function holdsMark(node: Node): boolean {
  if (node.type !== 'Literal') return false;
  return 'regex' in node
    ? /\\\?|\[[^\]]*\?/.test(node.regex.pattern)
    : typeof node.value === 'string' && node.value.includes('?');
}

/** A `?` and nothing more: any query answers it. */
function isMark(node: Node): boolean {
  if (node.type !== 'Literal') return false;
  return 'regex' in node ? /^(?:\\\?|\[\?\])$/.test(node.regex.pattern) : node.value === '?';
}

/** The text whose `?` decides a test: `url` of `!url.includes('?')`, `url.indexOf('?') < 0`, and of a name for either. */
export function textOfTest(tree: Tree, test: Node): Node | null {
  switch (test.type) {
    case 'CallExpression':
      return askedText(test, isMark);
    case 'UnaryExpression':
      return textOfTest(tree, test.argument);
    case 'BinaryExpression':
      return textOfTest(tree, test.left) ?? textOfTest(tree, test.right);
    case 'Identifier': {
      const held = definitionOf(tree, test);
      return held === null || held.type === 'Identifier' ? null : textOfTest(tree, held);
    }
    default:
      return null;
  }
}

/** Whether two texts are the same but for a `?` and a `&`: `'?page='` and `'&page='`. */
export function isOtherSign(tree: Tree, own: Node, other: Node): boolean {
  const [text = '', otherText = ''] = [own, other].map((node) => sourceOf(tree, node).replaceAll(/['"`]/g, "'"));
  return text.includes('?') && text.replace('?', '&') === otherText;
}

/** `` `${url}?${query}` `` and `` `${url}&${query}` ``. */
export function differInSign(tree: Tree, one: Node, other: Node): boolean {
  const texts = [one, other].map((node) => sourceOf(tree, node));
  const [text, otherText] = texts.map((each) => each.replace(/[?&]/g, '').replace(/\s+/g, ' '));
  return text === otherText && texts.every((each) => /[?&]/.test(each));
}

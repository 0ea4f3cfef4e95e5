import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, definitionOf, sourceOf } from './tree.js';
import type { Node, Tree } from './tree.js';

// Code that asks whether a text holds a `?`, to choose the sign that more parameters go behind

const asking = /^(?:includes|indexOf|lastIndexOf|match|search|replace|replaceAll)$/;

/** The text that a call asks for a `?`: `url.includes('?')`, `/\?/.test(url)`. Null for any other call. */
export function askedText(call: TSESTree.CallExpression): Node | null {
  const {
    callee,
    arguments: [argument],
  } = call;
  if (callee.type !== 'MemberExpression' || argument === undefined) return null;
  const name = calleeName(call);
  if (/^(?:test|exec)$/.test(name)) return isQuerySign(callee.object) ? argument : null;
  return asking.test(name) && isQuerySign(argument) ? callee.object : null;
}

function isQuerySign(node: Node): boolean {
  if (node.type !== 'Literal') return false;
  return 'regex' in node
    ? /\\\?|\[[^\]]*\?/.test(node.regex.pattern)
    : typeof node.value === 'string' && node.value.includes('?');
}

/** The text whose `?` decides a test: `url` of `!url.includes('?')`, `url.indexOf('?') < 0`, and of a name for either. */
export function textOfTest(tree: Tree, test: Node): Node | null {
  switch (test.type) {
    case 'CallExpression':
      return askedText(test);
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

/** `` `${url}?${query}` `` and `` `${url}&${query}` ``. */
export function differInSign(tree: Tree, one: Node, other: Node): boolean {
  const [text, otherText] = [one, other].map((node) => sourceOf(tree, node).replace(/[?&]/g, '').replace(/\s+/g, ' '));
  return text === otherText;
}

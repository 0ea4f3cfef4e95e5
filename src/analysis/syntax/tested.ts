import { unwrap } from './tree.js';
import type { Node } from './tree.js';

/** Whether an expression is only asked whether it holds: `if (x)`, `x ? a : b`, `x && y`, `!x`. Of the third, `x` is the value too where it does not hold. */
export function isTested(parent: Node, node: Node): boolean {
  switch (parent.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test === node;
    case 'LogicalExpression':
      return parent.operator === '&&' && parent.left === node;
    default:
      return parent.type === 'UnaryExpression' && parent.operator === '!';
  }
}

/** `null` or `undefined`, as they are written. */
export function isNothing(node: Node): boolean {
  const inner = unwrap(node);
  return (
    (inner.type === 'Literal' && inner.value === null) || (inner.type === 'Identifier' && inner.name === 'undefined')
  );
}

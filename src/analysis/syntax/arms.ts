import { contains, unwrap } from './tree.js';
import type { Node } from './tree.js';

// Expressions that give one of several values

/**
 * The parts of an expression, or of what a call is given, that are not read where it gives a value which is not known: of
 * `api ?? 'https://…'` the text, which is another one of its arms.
 *
 * @param from where the value comes from, if that is in sight
 */
export function otherArms(whole: Node, from: Node | null): readonly Node[] {
  return takenBy(unwrap(whole)).flatMap((taken) => {
    const arms = armsOf(taken);
    const own = arms.filter((arm) => from !== null && contains(arm, from));
    if (own.length > 0) return arms.filter((arm) => !own.includes(arm));
    return arms.length < 2 ? [] : arms.filter((arm) => arm.type === 'Literal' || arm.type === 'TemplateLiteral');
  });
}

/** `new URL(api ?? 'https://…')`, `(api ?? 'https://…').replace(/\/$/, '')`. */
function takenBy(whole: Node): readonly Node[] {
  if (whole.type === 'NewExpression') return whole.arguments;
  if (whole.type !== 'CallExpression') return [whole];
  return whole.callee.type === 'MemberExpression' ? [whole.callee.object, ...whole.arguments] : whole.arguments;
}

function armsOf(expression: Node): Node[] {
  const node = unwrap(expression);
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(armsOf);
  return node.type === 'ConditionalExpression' ? [node.consequent, node.alternate].flatMap(armsOf) : [node];
}

import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import { calleeName, contains, isClass, nameOfKey } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import type { ClassValue, Value } from '../value.js';

// What a constant is at first, and may be anything later, by code that nobody sees

/** A text that says what is sent, and not where to: `0` of `{ level: 0, ...options }`. */
export function isPlain(value: Value): boolean {
  const text = value.kind === 'text' ? toKnown(value.text) : null;
  return text !== null && !/[/:.]|^v?[34]$/.test(text);
}

/** Whether something is put into a field by a name that nobody sees, or by a framework: a template, a parent's attribute. */
export function mayBeFilled(of: ClassValue, name: string): boolean {
  return isFilledByName(of) || isFilledByFramework(of, name);
}

const filled = new WeakMap<Node, boolean>();

/** `Object.assign(this, options)`, `this[name] = value`. */
function isFilledByName(of: ClassValue): boolean {
  const known = filled.get(of.node);
  if (known !== undefined) return known;
  const { tree, node } = of;
  const isAssigned = tree.calls.some(
    (call) =>
      call.type === 'CallExpression' &&
      /^(?:assign|extend|merge|defaults)$/.test(calleeName(call)) &&
      call.arguments[0]?.type === 'ThisExpression' &&
      call.arguments.slice(1).some(({ type }) => type !== 'ObjectExpression') &&
      contains(node, call),
  );
  const isNamed = tree.assignments.some(
    ({ left }) =>
      left.type === 'MemberExpression' &&
      left.object.type === 'ThisExpression' &&
      nameOfKey(left.property, left.computed) === null &&
      contains(node, left),
  );
  filled.set(of.node, isAssigned || isNamed);
  return isAssigned || isNamed;
}

const component = /component|directive|element|page/i;
const bound = /^(?:Input|Prop|Model|property|api|tracked|bindable|observable|HostBinding|Local|State)/;

/** A field of a component that is no secret of its, `level = 0`: what shows it may write to it, `[(ngModel)]="level"`. */
function isFilledByFramework({ node }: ClassValue, name: string): boolean {
  if (!isClass(node)) return false;
  const field = node.body.body.find(
    (element): element is TSESTree.PropertyDefinition =>
      element.type === 'PropertyDefinition' && nameOfKey(element.key, element.computed) === name,
  );
  if (field === undefined || field.static || field.readonly || field.key.type === 'PrivateIdentifier') return false;
  if (field.decorators.some((decorator) => bound.test(nameOfDecorator(decorator)))) return true;
  return (
    field.accessibility !== 'private' && node.decorators.some((decorator) => component.test(nameOfDecorator(decorator)))
  );
}

function nameOfDecorator({ expression }: TSESTree.Decorator): string {
  const named = expression.type === 'CallExpression' ? expression.callee : expression;
  if (named.type === 'Identifier') return named.name;
  return named.type === 'MemberExpression' ? (nameOfKey(named.property, named.computed) ?? '') : '';
}

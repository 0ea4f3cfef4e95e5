import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import { calleeName, contains, decoratorsOf, findVariable, isClass, isFunction, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { choose, optionsOf } from '../value.js';
import type { ClassValue, Entry, RecordValue, UnknownValue, Value } from '../value.js';

// What a constant is at first, and may be anything later, by code that nobody sees

/** A text that says what is sent, and not where to: `0` of `{ level: 0, ...options }`. */
function isPlain(value: Value): boolean {
  const text = value.kind === 'text' ? toKnown(value.text) : null;
  return text !== null && !/[/:.]|^v?[34]$/.test(text);
}

/** A field with what else it may hold; of a record that is what its entries may. */
export function withFilled(value: Value, other: UnknownValue): Value {
  if (value.kind === 'record') return { ...value, entries: withFilledEntries(value.entries, other) };
  // What is empty at first only waits to be filled.
  const isEmpty = value.kind === 'text' && toKnown(value.text) === '';
  return isEmpty ? other : orOther(value, other);
}

/** Entries that may hold something else, if they say what is sent. What they are called stays. */
export function withFilledEntries(entries: RecordValue['entries'], other: UnknownValue): Map<string, Entry> {
  return new Map([...entries].map(([name, entry]) => [name, { ...entry, value: orOther(entry.value, other) }]));
}

/** A constant, or whatever takes the place of it. */
export function orOther(value: Value, other: UnknownValue): Value {
  return optionsOf(value).some(isPlain) ? choose([value, other], () => value) : value;
}

/** Whether something is put into a field by a name that nobody sees, or by a framework: a template, a parent's attribute. */
export function mayBeFilled(of: ClassValue, name: string): boolean {
  return isFilledByName(of) || isFilledByFramework(of, name);
}

const filled = new WeakMap<Node, boolean>();

function isFilledByName({ tree, node }: ClassValue): boolean {
  const known = filled.get(node) ?? fillsThis(tree, node);
  filled.set(node, known);
  return known;
}

/**
 * Whether code in a class or a record does `Object.assign(this, options)`, or `this[name] = value`, which is no method, or
 * the same to the variable that holds the record.
 */
export function fillsThis(tree: Tree, node: Node): boolean {
  const isAssigned = tree.calls.some(
    (call) =>
      call.type === 'CallExpression' &&
      /^(?:assign|extend|merge|defaults)$/.test(calleeName(call)) &&
      call.arguments[0] !== undefined &&
      isItself(tree, node, call.arguments[0]) &&
      call.arguments.slice(1).some(({ type }) => type !== 'ObjectExpression'),
  );
  const isNamed = tree.assignments.some(
    ({ left, right }) =>
      left.type === 'MemberExpression' &&
      nameOfKey(left.property, left.computed) === null &&
      !isFunction(right) &&
      isItself(tree, node, left.object),
  );
  return isAssigned || isNamed;
}

/** `this` in its own code, or the variable whose value it is at first. */
function isItself(tree: Tree, node: Node, object: Node): boolean {
  if (object.type === 'ThisExpression') return contains(node, object);
  const definition = object.type === 'Identifier' ? findVariable(tree, object)?.defs[0]?.node : undefined;
  return definition?.type === 'VariableDeclarator' && definition.init === node;
}

const component = /component|directive|element|page/i;
const bound = /^(?:Input|Prop|Model|property|api|tracked|bindable|observable|HostBinding|Local|State)/;

/** A field of a component that is no secret of its, `level = 0`: what shows it may write to it, `[(ngModel)]="level"`. */
function isFilledByFramework({ tree, node }: ClassValue, name: string): boolean {
  if (!isClass(node)) return isController(tree, node);
  const field = node.body.body.find(
    (element): element is TSESTree.PropertyDefinition =>
      element.type === 'PropertyDefinition' && nameOfKey(element.key, element.computed) === name,
  );
  if (field === undefined || field.static || field.readonly || field.key.type === 'PrivateIdentifier') return false;
  if (decoratorsOf(field).some((decorator) => bound.test(nameOfDecorator(decorator)))) return true;
  return (
    field.accessibility !== 'private' &&
    decoratorsOf(node).some((decorator) => component.test(nameOfDecorator(decorator)))
  );
}

/** `.controller('Search', function () { var vm = this; … })`, `function SearchCtrl() { … }` of AngularJS. */
function isController(tree: Tree, node: Node): boolean {
  if (isFunction(node) && /(?:Ctrl|Controller)$/.test(node.id?.name ?? '')) return true;
  const parent = tree.parents.get(node);
  const call = parent?.type === 'ArrayExpression' ? tree.parents.get(parent) : parent;
  return call?.type === 'CallExpression' && calleeName(call) === 'controller';
}

function nameOfDecorator({ expression }: TSESTree.Decorator): string {
  const named = expression.type === 'CallExpression' ? expression.callee : expression;
  if (named.type === 'Identifier') return named.name;
  return named.type === 'MemberExpression' ? (nameOfKey(named.property, named.computed) ?? '') : '';
}

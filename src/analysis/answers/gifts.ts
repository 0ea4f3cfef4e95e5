import type { TSESTree } from '@typescript-eslint/types';
import { toKnown } from '../../http/text.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { templateGifts } from '../syntax/template.js';
import { calleeName, nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// What a project puts under names: into members of records and objects, attributes of JSX, stores, messages

/** A value, and the file that it stands in. */
export interface Gift {
  readonly tree: Tree;
  readonly node: Node;
}

/** A value that a template gives, by the path that names it there. */
export interface PathGift {
  readonly tree: Tree;
  readonly path: string;
}

interface Call {
  readonly tree: Tree;
  readonly call: TSESTree.CallExpression;
}

interface Message {
  readonly tree: Tree;
  readonly record: TSESTree.ObjectExpression;
  readonly type: Node;
}

interface Gifts {
  readonly values: ReadonlyMap<string, readonly (Gift | PathGift)[]>;
  /** By the name of the object that they are put into, under whatever key. */
  readonly entries: ReadonlyMap<string, readonly Gift[]>;
  readonly calls: ReadonlyMap<string, readonly Call[]>;
  /** Records that say of themselves what kind of message they are: `{ type: 'projects/loaded', payload: projects }`. */
  readonly messages: readonly Message[];
}

const known = new WeakMap<Evaluation, Gifts>();

function giftsOf(evaluation: Evaluation): Gifts {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const trees = evaluation.project.files.flatMap((file) => openTree(evaluation, file) ?? []);
  const gifts: Gifts = {
    values: groupByName(trees.flatMap((tree) => [...valuesIn(tree)])),
    entries: groupByName(trees.flatMap((tree) => [...entriesIn(tree)])),
    calls: groupByName(trees.flatMap((tree) => [...callsIn(tree)])),
    messages: trees.flatMap(messagesIn),
  };
  known.set(evaluation, gifts);
  return gifts;
}

function groupByName<One>(named: readonly (readonly [string, One])[]): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const [name, one] of named) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return groups;
}

/** Tells the project's other parts under which names this one puts something. */
export function offerGifts(evaluation: Evaluation): void {
  const { values, entries, calls, messages } = giftsOf(evaluation);
  const { others } = evaluation.project;
  for (const name of values.keys()) others?.offer('value put under a name', name);
  for (const name of entries.keys()) others?.offer('entry put into a name', name);
  for (const name of calls.keys()) others?.offer('call by name', name);
  if (messages.length > 0) others?.offer('message', anyMessage);
}

/** What a message is called is told by all of them. */
const anyMessage = '';

/** All that the project's files put under a name. */
export function giftsTo(evaluation: Evaluation, name: string): readonly (Gift | PathGift)[] {
  evaluation.project.others?.ask('value put under a name', name);
  return giftsOf(evaluation).values.get(name) ?? [];
}

/** All that the project's files put into objects of a name, under keys that are not in sight. */
export function giftsToEntries(evaluation: Evaluation, name: string): readonly Gift[] {
  evaluation.project.others?.ask('entry put into a name', name);
  return giftsOf(evaluation).entries.get(name) ?? [];
}

/** What elements spread into the properties of a component: `project` of `<Row {...project} />`. */
export function giftsToComponent(evaluation: Evaluation, name: string): readonly (Gift | PathGift)[] {
  return giftsTo(evaluation, `<${name}>`);
}

function* entriesIn(tree: Tree): Generator<readonly [string, Gift]> {
  for (const { left, right, operator } of tree.assignments) {
    if (left.type !== 'MemberExpression' || operator !== '=') continue;
    const name = nameOfKey(left.property, left.computed) === null ? nameOfTarget(left.object) : null;
    if (name !== null) yield [name, { tree, node: right }];
  }
  for (const call of tree.calls) {
    if (call.callee.type !== 'MemberExpression') continue;
    const method = nameOfKey(call.callee.property, call.callee.computed) ?? '';
    const entry = entrySet(call.arguments, method);
    if (entry !== null) yield [entry.name, { tree, node: entry.value }];
    const node =
      call.arguments.length === (/^(?:push|unshift)$/.test(method) ? 1 : 2) ? call.arguments.at(-1) : undefined;
    const name = /^(?:set|put|add|setItem|push|unshift)$/.test(method) ? nameOfTarget(call.callee.object) : null;
    if (name !== null && node !== undefined) yield [name, { tree, node: textOf(node) }];
  }
}

/** `Vue.set(state.byId, project.id, project)`. */
function entrySet(
  [object, key, value]: readonly Node[],
  method: string,
): { readonly name: string; readonly value: Node } | null {
  if (!/^\$?set$/.test(method) || object === undefined || key === undefined || value === undefined) return null;
  const name = nameOfKey(key, true) === null ? nameOfTarget(object) : null;
  return name === null ? null : { name, value };
}

/** What a text is made of: `JSON.stringify(projects)`. */
export function textOf(node: Node): Node {
  const inner = unwrap(node);
  const [first] = inner.type === 'CallExpression' && calleeName(inner) === 'stringify' ? inner.arguments : [];
  return first ?? node;
}

function* valuesIn(tree: Tree): Generator<readonly [string, Gift | PathGift]> {
  for (const record of tree.records) {
    if (declaresTypes(tree, record)) continue;
    for (const property of record.properties) {
      const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
      if (property.type === 'Property' && name !== null) yield [name, { tree, node: property.value }];
    }
  }
  for (const { left, right, operator } of tree.assignments) {
    const name = operator === '=' || operator === '||=' || operator === '??=' ? nameOfTarget(left) : null;
    if (name !== null) yield [name, { tree, node: right }];
  }
  for (const call of tree.calls) {
    const name = call.type === 'CallExpression' && call.arguments.length === 1 ? nameOfBox(call) : null;
    const [node] = call.arguments;
    if (name !== null && node !== undefined) yield [name, { tree, node }];
    const property = call.type === 'CallExpression' ? propertySet(call) : null;
    if (property !== null) yield [property.name, { tree, node: property.value }];
  }
  yield* valuesInClasses(tree);
  yield* valuesInElements(tree);
  for (const { name, path } of templateGifts(tree)) yield [name, { tree, path }];
}

/** Whether a record says of what types a component's properties are: `props: { project: Object }`, `Card.propTypes = { … }`. */
function declaresTypes(tree: Tree, record: TSESTree.ObjectExpression): boolean {
  const parent = tree.parents.get(record);
  switch (parent?.type) {
    case 'Property':
    case 'PropertyDefinition':
      return isOfTypes(nameOfKey(parent.key, parent.computed), record);
    case 'AssignmentExpression':
      return isOfTypes(nameOfTarget(parent.left), record);
    case 'CallExpression':
      return /^(?:defineProps|shape|exact)$/.test(calleeName(parent));
    default:
      return false;
  }
}

/** `props` of Next.js are values. */
function isOfTypes(name: string | null, { properties }: TSESTree.ObjectExpression): boolean {
  if (name !== 'props') return /^(?:prop|context|childContext)Types$/.test(name ?? '');
  return properties.every((each) => each.type !== 'Property' || isType(each.value));
}

/** `Object`, `[String, Object]`, `{ type: Object, required: true }`: https://vuejs.org/guide/components/props.html */
function isType(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type === 'ArrayExpression') return inner.elements.every((each) => each !== null && isType(each));
  if (inner.type === 'ObjectExpression') return valueOf(inner, 'type') !== null || valueOf(inner, 'default') !== null;
  return inner.type === 'Literal' ? inner.value === null : inner.type === 'Identifier' && /^[A-Z]/.test(inner.name);
}

/** `this.projects = …`, `projects = …`, and `projects.value = …`, which is what a `ref` holds. */
function nameOfTarget(left: Node): string | null {
  const inner = unwrap(left);
  if (inner.type === 'Identifier') return inner.name;
  if (inner.type !== 'MemberExpression') return null;
  const name = nameOfKey(inner.property, inner.computed);
  return name === 'value' || name === 'current' ? nameOfTarget(inner.object) : name;
}

/** `this.$set(this, 'projects', projects)`, `Vue.set(state, 'projects', projects)`, `this.set('projects', projects)`. */
function propertySet(call: TSESTree.CallExpression): { readonly name: string; readonly value: Node } | null {
  const [key, value] = call.arguments.slice(-2);
  const isOfObject = call.arguments.length === 3 || (call.arguments.length === 2 && isItself(call.callee));
  if (!isOfObject || !/^\$?set$/.test(calleeName(call))) return null;
  const name = key === undefined ? null : nameOfKey(key, true);
  return name === null || value === undefined ? null : { name, value };
}

/** `this.set`, `vm.$set`: what is put into a map or a header is no property. */
function isItself(callee: Node): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const { object } = callee;
  return object.type === 'ThisExpression' || (object.type === 'Identifier' && itself.test(object.name));
}

const itself = /^(?:self|that|me|vm|controller|component|model)$/;

const filling = /^(?:next|set|setState|setValue|mutate|onNext|accept|reset)$/;

/** `this.projects$.next(projects)`, `projects.set(projects)`. */
function nameOfBox({ callee }: TSESTree.CallExpression): string | null {
  if (callee.type !== 'MemberExpression') return null;
  return filling.test(nameOfKey(callee.property, callee.computed) ?? '') ? nameOfTarget(callee.object) : null;
}

function* valuesInClasses(tree: Tree): Generator<readonly [string, Gift]> {
  for (const { body } of tree.classes)
    for (const member of body.body) {
      if (member.type !== 'PropertyDefinition' && member.type !== 'MethodDefinition') continue;
      if (member.type === 'MethodDefinition' && member.kind !== 'get') continue;
      const name = nameOfKey(member.key, member.computed);
      if (name !== null && member.value !== null) yield [name, { tree, node: member.value }];
    }
}

/** `<List projects={projects} />`, and `<Row {...project} />` by the name of the element. */
function* valuesInElements(tree: Tree): Generator<readonly [string, Gift]> {
  for (const { name, attributes } of tree.elements)
    for (const each of attributes) {
      if (each.type === 'JSXSpreadAttribute' && name.type === 'JSXIdentifier')
        yield [`<${name.name}>`, { tree, node: each.argument }];
      if (each.type !== 'JSXAttribute' || each.name.type !== 'JSXIdentifier') continue;
      if (each.value?.type === 'JSXExpressionContainer') yield [each.name.name, { tree, node: each.value.expression }];
    }
}

function* callsIn(tree: Tree): Generator<readonly [string, Call]> {
  for (const call of tree.calls) {
    const name = call.type === 'CallExpression' ? calleeName(call) : '';
    if (call.type === 'CallExpression' && name !== '') yield [name, { tree, call }];
  }
}

function messagesIn(tree: Tree): Message[] {
  return tree.records.flatMap((record) => {
    const type = valueOf(record, 'type');
    return type === null ? [] : [{ tree, record, type }];
  });
}

/** The value that a record has under a name where it is written. */
export function valueOf({ properties }: TSESTree.ObjectExpression, name: string): Node | null {
  const property = properties.find((each) => each.type === 'Property' && nameOfKey(each.key, each.computed) === name);
  return property?.type === 'Property' ? property.value : null;
}

// Messages

/** What a message, an event or a mutation is called: its text where it is in sight, and the name that it goes by in code. */
export interface Topic {
  readonly text: string | null;
  readonly name: string | null;
}

/** What an expression calls a message. */
export function topicOf(evaluation: Evaluation, tree: Tree, node: Node): Topic {
  const value = evaluate(evaluation, tree, node, null);
  const text = value.kind === 'text' ? toKnown(value.text) : null;
  const inner = unwrap(node);
  const name =
    inner.type === 'Identifier'
      ? inner.name
      : inner.type === 'MemberExpression'
        ? nameOfKey(inner.property, inner.computed)
        : null;
  return { text, name };
}

/** `projects/SET` is `SET` of the module `projects`. */
export function isSameTopic(one: Topic, other: Topic): boolean {
  if (one.text === null || other.text === null) return one.name !== null && one.name === other.name;
  return one.text === other.text || one.text.endsWith(`/${other.text}`) || other.text.endsWith(`/${one.text}`);
}

/** What messages of a topic hold under a name, and what the function that makes them, named after it, is given. */
export function giftsByMessage(evaluation: Evaluation, topic: Topic, name: string): Gift[] {
  evaluation.project.others?.ask('message', anyMessage);
  const held = giftsOf(evaluation).messages.flatMap(({ tree, record, type }): Gift[] => {
    const node = isSameTopic(topic, topicOf(evaluation, tree, type)) ? valueOf(record, name) : null;
    return node === null ? [] : [{ tree, node }];
  });
  return name === 'payload' ? [...held, ...giftsByName(evaluation, topic)] : held;
}

/** The first arguments of the calls by a topic's name: `setProjects(projects)`. */
export function giftsByName(evaluation: Evaluation, { text, name }: Topic): Gift[] {
  return callsNamed(evaluation, name ?? text ?? '').flatMap(({ tree, call }): Gift[] => {
    const [node] = call.arguments;
    return node === undefined ? [] : [{ tree, node }];
  });
}

/** The calls whose last name is this one. */
export function callsNamed(evaluation: Evaluation, name: string): readonly Call[] {
  evaluation.project.others?.ask('call by name', name);
  return giftsOf(evaluation).calls.get(name) ?? [];
}

const sending = ['commit', 'dispatch', 'emit', '$emit', 'trigger', 'publish', 'fire', 'broadcast', '$broadcast'];

/** What calls that send a message by its topic send with it: `commit('SET_PROJECTS', projects)`. */
export function giftsBySending(evaluation: Evaluation, topic: Topic, index: number): Gift[] {
  return giftsOfCalls(evaluation, sending, topic, index);
}

/** What a process of Electron sends to another, whose listeners are given an event before it: https://www.electronjs.org/docs/latest/api/web-contents */
export function giftsByProcess(evaluation: Evaluation, topic: Topic, index: number): Gift[] {
  return index === 0 ? [] : giftsOfCalls(evaluation, ['send', 'reply', 'sendSync'], topic, index);
}

function giftsOfCalls(evaluation: Evaluation, names: readonly string[], topic: Topic, index: number): Gift[] {
  return names
    .flatMap((name) => callsNamed(evaluation, name))
    .flatMap(({ tree, call }): Gift[] => {
      const [first] = call.arguments;
      const node = call.arguments[index];
      if (first === undefined || node === undefined || first.type === 'ObjectExpression') return [];
      return isSameTopic(topic, topicOf(evaluation, tree, first)) ? [{ tree, node }] : [];
    });
}

import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, enclosingFunction, findVariable, isClass, nameOfKey, unwrap, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { agree } from './answer.js';
import type { Answer, Context } from './answer.js';
import { parameterNamed } from './constructors.js';
import { isEmpty } from './made.js';
import { readPut } from './grown.js';
import type { IsOwn } from './grown.js';

/**
 * What an object of the project keeps of answers under a name, `this.projects = await load()`, `$scope.projects = …`,
 * `projects.value = …`: what it is given in the same file, where all that it is given is known, and is not nothing.
 */
export function readKeptAnswer(context: Context, { object }: TSESTree.MemberExpression, name: string): Answer | null {
  const { tree } = context;
  const holder = holderOf(tree, object);
  if (holder === null) return null;
  const { writes, changed } = writesTo(tree, name);
  const merged = writesTo(tree, anyName).changed;
  if ([...changed, ...merged].some((other) => isSame(holder, holderOf(tree, other)))) return null;
  if (writes.some(({ object: other }) => isOfHeir(holder, holderOf(tree, other)))) return null;
  if ('type' in holder && isWrittenElsewhere(context.evaluation, name)) return null;
  const own = writes.filter(({ object: other }) => isSame(holder, holderOf(tree, other)));
  const given = [...own.map(({ value }) => value), ...parametersNamed(holder, name)].filter((value) => !isEmpty(value));
  if (given.length === 0 || initialsOf(holder, tree, name).some((initial) => !isEmpty(initial))) return null;
  const outside: Context = { ...context, frame: null, entered: new Map() };
  const isOwn: IsOwn = (node) =>
    node.type === 'MemberExpression' &&
    nameOfKey(node.property, node.computed) === name &&
    isSame(holder, holderOf(tree, node.object));
  return agree(given.flatMap((value) => readPut(outside, value, isOwn)));
}

function isWrittenElsewhere(evaluation: Evaluation, name: string): boolean {
  return (
    namesWrittenElsewhere(evaluation).has(name) || evaluation.project.others?.has('name written to', name) === true
  );
}

/** Tells the project's other parts what this one writes to on objects that are not its own. */
export function offerWrittenNames(evaluation: Evaluation): void {
  for (const name of namesWrittenElsewhere(evaluation)) evaluation.project.others?.offer('name written to', name);
}

const elsewhere = new WeakMap<Evaluation, ReadonlySet<string>>();

/** Names that code writes to on objects that are not its own, which may be any class's or component's. */
function namesWrittenElsewhere(evaluation: Evaluation): ReadonlySet<string> {
  const before = elsewhere.get(evaluation);
  if (before !== undefined) return before;
  const names = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return (tree?.assignments ?? []).flatMap(({ left }) => {
      if (tree === null || left.type !== 'MemberExpression' || isOfItself(tree, left.object)) return [];
      return nameOfKey(left.property, left.computed) ?? [];
    });
  });
  const found = new Set(names);
  elsewhere.set(evaluation, found);
  return found;
}

function isOfItself(tree: Tree, object: Node): boolean {
  const holder = holderOf(tree, object);
  return holder !== null && 'type' in holder;
}

/** What stands before the name: `this` of a class or of a component, or what a variable holds. */
export type Holder = Variable | Node;

export function holderOf(tree: Tree, object: Node): Holder | null {
  const inner = unwrap(object);
  if (inner.type === 'ThisExpression') return homeOf(tree, inner);
  if (inner.type !== 'Identifier') return null;
  const variable = findVariable(tree, inner);
  const [definition, ...others] = variable?.defs ?? [];
  const node = definition?.node as Node | undefined;
  if (variable === null || node === undefined || others.length > 0) return null;
  return node.type === 'VariableDeclarator' && node.init?.type === 'ThisExpression'
    ? homeOf(tree, node.init)
    : variable;
}

function isSame(one: Holder, other: Holder | null): boolean {
  return one === other;
}

/** Whose `this` it is: the class, or the outermost record, whose methods a library calls on one object; else the function. */
function homeOf(tree: Tree, node: Node): Node | null {
  const around = [...ancestorsOf(tree, node)];
  const records = around.filter(({ type }) => type === 'ObjectExpression');
  return around.find(isClass) ?? records.at(-1) ?? ownerOfThis(tree, node);
}

function ownerOfThis(tree: Tree, node: Node): Node | null {
  const owner = enclosingFunction(tree, node);
  return owner?.type === 'ArrowFunctionExpression' ? ownerOfThis(tree, owner) : owner;
}

/** Whether one class may be the other's parent, so that what it writes the other has too. */
function isOfHeir(holder: Holder, other: Holder | null): boolean {
  if (other === null || other === holder || !('type' in holder) || !('type' in other)) return false;
  return isClass(holder) && isClass(other) && (holder.superClass !== null || other.superClass !== null);
}

/** `constructor(private raw)`, which puts what it is given under that name. */
function parametersNamed(holder: Holder, name: string): Node[] {
  if (!('type' in holder) || !isClass(holder)) return [];
  const parameter = parameterNamed(holder, name);
  return parameter === null ? [] : [parameter];
}

/** What the name holds before anything is written to it. */
function initialsOf(holder: Holder, tree: Tree, name: string): Node[] {
  if ('type' in holder && isClass(holder))
    return holder.body.body.flatMap((member) =>
      member.type === 'PropertyDefinition' && member.value !== null && nameOfKey(member.key, member.computed) === name
        ? [member.value]
        : [],
    );
  if ('type' in holder) return propertiesNamed(tree, holder, name);
  const home = holder.defs[0]?.node as Node | undefined;
  const init = home?.type === 'VariableDeclarator' ? home.init : null;
  if (init?.type !== 'CallExpression') return [];
  const [first] = init.arguments;
  if (name === 'value' && first !== undefined) return [first];
  return first === undefined || first.type === 'ObjectExpression' ? propertiesNamed(tree, first, name) : [first];
}

function propertiesNamed(tree: Tree, home: Node | undefined, name: string): Node[] {
  if (home === undefined) return [];
  return tree.records
    .filter(({ range }) => home.range[0] <= range[0] && range[1] <= home.range[1])
    .flatMap(({ properties }) =>
      properties.flatMap((each) =>
        each.type === 'Property' && nameOfKey(each.key, each.computed) === name && !isMethod(each) ? [each.value] : [],
      ),
    );
}

function isMethod({ value }: TSESTree.Property): boolean {
  return value.type === 'Identifier' || /Function/.test(value.type);
}

interface Write {
  readonly object: Node;
  readonly value: Node;
}

/** What a file writes to members of a name, and the objects whose member it changes in some other way. */
interface Writes {
  readonly writes: readonly Write[];
  readonly changed: readonly Node[];
}

const none: Writes = { writes: [], changed: [] };
const known = new WeakMap<Tree, ReadonlyMap<string, Writes>>();

function writesTo(tree: Tree, name: string): Writes {
  const before = known.get(tree) ?? collectWrites(tree);
  known.set(tree, before);
  return before.get(name) ?? none;
}

/** `Object.assign(this, more)` may write to any name. */
const anyName = '*';
const merging = /^(?:assign|extend|merge|defaults|\$set|set)$/;
const growing = /^(?:push|unshift|splice|fill|set|add)$/;

function collectWrites(tree: Tree): Map<string, Writes> {
  const found = new Map<string, { writes: Write[]; changed: Node[] }>();
  const at = (member: TSESTree.MemberExpression): { writes: Write[]; changed: Node[] } | null => {
    const name = nameOfKey(member.property, member.computed);
    if (name === null) return null;
    const entry = found.get(name) ?? { writes: [], changed: [] };
    found.set(name, entry);
    return entry;
  };
  for (const { left, right, operator } of tree.assignments) {
    if (left.type !== 'MemberExpression') {
      walk(left, (inner) => {
        if (inner.type === 'MemberExpression') at(inner)?.changed.push(inner.object);
      });
      continue;
    }
    const entry = at(left);
    if (operator === '=') entry?.writes.push({ object: left.object, value: right });
    else entry?.changed.push(left.object);
    if (left.object.type === 'MemberExpression') at(left.object)?.changed.push(left.object.object);
  }
  for (const {
    callee,
    arguments: [target],
  } of tree.calls) {
    const called = callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
    if (target !== undefined && merging.test(called ?? '')) {
      const any = found.get(anyName) ?? { writes: [], changed: [] };
      found.set(anyName, any);
      any.changed.push(target);
    }
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'MemberExpression') continue;
    if (growing.test(nameOfKey(callee.property, callee.computed) ?? ''))
      at(callee.object)?.changed.push(callee.object.object);
  }
  return found;
}

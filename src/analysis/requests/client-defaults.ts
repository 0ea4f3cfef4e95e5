import { toKnown } from '../../http/text.js';
import type { Client } from '../clients/client.js';
import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { calleeName, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { emptyRecord, unknownAt } from '../value.js';
import type { ClientValue, Given, RecordValue, Value } from '../value.js';
import { memberName } from '../values/calls.js';
import { mountsOf } from './mounts.js';

// What a client was made with, put behind, or set to

/** What the client was made with, and what was written to its defaults where it was made, and where it is used. */
export function inheritedOf(evaluation: Evaluation, value: ClientValue, tree: Tree): Given[] {
  const written = value.client.defaults === undefined ? [] : writtenDefaults(evaluation, value, tree);
  // An instance is made of the library's defaults; its own are set once it is there, if they surely are.
  const isLast = (one: Given): boolean => holderOf(value).made !== null && isAlwaysDone(one);
  const [last, first] = [written.filter(isLast), written.filter((one) => !isLast(one))];
  const own = value.client.defaultsOf === undefined ? value.inherited : value.inherited.map(toBehind);
  return [...methodsSetUp(evaluation, value), ...mountsOf(evaluation, value), ...first, ...own, ...last];
}

/** What a resource of a client is made with is a path behind the client's base: `Vue.resource('projects{/id}')`. */
function toBehind(given: Given): Given {
  return given.role === 'url' ? { ...given, behind: true } : given;
}

/** A statement of the module itself, no function's or branch's. */
function isAlwaysDone({ node, tree }: Given): boolean {
  const statement = tree.parents.get(node);
  return statement?.type === 'ExpressionStatement' && tree.parents.get(statement) === tree.program;
}

/** Defaults of the library's own instance count for all files; where a file sets them itself, those do. */
function writtenDefaults(evaluation: Evaluation, value: ClientValue, tree: Tree): Given[] {
  const { made } = holderOf(value);
  const own = defaultsWrittenIn(evaluation, value, tree);
  if (made !== null) {
    const elsewhere = made.tree === tree ? [] : defaultsWrittenIn(evaluation, value, made.tree).filter(isAlwaysDone);
    return [...elsewhere, ...own];
  }
  if (own.length > 0) return own;
  evaluation.project.others?.ask('defaults of a client', value.client.defaults ?? '');
  const others = treesThatConfigure(evaluation).filter((other) => other !== tree);
  return others.flatMap((other) => defaultsWrittenIn(evaluation, value, other));
}

/**
 * `$.ajaxSetup({ type: 'PUT' })`: a call that says no method may send that one, or GET where its page leaves the other
 * file out.
 */
function methodsSetUp(evaluation: Evaluation, { client, made }: ClientValue): Given[] {
  const { setsUp } = client;
  if (setsUp === undefined || made !== null) return [];
  evaluation.project.others?.ask('defaults of a client', setsUp);
  return treesThatSetUp(evaluation).flatMap((tree) =>
    tree.calls.flatMap((node): Given[] => {
      const [options] = node.arguments;
      if (!isSetUp(node, setsUp) || options === undefined) return [];
      const callee = evaluate(evaluation, tree, node.callee, null);
      if (callee.kind !== 'client' || callee.client !== client || memberName(callee) !== setsUp) return [];
      return setsMethod(client, evaluate(evaluation, tree, options, null))
        ? [{ role: 'method', value: unknownAt(tree, node, null), node, tree, frame: null }]
        : [];
    }),
  );
}

function isSetUp(node: Tree['calls'][number], name: string): boolean {
  return node.type === 'CallExpression' && calleeName(node) === name;
}

function setsMethod({ options: { method = [] } }: Client, options: Value): boolean {
  const entry = options.kind === 'record' ? method.flatMap((name) => options.entries.get(name) ?? [])[0] : undefined;
  return entry !== undefined && !(entry.value.kind === 'text' && /^get$/i.test(toKnown(entry.value.text) ?? ''));
}

const settingUp = new WeakMap<Evaluation, readonly Tree[]>();

function treesThatSetUp(evaluation: Evaluation): readonly Tree[] {
  const names = evaluation.clients.flatMap(({ setsUp }) => setsUp ?? []);
  const trees =
    settingUp.get(evaluation) ??
    evaluation.project.files.flatMap((file) => {
      const tree = openTree(evaluation, file);
      return tree?.calls.some((node) => names.some((name) => isSetUp(node, name))) === true ? [tree] : [];
    });
  settingUp.set(evaluation, trees);
  return trees;
}

/** Tells the project's other parts which names of members this one writes to members of. */
export function offerDefaults(evaluation: Evaluation): void {
  const names = treesThatConfigure(evaluation).flatMap(({ assignments }) =>
    assignments.flatMap(({ left }) =>
      left.type === 'MemberExpression' && left.object.type === 'MemberExpression'
        ? (nameOfKey(left.object.property, left.object.computed) ?? [])
        : [],
    ),
  );
  const setUp = treesThatSetUp(evaluation).length === 0 ? [] : evaluation.clients.flatMap(({ setsUp }) => setsUp ?? []);
  for (const name of new Set([...names, ...setUp])) evaluation.project.others?.offer('defaults of a client', name);
}

const configuring = new WeakMap<Evaluation, readonly Tree[]>();

/** The project's files in which a member of a member is assigned, as defaults are. */
function treesThatConfigure(evaluation: Evaluation): readonly Tree[] {
  const known = configuring.get(evaluation);
  if (known !== undefined) return known;
  const trees = evaluation.project.files.flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree?.assignments.some(({ left }) => isOfMember(left)) === true ? [tree] : [];
  });
  configuring.set(evaluation, trees);
  return trees;
}

function isOfMember(node: Node): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'MemberExpression';
}

/** The instance whose defaults hold for another one. */
function holderOf({ client, made }: ClientValue): Pick<ClientValue, 'client' | 'made'> {
  return client.defaultsOf === undefined ? { client, made } : { client: client.defaultsOf, made: null };
}

function defaultsWrittenIn(evaluation: Evaluation, value: ClientValue, tree: Tree): Given[] {
  const { client, made } = holderOf(value);
  return tree.assignments.flatMap((node): Given[] => {
    if (node.left.type !== 'MemberExpression' || node.left.object.type !== 'MemberExpression') return [];
    const name = nameOfKey(node.left.property, node.left.computed);
    const object = evaluate(evaluation, tree, node.left.object, null);
    if (name === null || object.kind !== 'client' || object.client !== client || object.made?.node !== made?.node)
      return [];
    if (object.path[0] !== client.defaults || object.path.length !== 1) return [];
    const right = evaluate(evaluation, tree, node.right, null);
    if (node.operator === '+=' && client.options.base?.includes(name) === true)
      return [{ role: 'url', value: right, node, tree, frame: null, behind: true }];
    const record: RecordValue = { ...emptyRecord, entries: new Map([[name, { value: right, written: null }]]) };
    return [{ role: 'options', value: record, node, tree, frame: null }];
  });
}

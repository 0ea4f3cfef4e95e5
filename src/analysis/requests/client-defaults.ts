import { evaluate, openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { emptyRecord } from '../value.js';
import type { ClientValue, Given, RecordValue } from '../value.js';
import { mountsOf } from './mounts.js';

// What a client was made with, put behind, or set to

/** What the client was made with, and what was written to its defaults where it was made, and where it is used. */
export function inheritedOf(evaluation: Evaluation, value: ClientValue, tree: Tree): Given[] {
  const written = value.client.defaults === undefined ? [] : writtenDefaults(evaluation, value, tree);
  // An instance is made of the library's defaults; its own are set once it is there, if they surely are.
  const isLast = (one: Given): boolean => holderOf(value).made !== null && isAlwaysDone(one);
  const [last, first] = [written.filter(isLast), written.filter((one) => !isLast(one))];
  return [...mountsOf(evaluation, value), ...first, ...value.inherited, ...last];
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

/** Tells the project's other parts which names of members this one writes to members of. */
export function offerDefaults(evaluation: Evaluation): void {
  const names = treesThatConfigure(evaluation).flatMap(({ assignments }) =>
    assignments.flatMap(({ left }) =>
      left.type === 'MemberExpression' && left.object.type === 'MemberExpression'
        ? (nameOfKey(left.object.property, left.object.computed) ?? [])
        : [],
    ),
  );
  for (const name of new Set(names)) evaluation.project.others?.offer('defaults of a client', name);
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

import type { Place } from '../../http/text.js';
import type { Evaluation } from '../evaluate.js';
import { exportsOf } from '../modules.js';
import { nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { nodesExported } from './open-functions.js';

// What files that are not looked at take from those that are

/** A file that imports a thing by its name; null, if it imports all that there is. */
export interface BystanderUse {
  readonly file: string;
  readonly name: string | null;
  /** Why the file is not looked at. */
  readonly because: string;
}

/**
 * A file in which nothing of GitLab's stands, or whose language is not read, and that imports what a change would make
 * another: a record of options, a function that puts queries together. Null if there is none.
 */
export function findBystanderUse({ project }: Evaluation, tree: Tree, place: Place): BystanderUse | null {
  const bystanders = project.findBystandersOf(tree.file);
  if (bystanders.length === 0) return null;
  const names = namesAround(tree, place);
  for (const { file, text, isUnread } of bystanders) {
    const name = names.find((each) => isDefault(each) || mentions(text, each));
    const because = isUnread === true ? 'which is in a language that is not read' : 'where nothing speaks of GitLab';
    if (name !== undefined) return { file, name: isDefault(name) ? null : name, because };
  }
  return null;
}

/** Whoever imports it may call it anything. */
function isDefault(name: string): boolean {
  return name === 'default';
}

/** What a place is exported by; by anything that the file exports, if it is no part of one thing alone. */
function namesAround(tree: Tree, { start, end }: Place): string[] {
  const exported = exportedByName(tree);
  const isAround = (node: Node): boolean =>
    [...nodesExported(tree, node)].some(({ range: [from, to] }) => from <= start && end <= to);
  const around = exported.filter(([, node]) => isAround(node));
  return (around.length > 0 ? around : exported).map(([name]) => name);
}

/** What a file exports, by its names: those of a record that is all that it exports, too. */
function exportedByName(tree: Tree): [string, Node][] {
  const { names, whole } = exportsOf(tree);
  const own = [...names].flatMap(([name, { source, node }]): [string, Node][] =>
    source === null ? [[name, node]] : [],
  );
  if (whole?.type !== 'ObjectExpression') return whole === null ? own : [...own, ['default', whole]];
  const members = whole.properties.map((each): [string, Node] => {
    const name = each.type === 'Property' ? nameOfKey(each.key, each.computed) : null;
    return [name ?? 'default', each.type === 'Property' ? each.value : each];
  });
  return [...own, ...members];
}

const comment = /\/\*[^]*?\*\/|(?<![:'"`\w])\/\/.*/g;

function mentions(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`).test(text.replaceAll(comment, ''));
}

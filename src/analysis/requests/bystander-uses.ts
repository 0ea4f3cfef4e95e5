import type { Place } from '../../http/text.js';
import type { Evaluation } from '../evaluate.js';
import { exportsOf } from '../modules.js';
import type { Tree } from '../syntax/tree.js';
import { nodesExported } from './open-functions.js';

// What files that are not looked at take from those that are

/** A file that takes what a place is part of, by its name; null, if it takes all that there is. */
export interface BystanderUse {
  readonly file: string;
  readonly name: string | null;
}

/**
 * A file in which nothing of GitLab's stands, and that imports what a change would make another: a record of options, a
 * function that puts queries together. Null if there is none.
 */
export function findBystanderUse({ project }: Evaluation, tree: Tree, place: Place): BystanderUse | null {
  const bystanders = project.findBystandersOf(tree.file);
  if (bystanders.length === 0) return null;
  const names = namesAround(tree, place);
  for (const { file, text } of bystanders) {
    const name = names.find((each) => isWhole(each) || mentions(text, each));
    if (name !== undefined) return { file, name: isWhole(name) ? null : name };
  }
  return null;
}

/** Whoever imports it may call it anything. */
function isWhole(name: string): boolean {
  return name === 'default';
}

/** What a place is exported by; by anything that the file exports, if it is no part of one thing alone. */
function namesAround(tree: Tree, { start, end }: Place): string[] {
  const { names, whole } = exportsOf(tree);
  const isAround = (name: string): boolean => {
    const exported = names.get(name);
    const nodes = exported === undefined || exported.source !== null ? [] : nodesExported(tree, exported.node);
    return [...nodes].some(({ range: [from, to] }) => from <= start && end <= to);
  };
  const around = [...names.keys()].filter(isAround);
  if (around.length > 0) return around;
  return [...names.keys(), ...(whole === null ? [] : ['default'])];
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![\\w$])`).test(text);
}

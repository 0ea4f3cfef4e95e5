import type { Reference } from '@typescript-eslint/scope-manager';
import { nodesIn, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/** Which versions a stretch of source speaks of. */
export interface Spoken {
  readonly v3: boolean;
  readonly v4: boolean;
}

/** From where up to where, as in `range` of a node. */
export type Stretch = readonly [start: number, end: number];

/** Where a file speaks of a version, sorted. */
interface Mentions {
  readonly v3: readonly number[];
  readonly v4: readonly number[];
}

const versionText = /\/api\/(v[34])\b|(?<=['"`])\/?(v[34])(?=['"`/])/g;
const mentions = new WeakMap<Tree, Mentions>();

/** The versions that source speaks of, by texts in it or in the constants that it names. */
export function spokenIn(tree: Tree, stretches: readonly Stretch[]): Spoken {
  const { v3, v4 } = mentionsOf(tree);
  return {
    v3: stretches.some((stretch) => isAmong(v3, stretch)),
    v4: stretches.some((stretch) => isAmong(v4, stretch)),
  };
}

/** Whether a file speaks of both versions, without which no part of it can be for one and another part for the other. */
export function speaksOfBoth(tree: Tree): boolean {
  const { v3, v4 } = mentionsOf(tree);
  return v3.length > 0 && v4.length > 0;
}

/** One speaks of one version alone, and the other of the other. */
export function areBoth(one: Spoken, other: Spoken): boolean {
  return one.v3 !== one.v4 && other.v3 !== other.v4 && one.v3 !== other.v3;
}

/**
 * Found once for a file, since each of its requests asks about each node around it. Of a file that speaks of one version
 * alone nobody asks by which names.
 */
function mentionsOf(tree: Tree): Mentions {
  const known = mentions.get(tree);
  if (known !== undefined) return known;
  const written = mentionsIn(tree.text, 0);
  const versions = new Set(written.map(({ version }) => version));
  const found = versions.size < 2 ? written : [...written, ...constantMentions(tree)];
  const at = (version: string): number[] =>
    found.flatMap((each) => (each.version === version ? [each.at] : [])).sort((one, other) => one - other);
  const result = { v3: at('v3'), v4: at('v4') };
  mentions.set(tree, result);
  return result;
}

interface Mention {
  readonly at: number;
  readonly version: string | undefined;
}

function mentionsIn(source: string, offset: number): Mention[] {
  return [...source.matchAll(versionText)].map(({ index, 1: base, 2: bare }) => ({
    at: offset + index,
    version: base ?? bare,
  }));
}

/** A name speaks of what the text does that it stands for, or the call that makes what it stands for. */
function constantMentions(tree: Tree): Mention[] {
  const versions = new Map<Node, ReadonlySet<string | undefined>>();
  return [...tree.references].flatMap(([{ range }, reference]) => {
    const text = constantOf(reference);
    if (text === null) return [];
    const known = versions.get(text) ?? new Set(mentionsInMaking(tree, text).map(({ version }) => version));
    versions.set(text, known);
    return [...known].map((version) => ({ at: range[0], version }));
  });
}

/** A client is for the version that it is made with: what a function among its options does is beside that, if it has one. */
function mentionsInMaking(tree: Tree, made: Node): Mention[] {
  const mentioned = mentionsIn(sourceOf(tree, made), made.range[0]);
  const functions = nodesIn(tree.functions, made);
  const own = mentioned.filter(({ at }) => !functions.some(({ range: [start, end] }) => start <= at && at < end));
  return own.length > 0 ? own : mentioned;
}

function constantOf({ resolved }: Reference): Node | null {
  const definition = resolved?.defs[0]?.node;
  if (definition?.type !== 'VariableDeclarator' || definition.init === null) return null;
  return speaks.test(definition.init.type) ? definition.init : null;
}

/** A text, or what makes a client: `axios.create({ baseURL: '/api/v3' })`. */
const speaks = /^(?:Literal|TemplateLiteral|BinaryExpression|CallExpression|NewExpression)$/;

/** Whether one of the numbers, which rise, is in a stretch. */
function isAmong(numbers: readonly number[], [start, end]: Stretch): boolean {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? start) < start) low = middle + 1;
    else high = middle;
  }
  const first = numbers[low];
  return first !== undefined && first < end;
}

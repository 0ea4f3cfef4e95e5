/** https://docs.gitlab.com/ci/yaml/includes/ and https://docs.gitlab.com/ci/yaml/yaml_optimization/ */
import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Document as YamlDocument, Node, YAMLMap } from 'yaml';
import type { Place } from '../http/text.js';
import type { Sourcing } from './document.js';
import { nameOf, valueOf } from './yaml-map.js';

// What a job of GitLab CI has from files that are included beside its own

const scripts = ['before_script', 'script', 'after_script'] as const;

/** What `before_script` of all jobs is kept under, in whatever file. */
const ofAll = 'default';

/** The jobs of a file that others may take scripts from, and what runs before all. */
export function jobsIn(root: unknown): string[] {
  if (!isMap(root)) return [];
  const jobs = root.items.filter(
    ({ value }) => isMap(value) && scripts.some((key) => valueOf(value, key) !== undefined),
  );
  const names = jobs.map(nameOf);
  return valueOf(root, 'before_script') === undefined ? names : [...names, ofAll];
}

/** The jobs of a file that others may take scripts or variables from. */
export function offersIn(root: unknown): string[] {
  const setting = isMap(root)
    ? root.items.filter(({ value }) => isMap(value) && valueOf(value, 'variables') !== undefined).map(nameOf)
    : [];
  return [...new Set([...jobsIn(root), ...setting])];
}

/** The jobs of other files whose scripts one runs, or whose functions it may call. */
export function jobsElsewhere(job: YAMLMap, document: YamlDocument): string[] {
  const isJob = valueOf(job, 'script') !== undefined;
  const own = valueOf(job, 'before_script') !== undefined || jobsIn(document.contents).includes(ofAll);
  const extended = extendedElsewhere(job, document.contents, []);
  const referred = referencesIn(job).map(({ name }) => name);
  const before = isJob && !own ? [ofAll] : [];
  return [...extended, ...referred.filter((name) => !isHere(name, document.contents)), ...before];
}

/** Scripts that run in a job and stand in no place of its file, each with what stands in for them. */
export function scriptsElsewhere(job: YAMLMap, file: string, document: YamlDocument): Sourcing['foreign'][number][] {
  return referencesIn(job).flatMap(({ name, node }) => {
    const isKnown = isAlias(node) ? node.resolve(document) !== undefined : isHere(name, document.contents);
    return isKnown || node.range == null ? [] : [{ name, place: toPlace(file, node.range) }];
  });
}

function toPlace(file: string, [start, end]: readonly [number, number, number]): Place {
  return { file, start, end };
}

/** `extends: [.one, .two]`, and what these extend in turn. */
function extendedElsewhere(job: YAMLMap, root: unknown, seen: readonly string[]): string[] {
  return extendedBy(job).flatMap((name) => {
    const parent = isMap(root) && !seen.includes(name) ? valueOf(root, name) : undefined;
    if (isMap(parent)) return extendedElsewhere(parent, root, [...seen, name]);
    return seen.includes(name) ? [] : [name];
  });
}

/** The names of the jobs that one extends, the strongest last. */
export function extendedBy(job: YAMLMap): string[] {
  const extended = valueOf(job, 'extends');
  return (isSeq(extended) ? extended.items : [extended]).flatMap((one) => (isScalar(one) ? [String(one.value)] : []));
}

interface Reference {
  readonly name: string;
  readonly node: Node;
}

/** `!reference [.lib, script]` and `*lib` in the scripts of a job. */
function referencesIn(job: YAMLMap): Reference[] {
  return scripts.flatMap((key) => referencesBelow(valueOf(job, key)));
}

function referencesBelow(node: unknown): Reference[] {
  if (isAlias(node)) return [{ name: `*${node.source}`, node }];
  if (!isSeq(node)) return [];
  if (node.tag !== '!reference') return node.items.flatMap(referencesBelow);
  const [first] = node.items;
  return isScalar(first) ? [{ name: String(first.value), node }] : [];
}

function isHere(name: string, root: unknown): boolean {
  return name.startsWith('*') || (isMap(root) && valueOf(root, name) !== undefined);
}

/** https://docs.gitlab.com/ci/yaml/#variables, https://docs.travis-ci.com/user/environment-variables/ and https://docs.docker.com/reference/compose-file/services/#environment */
import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Document as YamlDocument, YAMLMap } from 'yaml';
import { extendedBy } from './ci-jobs.js';
import { withNames } from './environment.js';
import type { Variable } from './environment.js';
import { excerptFrom, toCharacters } from './excerpt.js';
import type { Excerpt } from './excerpt.js';
import { nameOf, valueOf } from './yaml-map.js';
import { excerptOfScalar } from './yaml-scalar.js';

// Variables that YAML sets for scripts

interface At {
  readonly file: string;
  readonly text: string;
  readonly document: YamlDocument;
}

const variableKeys = ['variables', 'env', 'environment', 'vars'] as const;

/** The variables that hold in a node: its own, stronger than those of the jobs that it extends. */
export function variablesOf(node: YAMLMap, at: At, seen: readonly string[] = []): Variable[] {
  const root = at.document.contents;
  const extended = extendedBy(node).flatMap((name) => {
    const parent = isMap(root) && !seen.includes(name) && seen.length < deepest ? valueOf(root, name) : undefined;
    return isMap(parent) ? variablesOf(parent, at, [...seen, name]) : [];
  });
  const given = variableKeys.flatMap((key) => listVariables(findMember(node, key, at), at));
  const own = [...given, ...variablesOfMatrix(node, at)];
  return [...extended, ...(azure.test(at.file) ? withNamesOfScripts(own) : own)];
}

/** `parallel: { matrix: [{ NAME: [value, other] }] }`: https://docs.gitlab.com/ci/yaml/#parallelmatrix */
function variablesOfMatrix(node: YAMLMap, at: At): Variable[] {
  const parallel = findMember(node, 'parallel', at);
  const matrix = isMap(parallel) ? resolve(valueOf(parallel, 'matrix'), at) : undefined;
  const pairs = isSeq(matrix) ? matrix.items.flatMap((item) => (isMap(item) ? item.items : [])) : [];
  return withAlternatives(
    pairs.flatMap((pair) => {
      const value = resolve(pair.value, at);
      return (isSeq(value) ? value.items : [value]).flatMap((one) => toVariable(nameOf(pair), one, at));
    }),
  );
}

const azure = /azure|vsts/i;

/**
 * What Azure Pipelines calls variables where scripts run: `$GITLAB_API` for `gitlab.api`.
 *
 * @see https://learn.microsoft.com/azure/devops/pipelines/process/variables#environment-variables
 */
function withNamesOfScripts(variables: readonly Variable[]): Variable[] {
  const names = new Set(variables.map(({ name }) => name));
  return variables.flatMap((one) => {
    const name = toNameOfScripts(one.name);
    return names.has(name) ? [one] : [one, { ...one, name }];
  });
}

function toNameOfScripts(name: string): string {
  return name.replaceAll(/\W/g, '_').toUpperCase();
}

const deepest = 5;

/** Maps that are merged into each other would be looked through in each order. */
const mostMerged = 5;

/** A member of a map, or else of those that are merged into it: `<<: *anchor`. */
function findMember(node: YAMLMap, key: string, at: At, depth = 0): unknown {
  const own = valueOf(node, key);
  if (own !== undefined || depth > deepest) return own;
  return mergedInto(node, at)
    .map((merged) => findMember(merged, key, at, depth + 1))
    .find((found) => found !== undefined);
}

/** https://yaml.org/type/merge.html: the first are the strongest. */
export function mergedInto(node: YAMLMap, at: At): YAMLMap[] {
  const merged = valueOf(node, '<<');
  const maps = (isSeq(merged) ? merged.items : [merged]).map((one) => resolve(one, at)).filter((one) => isMap(one));
  return [...new Set(maps)].slice(0, mostMerged);
}

function resolve(node: unknown, { document }: At): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

/** Keys of Travis CI that variables stand below. */
const groups = new Set(['global', 'jobs', 'matrix']);

/** `{ NAME: value }`, `- NAME=value`, `- name: NAME` with its `value`, and `NAME=value OTHER=value` in one text. */
function listVariables(value: unknown, at: At, depth = 0): Variable[] {
  const node = resolve(value, at);
  if (depth > deepest) return [];
  if (isSeq(node)) return withAlternatives(node.items.flatMap((item) => listVariables(item, at, depth + 1)));
  if (isScalar(node)) {
    const excerpt = excerptOfScalar(at.file, at.text, node);
    return excerpt === null ? [] : assignmentsIn(excerpt);
  }
  if (!isMap(node)) return [];
  const label = valueOf(node, 'name');
  // A map by itself may have variables that are called so.
  if (depth > 0 && isScalar(label) && valueOf(node, 'value') !== undefined)
    return toVariable(String(label.value), valueOf(node, 'value'), at);
  const merged = mergedInto(node, at).toReversed();
  return [
    ...merged.flatMap((one) => listVariables(one, at, depth + 1)),
    ...node.items.flatMap((pair) =>
      groups.has(nameOf(pair)) && isSeq(pair.value)
        ? listVariables(pair.value, at, depth + 1)
        : toVariable(nameOf(pair), isMap(pair.value) ? valueOf(pair.value, 'value') : pair.value, at),
    ),
  ];
}

function toVariable(name: string, given: unknown, at: At): Variable[] {
  const node = resolve(given, at);
  const value = isScalar(node) ? excerptOfScalar(at.file, at.text, node) : null;
  return value === null ? [] : [{ name, value: withExpressions(value) }];
}

const assignment = /(?<=^|\s)(?<name>[A-Za-z_]\w*)=(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>\S*))/g;

function assignmentsIn(excerpt: Excerpt): Variable[] {
  const characters = toCharacters(excerpt);
  return Array.from(excerpt.text.matchAll(assignment), ({ index, 0: whole, groups: found = {} }) => {
    const { name = '', double, single, bare } = found;
    const length = (double ?? single ?? bare ?? '').length;
    const end = index + whole.length - (bare === undefined ? 1 : 0);
    const own = characters.slice(end - length, end);
    return { name, value: withExpressions(excerptFrom(excerpt.file, excerpt.whole, own, excerpt.encode)) };
  });
}

/** What a list sets twice is one or the other: each item of Travis CI is a job of its own. */
function withAlternatives(variables: readonly Variable[]): Variable[] {
  return variables.map((one, index) =>
    variables.findIndex(({ name }) => name === one.name) < index ? { ...one, alternative: true } : one,
  );
}

/** `${{ env.NAME }}` is a variable; other expressions are what nobody sees. */
export function withExpressions(excerpt: Excerpt): Excerpt {
  return withNames(excerpt, /\$\{\{([^}]*)\}\}/g, ([, expression = '']) =>
    expression
      .trim()
      .replace(/^(?:env|vars)\./, '')
      .replaceAll(/\W+/g, '_'),
  );
}

/** `$(NAME)` of Azure Pipelines, and `$$NAME` of Docker Compose, where such a variable is set. */
export function withReferences(excerpt: Excerpt, names: readonly string[]): Excerpt {
  const known = names
    .filter((name) => /^[\w.]+$/.test(name))
    .map((name) => name.replaceAll('.', String.raw`\.`))
    .join('|');
  if (known === '' || !/\$[($]/.test(excerpt.text)) return excerpt;
  const notation = new RegExp(`\\$\\((${known})\\)|\\$\\$(?:\\{(${known})\\}|(${known})(?!\\w))`, 'g');
  return withNames(excerpt, notation, ([, first, second, third]) => {
    const name = first ?? second ?? third ?? '';
    return name.includes('.') ? toNameOfScripts(name) : name;
  });
}

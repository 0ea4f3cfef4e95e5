/** https://yaml.org/spec/1.2.2/, https://docs.gitlab.com/ci/yaml/ and https://docs.github.com/actions/reference/workflow-syntax-for-github-actions */
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Document as YamlDocument, Node, Scalar, YAMLMap } from 'yaml';
import { describeRequest } from '../../http/request.js';
import { show } from '../../http/text.js';
import { extendedBy, jobsElsewhere, offersIn, scriptsElsewhere } from '../ci-jobs.js';
import { emptyDocument, joinDocuments, withSourcing } from '../document.js';
import type { Document, Reader } from '../document.js';
import { toEnvironment } from '../environment.js';
import { excerptOf, joinLines } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';
import { findSettings, mayHoldAddress, toBeside } from '../settings.js';
import type { Beside, SettingText } from '../settings.js';
import type { Environment } from '../shell/expand.js';
import { isForeign, readForeign } from '../shell/foreign.js';
import { findHashComments, readEmbedded } from '../shell/read.js';
import { nameOf, valueOf } from '../yaml-map.js';
import { excerptOfScalar } from '../yaml-scalar.js';
import { mergedInto, variablesOf, withExpressions, withReferences } from '../yaml-variables.js';

interface At {
  readonly file: string;
  readonly text: string;
  readonly document: YamlDocument;
}

/** Keys whose values are scripts; those of one line run in one shell. */
const scripts = [
  ['before_script', 'script'],
  ['after_script'],
  ['run'],
  ['command'],
  ['commands'],
  ['cmd'],
  ['cmds'],
  ['sh'],
  ['bash'],
  // Travis CI: https://docs.travis-ci.com/user/job-lifecycle/
  ['before_install'],
  ['install'],
  ['after_success'],
  ['after_failure'],
  ['before_deploy'],
  ['after_deploy'],
  // AppVeyor: https://www.appveyor.com/docs/appveyor-yml/
  ['build_script'],
  ['test_script'],
  ['deploy_script'],
  ['on_success'],
  ['on_failure'],
  ['on_finish'],
  // Bitbucket Pipelines: https://support.atlassian.com/bitbucket-cloud/docs/step-options/
  ['after-script'],
] as const;
const scriptKeys = new Set<string>(scripts.flat());

export const read: Reader = (file, text) => {
  const documents = parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: false });
  const parts = (Array.isArray(documents) ? documents : []).map((document) => {
    if (document.errors.length > 0) return emptyDocument;
    const at: At = { file, text, document };
    const found = readNode(document.contents, at, {
      environment: new Map(),
      shell: null,
      before: beforeOf(document.contents, at),
    });
    return {
      ...withSourcing(found, { offers: offersIn(document.contents), defines: basesOfJobs(document.contents, at) }),
      unknowns: distinctPlaces(found.unknowns),
      requests: [...distinct(found.requests), ...settingsIn(at, found)],
    };
  });
  const known = joinDocuments(parts);
  const isBroken = !Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0);
  const requests = isBroken ? [...known.requests, ...settingsInLines(file, text, known)] : known.requests;
  return { ...known, requests, comments: findHashComments(text) };
};

/** The variables of jobs that hold an address, which jobs of other files have that extend these. */
function basesOfJobs(root: unknown, at: At): string[] {
  const jobs = isMap(root) ? root.items.map(({ value }) => value).filter((value) => isMap(value)) : [];
  const variables = jobs.flatMap((job) => variablesOf(job, at));
  return [...new Set(variables.filter(({ value }) => mayHoldAddress(value.text)).map(({ name }) => name))];
}

/**
 * Templates that make YAML, as those of Helm, are none before they are filled in. The addresses in their lines are told all
 * the same; the line before may name them: `- name: API`.
 */
function settingsInLines(file: string, text: string, { requests }: Document): Document['requests'] {
  let end = -1;
  let before = '';
  const texts = text.split('\n').flatMap((line): SettingText[] => {
    const start = end + 1;
    end = start + line.length;
    const names = [before, line.replace(/:\s.*/s, '')].map((name) => name.trim());
    before = line;
    const isTold = requests.some(({ place }) => place.start < end && start < place.end);
    return isTold || /^\s*#/.test(line) ? [] : wordsOf(line, start, file, names);
  });
  return findSettings(texts);
}

function wordsOf(line: string, start: number, file: string, names: readonly string[]): SettingText[] {
  return Array.from(line.matchAll(/(?:\{\{[^{}]*\}\}|(?!\{\{[^{}]*\}\})[^\s'"`])+/g), ({ index, 0: word }) => ({
    text: word,
    place: { file, start: start + index, end: start + index + word.length },
    names,
  })).filter(({ text }) => mayHoldAddress(text));
}

/** A script that stands behind an anchor, or before those of several jobs, is read for each: what one of them calls is told there, and a base that is written twice moves in both. */
function distinct(requests: Document['requests']): Document['requests'] {
  const toKey = ({ request, place, calls }: Document['requests'][number]): string =>
    [
      place.start,
      ...calls.map(({ start }) => start),
      show(request.base),
      ...request.base.flatMap((piece) => (piece.kind === 'known' ? (piece.source?.start ?? []) : [])),
      describeRequest(request),
    ].join(' ');
  const called = new Set(requests.filter(({ calls }) => calls.length > 0).map(({ place }) => place.start));
  const told = requests.filter(({ calls, place }) => calls.length > 0 || !called.has(place.start));
  return [...new Map(told.map((one) => [toKey(one), one])).values()];
}

/** What runs before the scripts of several jobs is read with each of them. */
function distinctPlaces(unknowns: Document['unknowns']): Document['unknowns'] {
  return [...new Map(unknowns.map((one) => [`${String(one.place.start)} ${String(one.place.end)}`, one])).values()];
}

/** What holds for scripts: the variables, and what runs them; null if nothing says. */
interface Setup {
  readonly environment: Environment;
  readonly shell: string | null;
  /** What runs before the script of a job that does not say so itself: its functions are those of the script. */
  readonly before: readonly Excerpt[];
}

/** The scripts in a node and below it. */
function readNode(node: unknown, at: At, setup: Setup): Document {
  if (isSeq(node)) return joinDocuments(node.items.map((item) => readNode(item, at, setup)));
  if (!isMap(node)) return emptyDocument;
  const environment = toEnvironment(variablesOf(node, at), setup.environment);
  const inner: Setup = { ...setup, environment, shell: shellOf(node) ?? setup.shell };
  const own = scripts.flatMap((keys) => readScript(node, keys, at, inner));
  const foreign = scriptsElsewhere(node, at.file, at.document);
  const below = node.items.map((pair) =>
    scriptKeys.has(nameOf(pair)) && !isMap(pair.value) ? emptyDocument : readNode(pair.value, at, inner),
  );
  return withSourcing(joinDocuments([...own, ...below]), { foreign });
}

/** A step that runs JavaScript: https://github.com/actions/github-script */
const scriptOfNode = /\/github-script@/;

/** `shell` beside `run` of a workflow's step, or `defaults.run.shell` of a job or of all; what a step `uses` may run it, too. */
function shellOf(node: YAMLMap): string | null {
  const uses = valueOf(node, 'uses');
  if (isScalar(uses) && scriptOfNode.test(String(uses.value))) return 'node';
  const defaults = valueOf(node, 'defaults');
  const run = isMap(defaults) ? valueOf(defaults, 'run') : undefined;
  const shell = valueOf(isMap(run) ? run : node, 'shell');
  return isScalar(shell) && (isMap(run) || valueOf(node, 'run') !== undefined) ? String(shell.value) : null;
}

/** `before_script` of all jobs: https://docs.gitlab.com/ci/yaml/#default */
function beforeOf(root: unknown, at: At): Excerpt[] {
  if (!isMap(root)) return [];
  const defaults = valueOf(root, 'default');
  return linesOf(valueOf(root, 'before_script') ?? (isMap(defaults) ? valueOf(defaults, 'before_script') : null), at);
}

/** What runs before a job's script, as it says itself, or a job that it extends, or all jobs. */
function beforeScript(
  job: YAMLMap,
  at: At,
  before: readonly Excerpt[],
  seen: readonly string[] = [],
): readonly Excerpt[] {
  const own = valueOf(job, 'before_script');
  if (own !== undefined) return linesOf(own, at);
  const root = at.document.contents;
  const parents = extendedBy(job)
    .toReversed()
    .flatMap((name) => {
      const parent = isMap(root) && !seen.includes(name) ? valueOf(root, name) : undefined;
      return isMap(parent) ? [{ parent, name }] : [];
    });
  const inherited = parents.map(({ parent, name }) => beforeScript(parent, at, [], [...seen, name]));
  return inherited.find(({ length }) => length > 0) ?? before;
}

/** A script of a node; where a job says none and has variables of its own, the one that it runs with them. */
function scriptOf(node: YAMLMap, key: string, at: At): unknown {
  const own = valueOf(node, key);
  if (own !== undefined || !/^(?:after_)?script$/.test(key)) return own;
  return ['variables', 'parallel'].some((each) => valueOf(node, each) !== undefined)
    ? scriptBehind(node, key, at, [node])
    : undefined;
}

/** The script of a job that one extends, or that is merged into it: what is merged is the stronger, and the last that is extended. */
function scriptBehind(job: YAMLMap, key: string, at: At, seen: readonly YAMLMap[]): unknown {
  const root = at.document.contents;
  const extended = extendedBy(job)
    .toReversed()
    .map((name) => (isMap(root) ? valueOf(root, name) : undefined));
  for (const parent of [...mergedInto(job, at), ...extended]) {
    if (!isMap(parent) || seen.includes(parent)) continue;
    const script = valueOf(parent, key) ?? scriptBehind(parent, key, at, [...seen, parent]);
    if (script !== undefined) return script;
  }
  return undefined;
}

function readScript(node: YAMLMap, keys: readonly string[], at: At, { environment, shell, before }: Setup): Document[] {
  const isJob = keys.includes('script') && scriptOf(node, 'script', at) !== undefined;
  const lines = (key: string): readonly Excerpt[] =>
    isJob && key === 'before_script' ? beforeScript(node, at, before) : linesOf(scriptOf(node, key, at), at);
  const excerpts = keys.flatMap(lines);
  const names = [...environment.keys()];
  const script = joinLines(excerpts.map((excerpt) => withReferences(withExpressions(excerpt), names)));
  if (script === null) return [];
  if (isForeign(shell)) return [readForeign(script, environment, shell)];
  const isOfCi = isJob || keys.includes('after_script');
  return [readEmbedded(script, environment, isOfCi ? jobsElsewhere(node, at.document) : [])];
}

/** The lines of a script: a text, a list of them, or what an alias stands for. */
function linesOf(value: unknown, at: At): Excerpt[] {
  const node = isAlias(value) ? value.resolve(at.document) : value;
  if (isSeq(node) && node.tag === '!reference') return linesOf(referred(node.items, at), at);
  if (isSeq(node)) return node.items.flatMap((item) => linesOf(item, at));
  if (isMap(node)) return commandIn(node, at);
  if (!isScalar(node) || node.tag !== undefined) return [];
  const excerpt = excerptOfScalar(at.file, at.text, node);
  return excerpt === null ? [] : [excerpt];
}

/** `!reference [.lib, script]`: https://docs.gitlab.com/ci/yaml/yaml_optimization/#reference-tags */
function referred(path: readonly unknown[], { document }: At): unknown {
  return path.reduce<unknown>(
    (node, key) => (isMap(node) && isScalar(key) ? valueOf(node, String(key.value)) : undefined),
    document.contents,
  );
}

/** `- curl -H "Accept: …" URL` is a map to YAML, by mistake: what is meant is the line. `- sh: curl URL` of AppVeyor says what runs it. */
function commandIn({ items, range }: YAMLMap, at: At): Excerpt[] {
  const { file, text } = at;
  const [pair] = items;
  if (pair !== undefined && items.length === 1 && /^(?:sh|bash)$/.test(nameOf(pair))) return linesOf(pair.value, at);
  if (range == null || pair === undefined || items.length > 1 || !/\s/.test(nameOf(pair))) return [];
  const line = text.slice(range[0], range[1]).trimEnd();
  return line.includes('\n') ? [] : [excerptOf(file, text, range[0], range[0] + line.length)];
}

/** Texts with an address that no script in sight is made of. */
function settingsIn(at: At, { requests }: Document): Document['requests'] {
  const used = requests.flatMap(({ request: { base, segments } }) =>
    [...base, ...segments.flatMap(({ text }) => text)].flatMap((piece) =>
      piece.kind === 'known' && piece.source !== null ? [piece.source.start] : [],
    ),
  );
  const isUsed = ({ place }: SettingText): boolean => used.some((start) => place.start <= start && start < place.end);
  const texts = textsIn(at.document.contents, at, []).filter((one) => !isUsed(one));
  return findSettings(texts, at.text);
}

function textsIn(node: unknown, at: At, names: readonly string[], beside?: Beside): SettingText[] {
  if (isSeq(node)) return node.items.flatMap((item) => textsIn(item, at, names, beside));
  if (isMap(node)) {
    const inner = toBeside(textMembers(node), beside);
    return node.items.flatMap((pair) =>
      scriptKeys.has(nameOf(pair)) && !isMap(pair.value)
        ? []
        : textsIn(pair.value, at, [...names, ...labelsOf(node), nameOf(pair).replace(ansible, '')], inner),
    );
  }
  if (!isScalar(node) || typeof node.value !== 'string' || !mayHoldAddress(node.value)) return [];
  const place = placeOf(node, at);
  return place === null ? [] : [{ text: node.value, place, names, ...(beside === undefined ? {} : { beside }) }];
}

function textMembers({ items }: YAMLMap): [string, string][] {
  return items.flatMap((pair) =>
    isScalar(pair.value) && typeof pair.value.value === 'string' ? [[nameOf(pair), pair.value.value]] : [],
  );
}

/** The collection of a module is nobody's API: `ansible.builtin.uri`. */
const ansible = /^ansible\.\w+\./;

/** What an element of a list is called: `- name: GITLAB_API`, with its `value` beside it. */
function labelsOf(node: YAMLMap): string[] {
  const label = valueOf(node, 'value') === undefined ? undefined : (valueOf(node, 'name') ?? valueOf(node, 'key'));
  return isScalar(label) ? [String(label.value)] : [];
}

function placeOf({ range }: Scalar | Node, { file, text }: At): SettingText['place'] | null {
  if (range == null) return null;
  const [start, end] = range;
  const quoted = /^["']/.test(text.slice(start, start + 1)) ? 1 : 0;
  return { file, start: start + quoted, end: end - quoted };
}

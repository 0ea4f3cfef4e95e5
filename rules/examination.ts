import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { TSESLint } from '@typescript-eslint/utils';
import { hasExports, isExported } from '../src/analysis/values/exported.js';
import type { ParsedFile, Project } from '../src/analysis/project.js';
import { hasTrigger, wordsOf } from '../src/analysis/triggers.js';
import type { Configuration } from '../src/configuration/configuration.js';
import { findHome } from '../src/files/home.js';
import type { Home } from '../src/files/home.js';
import { openLiveProject } from '../src/files/live-project.js';
import type { Group, LiveProject, Sight } from '../src/files/live-project.js';
import { findNames } from '../src/files/names.js';
import { parseOrNull } from '../src/files/parse-or-null.js';
import { findOpenInCode } from '../src/migration/examine.js';
import type { Finding } from '../src/migration/finding.js';
import { isExcluded, readSettings } from './settings.js';
import type { Settings } from './settings.js';

/** What an examination needs of a rule's context. */
export type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;
type SourceCode = Readonly<TSESLint.SourceCode>;

/** What is known of a linted file. */
export interface Examination {
  /** Sorted by place. */
  readonly findings: readonly Finding[];
  /** Whether others, out of sight, may use what stands at an offset of the file. */
  readonly leaves: (offset: number) => boolean;
}

/** Of the file that was asked about last; to keep it by a weak reference costs more than the rest of a question. */
const lastAsked: { sourceCode: SourceCode | null; mayHold: boolean } = { sourceCode: null, mayHold: false };
const examinations = new WeakMap<SourceCode, Examination>();

/** Whether a file is worth examining; asked once a file, though each rule asks. */
export function mayHoldRequests(context: Context): boolean {
  const { sourceCode } = context;
  if (lastAsked.sourceCode === sourceCode) return lastAsked.mayHold;
  const mayHold = mayHoldAny(context);
  Object.assign(lastAsked, { sourceCode, mayHold });
  return mayHold;
}

function mayHoldAny(context: Context): boolean {
  const settings = readSettings(context);
  if (isExcluded(context, settings)) return false;
  return hasTrigger(context.sourceCode.text, wordsOf(settings.configuration)) || isBeside(context, settings);
}

/**
 * What is known of a file, which all rules share.
 *
 * @throws {ConfigurationError} if the configuration that holds for it is not valid
 */
export function examineFile(context: Context): Examination {
  return remember(examinations, context.sourceCode, () => examineOnce(context));
}

function examineOnce(context: Context): Examination {
  const settings = readSettings(context);
  const home = toHome(context);
  const parsed = toParsedFile(context, home?.file ?? toName(context));
  if (parsed === null) return { findings: [], leaves: () => false };
  const { findings, isPartial } =
    home === null
      ? { findings: examineAlone(context, parsed, settings), isPartial: false }
      : examineAt(home, parsed, settings);
  return {
    findings: findings.filter(({ place }) => place.file === parsed.file),
    leaves: (offset) => (isPartial ? hasExports(parsed) : isExported(parsed, offset)),
  };
}

/**
 * ESLint's own tree and scopes, whichever parser made them. Those of Svelte are of the template too, which nobody reads,
 * so that its scripts are parsed by themselves.
 */
function toParsedFile({ sourceCode }: Context, file: string): ParsedFile | null {
  if (sourceCode.scopeManager === null) return null;
  if (sourceCode.ast.body.some(({ type }) => type.startsWith('Svelte'))) return parseOrNull(file, sourceCode.text);
  return { file, text: sourceCode.text, program: sourceCode.ast, scopes: sourceCode.scopeManager };
}

// In its project

/** A text without a file, and a block of another file, stand alone. */
function toHome({ cwd, filename, physicalFilename }: Context): Home | null {
  return filename === physicalFilename ? findHome(cwd, filename) : null;
}

const projects = new WeakMap<Configuration, Map<string, LiveProject>>();
const shared = new Map<string, LiveProject>();

function openProject(root: string, settings: Settings): LiveProject {
  const byRoot = remember(projects, settings.configuration, () => new Map<string, LiveProject>());
  const known = byRoot.get(root) ?? openShared(root, settings);
  byRoot.set(root, known);
  return known;
}

/** Most configurations of a repository look for the same files, which are found once for all of them. */
function openShared(root: string, { configuration, exclusion }: Settings): LiveProject {
  const words = wordsOf(configuration);
  const key = JSON.stringify([root, words, exclusion.globs.length === 0 ? null : exclusion]);
  const known = shared.get(key) ?? openLiveProject(root, words, exclusion);
  shared.set(key, known);
  return known;
}

/** A file without a trigger word may import one that has some, or declare what such a file reads. */
function isBeside(context: Context, settings: Settings): boolean {
  const home = toHome(context);
  if (home === null) return false;
  const sight = openProject(home.root, settings).look();
  if (sight.files.has(home.file)) return true;
  if (sight.all === null || !(sight.isImported(home.file) || isBesideModule(sight, home.file))) return false;
  return examineSaved(sight, sight.all, settings).some(({ place }) => place.file === home.file);
}

/** Declarations, `client.d.ts`, of a module of JavaScript that is in sight. */
function isBesideModule({ files }: Sight, file: string): boolean {
  const [, name, sign = ''] = /^(.*)\.d\.([cm]?)ts$/.exec(file) ?? [];
  return name !== undefined && [`${name}.${sign}js`, `${name}.jsx`].some((module) => files.has(module));
}

interface Found {
  readonly findings: readonly Finding[];
  /** Who else uses the file is out of sight. */
  readonly isPartial: boolean;
}

/** A file that the walk leaves out, or has not met yet, is examined beside the others, and not remembered as one of them. */
function examineAt({ root, file }: Home, parsed: ParsedFile, settings: Settings): Found {
  const project = openProject(root, settings);
  const sight = project.look(parsed);
  const group = sight.groupOf(file);
  const findings =
    sight.files.has(file) && project.isSaved(parsed)
      ? examineSaved(sight, group, settings, parsed)
      : examineEdited(sight, group, settings, parsed);
  return { findings, isPartial: group.isPartial };
}

type Memory = Map<readonly string[], readonly Finding[]>;
const memories = new WeakMap<Configuration, WeakMap<Sight, Memory>>();

/** Files that are linted as they are on the disk share one examination, which takes the tree of the first of them. */
function examineSaved(
  sight: Sight,
  group: Group,
  { configuration }: Settings,
  parsed: ParsedFile | null = null,
): readonly Finding[] {
  const bySight = remember(memories, configuration, () => new WeakMap<Sight, Memory>());
  const memory = remember(bySight, sight, (): Memory => new Map());
  const known = memory.get(group.files) ?? findOpenInCode(sight.open(group, parsed), configuration);
  memory.set(group.files, known);
  return known;
}

interface Edited {
  readonly file: string;
  readonly text: string;
  readonly findings: readonly Finding[];
}

const lastEdited = new WeakMap<Configuration, WeakMap<Sight, Edited>>();

/** An editor asks for the same text again, to fix it. */
function examineEdited(
  sight: Sight,
  group: Group,
  { configuration }: Settings,
  parsed: ParsedFile,
): readonly Finding[] {
  const bySight = remember(lastEdited, configuration, () => new WeakMap<Sight, Edited>());
  const last = bySight.get(sight);
  const { file, text } = parsed;
  if (last?.file === file && last.text === text) return last.findings;
  const findings = findOpenInCode(sight.open(group, parsed), configuration);
  bySight.set(sight, { file, text, findings });
  return findings;
}

// Alone

function toName({ cwd, filename }: Context): string {
  return isAbsolute(filename) ? relative(cwd, filename).split(sep).join('/') : filename;
}

/** What it imports and who imports it are out of sight. */
function examineAlone({ cwd }: Context, parsed: ParsedFile, { configuration }: Settings): readonly Finding[] {
  const project: Project = {
    files: [parsed.file],
    parse: (file) => (file === parsed.file ? parsed : null),
    resolve: () => null,
    resolvePackage: () => null,
    findEnvironment: () => [],
    findImports: () => [],
    isForeign: () => false,
    isBystander: () => false,
    findBystandersOf: () => [],
    names: findNamesOnce(cwd, parsed.file),
    whole: false,
  };
  return findOpenInCode(project, configuration);
}

const namesByFolder = new Map<string, readonly string[]>();

function findNamesOnce(cwd: string, file: string): readonly string[] {
  const folder = dirname(resolve(cwd, file));
  const names = namesByFolder.get(folder) ?? findNames(cwd, [file]);
  namesByFolder.set(folder, names);
  return names;
}

function remember<Key extends object, Value>(memory: WeakMap<Key, Value>, key: Key, compute: () => Value): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = compute();
  memory.set(key, value);
  return value;
}

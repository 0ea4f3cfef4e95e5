import { join } from 'node:path/posix';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import plugin from '../../../rules/index.js';
import { isSyntaxFailure, parseText } from '../../../src/analysis/parse.js';
import { defaultConfiguration } from '../../../src/configuration/configuration.js';
import { loadReaders } from '../../../src/documents/formats.js';
import { openTexts } from '../../../src/files/project.js';
import type { OpenProject } from '../../../src/files/project.js';
import type { Resolver } from '../../../src/files/resolve.js';
import type { Edit, Finding, Result } from '../../../src/migration/finding.js';
import { migrateProject } from '../../../src/migration/rounds.js';
import type { Migration } from '../../../src/migration/rounds.js';
import { toDocument } from '../../../src/reporters/document.js';
import { formats, unadorned } from '../../../src/reporters/formats.js';
import type { Case } from './cases.js';

type Texts = ReadonlyMap<string, string>;

/** Seconds of the processor that one look at the files may take. */
const mostSeconds = 5;

/** What the analysis, the migration and the rules make of files. */
export interface Verdict {
  /** What is wrong with it; empty if nothing is. */
  readonly defects: readonly string[];
  /** What there was to be judged: without any, the verdict means little. */
  readonly counts: Readonly<Record<string, number>>;
}

export async function judge(given: Case): Promise<Verdict> {
  try {
    return await judgeFiles(given);
  } catch (error) {
    return toVerdict(`crash: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

/** A verdict where there is nothing else to tell. */
export function toVerdict(defect: string): Verdict {
  return { defects: [defect], counts: {} };
}

async function judgeFiles(given: Case): Promise<Verdict> {
  await loadReaders([...given.files.keys()]);
  const before = process.cpuUsage();
  const project = open(given.files);
  const migration = migrate(project, given);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const after = new Map([...given.files].map(([file, text]) => [file, migration.texts.get(file)?.after ?? text]));
  const defects = [
    ...(seconds > mostSeconds ? [`slow: ${seconds.toFixed(1)} s`] : []),
    ...judgeErrors(project, migration),
    ...judgePreview(given, migration),
    ...judgePlaces(migration.before, given.files),
    ...judgePlaces(migration.after, after),
    ...(given.todo ? [] : judgeSteps(given.files, migration, after)),
    ...judgeAlone(migration.before.findings, given.files),
    ...judgeAgain(given, after),
    ...(await judgeReports(project, migration.before)),
    ...lintAll(given.files),
  ];
  return { defects, counts: countAll(given.files, project, migration) };
}

function countAll(files: Texts, project: OpenProject, { before, applied, texts }: Migration): Verdict['counts'] {
  const { findings, possible, guarded, unresolved, notices, requests } = before;
  return {
    files: files.size,
    'that parse': [...files].filter(([file, text]) => parses(file, text)).length,
    'that are analysed': project.files.length,
    'that change': texts.size,
    requests,
    findings: findings.length,
    fixed: applied.length,
    possible: possible.length,
    guarded: guarded.length,
    unresolved: unresolved.length,
    notices: notices.length,
  };
}

function open(texts: Texts): OpenProject {
  const resolve: Resolver = (from, specifier) => {
    const path = join(from, '..', specifier);
    return specifier.startsWith('.') && texts.has(path) ? path : null;
  };
  return openTexts('/nowhere', texts, resolve);
}

function migrate(project: OpenProject, given: Case, isPreview = false): Migration {
  const { suggestions, partial, todo } = given;
  const choice = { suggestions, partial, todo, isSelected: () => true };
  return migrateProject(project, defaultConfiguration, choice, new Map(), undefined, { isPreview });
}

/** What is shown is what is written. Only where there is more than one step may a preview end too early. */
function judgePreview(given: Case, { steps, texts }: Migration): string[] {
  if (steps.length < 2) return [];
  const shown = migrate(open(given.files), given, true).texts;
  const others = [...texts].filter(([file, { after }]) => shown.get(file)?.after !== after);
  return others.map(([file]) => `shown otherwise than written: ${file}`);
}

function parses(file: string, text: string): boolean {
  try {
    return !isSyntaxFailure(parseText(file, text));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** What does not parse is told, and nothing else is. */
function judgeErrors(project: OpenProject, { after }: Migration): string[] {
  const told = new Set(project.errors().map(({ file }) => file));
  const broken = project.everything.filter((file) => !parses(file, project.text(file) ?? ''));
  return [
    ...after.errors.map(({ file, message }) => `error: ${file} ${message}`),
    ...broken
      .filter((file) => project.files.includes(file) && !told.has(file))
      .map((file) => `silent: ${file} does not parse, and nothing tells`),
    ...[...told].filter((file) => !broken.includes(file)).map((file) => `error: ${file} is told, and parses`),
  ];
}

function judgePlaces({ findings, possible, guarded, unresolved, notices }: Result, texts: Texts): string[] {
  const edits = [...findings, ...possible, ...guarded].flatMap((finding) => finding.edits);
  const places = [findings, possible, guarded, unresolved, notices].flatMap((list) => list.map(({ place }) => place));
  const outside = [...edits, ...places].filter(({ file, start, end }) => {
    const text = texts.get(file);
    return text === undefined || start < 0 || end < start || end > text.length;
  });
  const split = edits.filter(({ file, start, end }) => {
    const text = texts.get(file) ?? '';
    return isInside(text, start) || isInside(text, end);
  });
  return [
    ...outside.map((each) => `outside: ${JSON.stringify(each)}`),
    ...split.map((each) => `split: ${JSON.stringify(each)}`),
  ];
}

/** Between the halves of a character, or of a line's end. */
function isInside(text: string, at: number): boolean {
  return /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)/.test(text.slice(Math.max(at - 1, 0), at + 1)) && at > 0;
}

/** The text with edits made, put together here so that nothing but the edits can have changed. */
function splice(text: string, edits: readonly Edit[]): string | null {
  const distinct = [
    ...new Map(edits.map((edit) => [JSON.stringify([edit.start, edit.end, edit.text]), edit])).values(),
  ];
  const sorted = distinct.sort((one, other) => one.start - other.start || one.end - other.end);
  const overlap = sorted.some((edit, index) => edit.start < (sorted[index - 1]?.end ?? 0));
  return overlap
    ? null
    : sorted.reduceRight((result, { start, end, text: by }) => result.slice(0, start) + by + result.slice(end), text);
}

function judgeSteps(files: Texts, { steps }: Migration, after: Texts): string[] {
  const texts = new Map<string, string | null>(files);
  for (const { fixes } of steps) {
    for (const [file, text] of texts) {
      const edits = fixes.flatMap(({ finding }) => finding.edits).filter((edit) => edit.file === file);
      texts.set(file, text === null ? null : splice(text, edits));
    }
  }
  return [...texts].flatMap(([file, text]) => {
    if (text === null) return [`overlap: edits of ${file}`];
    return text === after.get(file) ? [] : [`bytes: ${file} changes where no edit is`];
  });
}

const mostAlone = 12;

/** Each finding's edits are offered alone, in an editor. */
function judgeAlone(findings: readonly Finding[], files: Texts): string[] {
  return findings
    .filter(({ edits }) => edits.length > 0)
    .slice(0, mostAlone)
    .flatMap(({ change, edits }) =>
      [...new Set(edits.map(({ file }) => file))].flatMap((file) => {
        const text = files.get(file) ?? '';
        const spliced = splice(
          text,
          edits.filter((edit) => edit.file === file),
        );
        if (spliced === null) return [`overlap: edits of ${change} in ${file}`];
        return parses(file, spliced) || !parses(file, text) ? [] : [`breaks: ${change} alone in ${file}\n${spliced}`];
      }),
    );
}

/**
 * A second run changes nothing. With `--partial` it may write the version of a base that waited in the first for what nobody
 * can tell of any more, with what can only be made beside it, and nothing else; then a third changes nothing.
 */
function judgeAgain(given: Case, after: Texts): string[] {
  const second = migrate(open(after), given);
  const isOfVersions = given.partial && second.applied.every(({ rule, joint }) => rule === 'no-v3-prefix' || joint);
  if (!isOfVersions || second.applied.length === 0) return tellChanged('again', second);
  const texts = new Map([...after].map(([file, text]) => [file, second.texts.get(file)?.after ?? text]));
  return tellChanged('a third time', migrate(open(texts), given));
}

function tellChanged(when: string, { texts }: Migration): string[] {
  return [...texts].map(([file, text]) => `${when}: ${file}\n${JSON.stringify(text).slice(0, 3000)}`);
}

async function judgeReports(project: OpenProject, result: Result): Promise<string[]> {
  const document = toDocument({ result, text: project.text, done: null });
  for (const [name, { load }] of Object.entries(formats)) {
    const report = (await load())(document, unadorned);
    if (['json', 'sarif', 'gitlab'].includes(name)) JSON.parse(report);
  }
  return [];
}

const linter = new Linter({ cwd: '/nowhere' });
const jsx = { ecmaFeatures: { jsx: true } };

/** The rules under the parsers that ESLint runs with. */
function lintAll(files: Texts): string[] {
  return [...files].flatMap(([file, text]) => {
    const [, extension = ''] = /\.([cm]?[jt]sx?)$/.exec(file) ?? [];
    if (extension === '') return [];
    const typed = extension.includes('t');
    return lint(file, text, typed ? { parser: tseslint.parser, parserOptions: jsx } : { parserOptions: jsx });
  });
}

function lint(file: string, text: string, languageOptions: Linter.LanguageOptions): string[] {
  const config = [plugin.configs.recommended, { files: ['**/*'], languageOptions }];
  if (linter.verify(text, config, file).some(({ fatal }) => fatal)) return [];
  const { messages, output } = linter.verifyAndFix(text, config, { filename: file });
  return messages.some(({ fatal }) => fatal) ? [`breaks: ESLint's fixes in ${file}\n${output}`] : [];
}

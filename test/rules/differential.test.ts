/** The plugin and the command line never disagree. */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import type { Finding } from '../../src/migration/finding.js';
import { tellInCode } from '../../src/migration/tell-in-code.js';
import type { Place } from '../../src/http/text.js';
import { toPosition } from '../../src/migration/position.js';
import { loadCases } from '../support/cases.js';
import type { Case } from '../support/cases.js';
import { setups, versions } from '../support/parsers.js';
import { moveExported } from '../support/suggestions.js';
import { checkCase, migrateCase, openWorkspace } from '../support/workspace.js';

const lintable = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

const [able, limited] = split(loadCases().filter(({ pending }) => pending === undefined));

function split(cases: readonly Case[]): [Case[], Case[]] {
  return [cases.filter(({ eslint }) => eslint === undefined), cases.filter(({ eslint }) => eslint !== undefined)];
}

describe.each(able)('ESLint on $name', (kase) => {
  it('reports and offers what the command line does', async () => {
    const { findings, reports } = await checkBoth(kase);
    expect(reports.map(([name]) => name).sort()).toEqual([...findings.keys()].sort());
    const wrong = reports.flatMap(([name, report]) => {
      const finding = findings.get(name);
      return finding === undefined || offersOf(finding).includes(offerOf(report))
        ? []
        : [`${offerOf(report)}: ${name}`];
    });
    expect(wrong).toEqual([]);
  });

  it('fixes what the command line writes', async () => {
    const mine = openWorkspace(kase.input);
    const other = openWorkspace(kase.input);
    await migrateCase(other, { ...kase, with: undefined });
    await fixAll(mine.directory, kase);
    expect(pick(mine.read())).toEqual(pick(other.read()));
  });
});

describe.each(limited)('ESLint, which is limited here, on $name', (kase) => {
  it('reports where the command line does', async () => {
    const { findings, reports } = await checkBoth(kase);
    const toPlaces = (names: Iterable<string>): string[] =>
      [...names].map((name) => name.split(' ', 2).join(' ')).sort();
    expect(toPlaces(reports.map(([name]) => name))).toEqual(expect.arrayContaining(toPlaces(findings.keys())));
  });
});

interface Both {
  readonly findings: ReadonlyMap<string, Finding>;
  /** Each of them, lest one be told twice. */
  readonly reports: readonly (readonly [name: string, Report])[];
}

/** What both say of a case, by place, rule and message. */
async function checkBoth(kase: Case): Promise<Both> {
  const workspace = openWorkspace(kase.input);
  const { result, text } = await checkCase(workspace, kase);
  const reports = await lint(workspace.directory, kase);
  const toLine = ({ file, start }: Place): number => toPosition(text(file) ?? '', start).line;
  const findings = result.findings.flatMap((finding) => tellInCode(finding, toLine));
  return {
    findings: new Map(findings.map((each) => [describeFinding(each, text(each.place.file) ?? ''), each])),
    reports: reports.map((each) => [describeReport(each), each]),
  };
}

function pick(texts: ReadonlyMap<string, string>): [string, string][] {
  return [...texts].filter(([file]) => lintable.test(file));
}

interface Report extends Linter.LintMessage {
  readonly file: string;
}

function describeFinding({ rule, place, message }: Finding, text: string): string {
  const [start, end] = [toPosition(text, place.start), toPosition(text, place.end)];
  return `${place.file}:${String(start.line)}:${String(start.column)}-${String(end.line)}:${String(end.column)} v4ward/${rule} ${message}`;
}

function describeReport({ file, line, column, endLine, endColumn, ruleId, message }: Report): string {
  return `${file}:${String(line)}:${String(column)}-${String(endLine)}:${String(endColumn)} ${String(ruleId)} ${message}`;
}

type Offer = 'fix' | 'suggestion' | 'nothing';

function offerOf({ fix, suggestions = [] }: Report): Offer {
  if (fix !== undefined) return 'fix';
  return suggestions.length > 0 ? 'suggestion' : 'nothing';
}

/** What goes last may wait, or leave the file; what belongs in another file is not offered in this one. */
function offersOf({ rule, certainty, edits, heldBy, joint, place }: Finding): readonly Offer[] {
  if (certainty === 'manual' || edits.some(({ file }) => file !== place.file) || edits.length === 0) return ['nothing'];
  if (certainty === 'suggestion' || heldBy.length > 0) return ['suggestion'];
  return rule === 'no-v3-prefix' || joint ? ['fix', 'suggestion', 'nothing'] : ['fix'];
}

/** Fixes until nothing is left to fix, and takes the suggestion to move a base that the file exports. */
async function fixAll(directory: string, kase: Case): Promise<void> {
  for (let run = 0; run < 10; run += 1) {
    const results = await createESLint(directory, kase, true).lintFiles([...kase.before.keys()].filter(isLinted));
    await ESLint.outputFixes(results);
    if (results.some(({ output }) => output !== undefined)) continue;
    const moves = results.filter((result) => moveBase(result));
    if (moves.length === 0) return;
  }
  throw new Error(`${kase.name}: no end to the fixes`);
}

/** Whether there was one to move. */
function moveBase(result: ESLint.LintResult): boolean {
  const before = readFileSync(result.filePath, 'utf8');
  const after = moveExported(result, before);
  if (after !== before) writeFileSync(result.filePath, after);
  return after !== before;
}

async function lint(directory: string, kase: Case): Promise<Report[]> {
  const results = await createESLint(directory, kase, false).lintFiles([...kase.before.keys()].filter(isLinted));
  return results.flatMap(({ filePath, messages }) =>
    messages.map((message) => ({ ...message, file: relative(directory, filePath) })),
  );
}

function isLinted(file: string): boolean {
  return lintable.test(file) && !file.split('/').includes('node_modules');
}

function createESLint(cwd: string, { before, config }: Case, fix: boolean): ESLint {
  const files = [...before].filter(([file]) => isLinted(file));
  // A configuration of its own for each run, as each process has, so that nothing is remembered of the run before.
  const settings = { v4ward: structuredClone(config ?? {}) };
  const overrideConfig = files.map(([file, text]): Linter.Config => ({
    files: [file],
    ...plugin.configs.recommended,
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: { sourceType: file.endsWith('.cjs') ? 'commonjs' : 'module', ...languageOf(file, text) },
    settings,
  }));
  // Babel's parser for Node 20 does not know ESLint 10.
  const version = files.some(([, text]) => text.includes('@flow')) ? '9' : '10';
  return new versions[version]({ cwd, fix, overrideConfigFile: true, overrideConfig, ignorePatterns: ['!**/*'] });
}

/** As those set ESLint up who write in the language. */
function languageOf(file: string, text: string): Linter.LanguageOptions {
  const usual = /\.[cm]?tsx?$/.test(file)
    ? "typescript-eslint's parser"
    : text.includes('@flow')
      ? "Babel's parser"
      : null;
  const setup = setups.find(({ name, files }) => files.test(file) && (usual === null || name === usual));
  if (setup === undefined) throw new Error(`no parser for ${file}`);
  return setup.languageOptions;
}

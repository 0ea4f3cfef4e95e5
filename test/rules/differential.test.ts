/** The plugin and the command line never disagree. */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import type { Linter, Rule } from 'eslint';
import { describe, expect, it, vi } from 'vitest';
import plugin from '../../rules/index.js';
import type { Edit, Finding } from '../../src/migration/finding.js';
import { tellInCode } from '../../src/migration/findings/tell-in-code.js';
import type { Place } from '../../src/http/text.js';
import { toPosition } from '../../src/migration/position.js';
import { hasCode, lintable, loadCases } from '../support/cases.js';
import type { Case } from '../support/cases.js';
import { setups, versions } from '../support/parsers.js';
import { moveExported } from '../support/suggestions.js';
import { checkCase, migrateCase, openWorkspace } from '../support/workspace.js';

// A stopped clock: each run sees the disk as it is, as each process does, however busy the machine.
vi.useFakeTimers({ toFake: ['performance'] });

const [able, limited] = split(loadCases().filter((kase) => kase.pending === undefined && hasCode(kase)));

function split(cases: readonly Case[]): [Case[], Case[]] {
  return [cases.filter(({ eslint }) => eslint === undefined), cases.filter(({ eslint }) => eslint !== undefined)];
}

describe.each(able)('ESLint on $name', (kase) => {
  it('reports and offers what the command line does', async () => {
    const { findings, reports, text } = await checkBoth(kase);
    expect(reports.map(([name]) => name).sort()).toEqual([...findings.keys()].sort());
    const wrong = reports.flatMap(([name, report]) => {
      const finding = findings.get(name);
      const offer = offerOf(report);
      const expected = finding === undefined ? [offer] : offersOf(finding, text(report.file));
      return expected.includes(offer) ? [] : [`${name}: ${offer}, not ${expected.join(' or ')}`];
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
    const inCode = [...findings].flatMap(([name, { place }]) => (lintable.test(place.file) ? [name] : []));
    const toPlaces = (names: Iterable<string>): string[] =>
      [...names].map((name) => name.split(' ', 2).join(' ')).sort();
    expect(toPlaces(reports.map(([name]) => name))).toEqual(expect.arrayContaining(toPlaces(inCode)));
  });
});

interface Both {
  readonly findings: ReadonlyMap<string, Finding>;
  /** Each of them, lest one be told twice. */
  readonly reports: readonly (readonly [name: string, Report])[];
  readonly text: (file: string) => string;
}

/** What both say of a case, by place, rule and message. */
async function checkBoth(kase: Case): Promise<Both> {
  const workspace = openWorkspace(kase.input);
  const { result, text: read } = await checkCase(workspace, kase);
  const text = (file: string): string => read(file) ?? '';
  const reports = await lint(workspace.directory, kase);
  const toLine = ({ file, start }: Place): number => toPosition(text(file), start).line;
  const findings = result.findings.flatMap((finding) => tellInCode(finding, toLine));
  return {
    findings: new Map(findings.map((each) => [describeFinding(each, text(each.place.file)), each])),
    reports: reports.map((each) => [describeReport(each), each]),
    text,
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

type Kind = 'fix' | 'suggestion' | 'nothing';

function offerOf({ fix, suggestions: [suggestion] = [] }: Report): string {
  if (fix !== undefined) return `fix ${describeFix(fix)}`;
  return suggestion === undefined ? 'nothing' : `suggestion ${describeFix(suggestion.fix)}`;
}

/** What a report of a finding may offer. */
function offersOf(finding: Finding, text: string): readonly string[] {
  return kindsOf(finding).map((kind) =>
    kind === 'nothing' ? kind : `${kind} ${describeFix(mergeEdits(finding.edits, text))}`,
  );
}

/** What goes last may wait, or leave the file; what belongs in another file is not offered in this one. */
function kindsOf({ rule, certainty, edits, heldBy, joint, place }: Finding): readonly Kind[] {
  if (certainty === 'manual' || edits.some(({ file }) => file !== place.file) || edits.length === 0) return ['nothing'];
  if (certainty === 'suggestion' || heldBy.length > 0) return ['suggestion'];
  return rule === 'no-v3-prefix' || joint ? ['fix', 'suggestion', 'nothing'] : ['fix'];
}

/**
 * One replacement, with what stands between the edits, counted from behind the byte order mark.
 * https://eslint.org/docs/latest/extend/custom-rules#applying-fixes
 */
function mergeEdits(edits: readonly Edit[], text: string): Rule.Fix {
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const start = Math.min(...edits.map((edit) => edit.start));
  const merged = sorted.reduce(
    (before, edit) => ({ end: edit.end, text: before.text + text.slice(before.end, edit.start) + edit.text }),
    { end: start, text: '' },
  );
  return { range: [start - mark, merged.end - mark], text: merged.text };
}

function describeFix({ range: [start, end], text }: Rule.Fix): string {
  return `${String(start)}-${String(end)} ${JSON.stringify(text)}`;
}

/**
 * Fixes a file at once, and several until nothing is left to fix, since one may wait for another; and takes the suggestion
 * to move a base that the file exports.
 */
async function fixAll(directory: string, kase: Case): Promise<void> {
  const files = [...kase.before.keys()].filter(isLinted);
  for (let run = 0; run < 10; run += 1) {
    const results = await createESLint(directory, kase, true).lintFiles(files);
    await ESLint.outputFixes(results);
    if (files.length > 1 && results.some(({ output }) => output !== undefined)) continue;
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

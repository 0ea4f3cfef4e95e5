import { join } from 'node:path';
import type { ESLint, Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../codemods/index.js';
import plugin from '../../rules/index.js';
import type { Result } from '../../src/migration/finding.js';
import { toPosition } from '../../src/migration/position.js';
import { hasCode, loadCases } from '../support/cases.js';
import type { Case } from '../support/cases.js';
import { setups, versions } from '../support/parsers.js';
import type { Setup, Version } from '../support/parsers.js';
import { moveExported } from '../support/suggestions.js';
import { checkCase, openWorkspace } from '../support/workspace.js';

const cases = loadCases().filter((kase) => kase.pending === undefined && hasCode(kase));
const shown = cases.filter(({ name }) => name.startsWith('parsers/'));

describe.each(shown)('$name, as on the command line', (kase) => {
  const answers = compareWithin(kase);
  const matrix = setupsFor(kase).flatMap((setup) => setup.versions.map((version) => ({ version, ...setup })));

  it.each(matrix)('ESLint $version, $name', async ({ version, ...setup }) => {
    await answers.expectSame(setup, version);
  });
});

const others = cases.filter(({ name, eslint }) => !name.startsWith('parsers/') && eslint === undefined);
const alone = others.filter(({ before }) => before.size === 1);
const components = alone.filter(({ before }) => /\.(?:vue|svelte)$/.test([...before.keys()].join()));
const scripts = alone.filter((kase) => !components.includes(kase));
const sample = [...components, ...scripts.filter(({ name }, index) => name.startsWith('edits/') || index % 8 === 0)];

describe.each(sample)('$name, as on the command line', (kase) => {
  const answers = compareWithin(kase);
  const matrix = setupsFor(kase).filter(({ name }) => name !== 'espree' && !name.endsWith('with types'));

  it.runIf(matrix.length > 0).each(matrix)('$name', async (setup) => {
    await answers.expectSame(setup, setup.versions.at(-1) ?? '10');
  });
});

it('reads a sample that is worth it', () => {
  expect(shown.length).toBeGreaterThanOrEqual(12);
  expect(components.length).toBeGreaterThanOrEqual(10);
  expect(sample.length).toBeGreaterThanOrEqual(100);
});

describe('scripts that are no modules', () => {
  const loose = scripts.filter(
    ({ before }, index) => index % 8 === 4 && !/^\s*(?:import|export)\b|\bawait\b/m.test([...before.values()].join()),
  );
  const espree = setups.filter(({ name }) => name === 'espree');
  const ways: readonly Linter.LanguageOptions[] = [
    { sourceType: 'script' },
    { sourceType: 'commonjs' },
    { sourceType: 'script', globals: { fetch: 'readonly', require: 'readonly', $: 'writable', module: 'writable' } },
  ];

  it('are many', () => {
    expect(loose.length).toBeGreaterThanOrEqual(20);
  });

  describe.each(loose)('$name', (kase) => {
    const answers = compareWithin(kase);

    it.runIf(setupsFor(kase).includes(espree[0] as Setup)).each(ways)('%o', async (languageOptions) => {
      for (const setup of espree)
        await answers.expectSame({ ...setup, languageOptions: { ...setup.languageOptions, ...languageOptions } }, '10');
    });
  });
});

function setupsFor({ before }: Case): Setup[] {
  const [file = ''] = before.keys();
  const isFlow = before.get(file)?.includes('@flow') === true;
  return setups.filter(({ name, files }) => files.test(file) && (!isFlow || name === "Babel's parser"));
}

interface Answers {
  /** The command line's findings and text. */
  readonly findings: readonly string[];
  readonly text: string;
}

/** Asks the command line once for all the tests of a case. */
function compareWithin(kase: Case): { expectSame(setup: Setup, version: Version): Promise<void> } {
  const finish: (() => void)[] = [];
  let directory = '';
  let expected: Answers = { findings: [], text: '' };
  const [file = ''] = kase.before.keys();
  beforeAll(async () => {
    const workspace = openWorkspace(kase.input, (close) => finish.push(close));
    ({ directory } = workspace);
    const { result, text } = await checkCase(workspace, kase);
    const { texts } = await migrate(directory, { configuration: kase.config ?? {} });
    expected = { findings: toLines(result, text(file) ?? ''), text: texts.get(file)?.after ?? text(file) ?? '' };
  });
  afterAll(() => {
    for (const close of finish) close();
  });
  return {
    async expectSame(setup, version) {
      const [checked] = await lint(directory, file, { kase, setup, version, fix: false });
      expect(checked?.messages.map(toLine).sort()).toEqual(expected.findings);
      const [fixed] = await lint(directory, file, { kase, setup, version, fix: true });
      expect(fixed === undefined ? null : moveExported(fixed, kase.before.get(file) ?? '')).toBe(expected.text);
    },
  };
}

/** The plugin tells once what several requests ask for at one place. */
function toLines({ findings }: Result, text: string): string[] {
  const lines = findings.map(({ rule, place, message }) => {
    const { line, column } = toPosition(text, place.start);
    return `${String(line)}:${String(column)} v4ward/${rule} ${message}`;
  });
  return [...new Set(lines)].sort();
}

function toLine({ ruleId, line, column, message }: Linter.LintMessage): string {
  return `${String(line)}:${String(column)} ${String(ruleId)} ${message}`;
}

interface Way {
  readonly kase: Case;
  readonly setup: Setup;
  readonly version: Version;
  readonly fix: boolean;
}

function lint(directory: string, file: string, { kase, setup, version, fix }: Way): Promise<ESLint.LintResult[]> {
  const { parserOptions } = setup.languageOptions;
  const overrideConfig: Linter.Config = {
    files: ['**/*.*'],
    ...plugin.configs.recommended,
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: {
      sourceType: file.endsWith('.cjs') ? 'commonjs' : 'module',
      ...setup.languageOptions,
      parserOptions: { ...parserOptions, tsconfigRootDir: directory },
    },
    // A configuration of its own, so that nothing is remembered of what another parser gave.
    settings: { v4ward: structuredClone(kase.config ?? {}) },
  };
  const eslint = new versions[version]({ cwd: directory, fix, overrideConfigFile: true, overrideConfig });
  return eslint.lintFiles([join(directory, file)]);
}

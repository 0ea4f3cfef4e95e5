import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSyntaxFailure, parseText } from '../../src/analysis/parse.js';
import { toConfiguration } from '../../src/files/load-configuration.js';
import { openTexts } from '../../src/files/project.js';
import { examine } from '../../src/migration/examine.js';
import type { Result } from '../../src/migration/finding.js';
import { loadCases } from '../support/cases.js';
import type { Case } from '../support/cases.js';

/** The texts are looked at in memory, where imports lead nowhere. */
function examineTexts(texts: Readonly<Record<string, string>>, config: Case['config'] = {}): Result {
  const configuration = toConfiguration(config, { name: 'case.json', directory: '/nowhere' });
  const project = openTexts('/nowhere', new Map(Object.entries(texts)), () => null, configuration);
  return examine(project, configuration);
}

function listsOf({ findings, possible, guarded, acknowledged, unresolved }: Result) {
  return [...findings, ...possible, ...guarded, ...acknowledged, ...unresolved];
}

function fingerprintsOf(result: Result): string[] {
  return listsOf(result)
    .map(({ fingerprint }) => fingerprint)
    .sort();
}

const base = 'https://gitlab.example.com/api/v3';

/** The fingerprint of the one finding of a change. */
function fingerprintOf(text: string, change = 'project-unstar', file = 'a.js'): string | undefined {
  const found = examineTexts({ [file]: text }).findings.filter((one) => one.change === change);
  expect(found).toHaveLength(1);
  return found[0]?.fingerprint;
}

const star = `function star(id) { return fetch('${base}/projects/' + id + '/star', { method: 'DELETE' }); }`;

describe('a fingerprint', () => {
  it.each([
    ['lines above', `\n// a comment\n${star}`],
    ['a finding above, in another function', `const all = () => fetch('${base}/projects/owned');\n${star}`],
    ['the host', star.replace('gitlab.example.com', 'gitlab.acme.test:8443')],
    ['the layout', star.replaceAll(' ', '\n  ')],
    ['the quotes', star.replaceAll("'", '"')],
    ['the line ends', `\r\n${star.replace('{ return', '{\r\n  return')}\r\n`],
    ['a byte order mark', `\uFEFF${star}`],
    ['the name of a parameter', star.replace('(id)', '(project)').replace('+ id +', '+ project +')],
    ['a query', star.replace("/star'", "/star?sudo=root'")],
  ])('stays if %s changed', (_, text) => {
    expect(fingerprintOf(text)).toBe(fingerprintOf(star));
  });

  it('stays if an id is another one, or becomes unknown', () => {
    const known = (id: string): string => `fetch('${base}/projects/${id}/star', { method: 'DELETE' });`;
    expect(fingerprintOf(known('5'))).toBe(fingerprintOf(known('77')));
    expect(fingerprintOf(known("' + id + '"))).toBe(fingerprintOf(known('77')));
  });

  it.each([
    ['function', star.replace('star(id)', 'unstar(id)'), 'a.js'],
    ['class', `class Api { ${star.replace('function ', '')} }`, 'a.js'],
    ['file', star, 'lib/a.js'],
  ])('is another in another %s', (_, text, file) => {
    expect(fingerprintOf(text, 'project-unstar', file)).not.toBe(fingerprintOf(star));
  });

  it("stays for a base's prefix whatever stands behind it", () => {
    const here = `const base = '${base}';\n`;
    const one = `${here}const all = () => fetch(base + '/projects/1');\n`;
    const two = `${here}const first = () => fetch(base + '/version');\nconst all = () => fetch(base + '/projects/1');\n`;
    expect(fingerprintOf(one, 'api-prefix')).toBe(fingerprintOf(two, 'api-prefix'));
  });

  it('tells twins apart, and those that a comment has settled keep theirs', () => {
    const twins = (comment: string): string =>
      `function both() {\n${comment}\n  ${star.slice(20, -1)}\n  ${star.slice(20, -1)}\n}\n`;
    const before = examineTexts({ 'a.js': twins('') });
    const after = examineTexts({ 'a.js': twins('  // v4ward-ignore project-unstar -- seen') });
    const unstar = ({ change }: { readonly change: string }): boolean => change === 'project-unstar';
    const [first, second] = before.findings.filter(unstar);
    expect(first?.fingerprint).not.toBe(second?.fingerprint);
    expect(after.acknowledged.filter(unstar).map(({ fingerprint }) => fingerprint)).toEqual([first?.fingerprint]);
    expect(after.findings.filter(unstar).map(({ fingerprint }) => fingerprint)).toEqual([second?.fingerprint]);
  });

  it('is had by what is unresolved', () => {
    const text = `const base = '${base}';\nexport function get(path) {\n  return fetch(base + path);\n}\n`;
    const [one] = examineTexts({ 'a.js': text }).unresolved;
    expect(one).toMatchObject({ symbol: 'get', fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown });
    expect(examineTexts({ 'a.js': `// ${'x'.repeat(80)}\n${text}` }).unresolved[0]?.fingerprint).toBe(one?.fingerprint);
  });
});

const cases = loadCases().filter(({ pending, silent }) => pending === undefined && silent === undefined);

describe.each(cases)('in $name', ({ before, config }) => {
  it('no two fingerprints are the same', () => {
    const fingerprints = fingerprintsOf(examineTexts(Object.fromEntries(before), config));
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });
});

const additions = [
  '\n',
  '\n\n',
  '\n// words\n',
  '\n/* words\n   and more */\n',
  '\nfunction unrelated() { return 1; }\n',
];

/** With additions before some of the statements at the top of a file; comments to v4ward would speak of them. */
function withAdditions(file: string, text: string, chosen: readonly (readonly [number, string])[]): string {
  const parsed = parseText(file, text);
  if (isSyntaxFailure(parsed) || !/\.[cm]?[jt]sx?$/.test(file) || text.includes('v4ward-ignore')) return text;
  const { body } = parsed.program;
  const places = chosen.flatMap(([index, words]) => {
    const start = body[index % Math.max(1, body.length)]?.range[0];
    return start === undefined ? [] : [{ start, words }];
  });
  const added = places
    .sort((one, other) => other.start - one.start)
    .reduce((result, { start, words }) => result.slice(0, start) + words + result.slice(start), text);
  // Decorators stand before the range of the class that they belong to.
  return isSyntaxFailure(parseText(file, added)) ? text : added;
}

describe('fingerprints', () => {
  it('outlive what is put between statements', () => {
    const small = cases.filter(({ before }) => [...before.values()].join('').length < 3000);
    fc.assert(
      fc.property(
        fc.constantFrom(...small),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...additions)), { minLength: 1, maxLength: 5 }),
        ({ before, config }, chosen) => {
          const texts = [...before].map(([file, text]) => [file, withAdditions(file, text, chosen)] as const);
          const [once, again] = [before, texts].map((each) => examineTexts(Object.fromEntries(each), config));
          expect(again === undefined ? [] : fingerprintsOf(again)).toEqual(
            once === undefined ? [] : fingerprintsOf(once),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { render } from '../../src/reporters/formats.js';
import { toDocument } from '../../src/reporters/document.js';
import type { ReportDocument } from '../../src/reporters/document.js';
import { makeFinding, makeResult } from '../migration/sample.js';
import { findAll, readXml } from './dom.js';
import type { Element } from './dom.js';
import { makeFineDocument, makeHostileDocument } from './hostile.js';

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');

async function validate(contents: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents }, schema });
  return errors.map(({ message }) => message);
}

async function toDom(document: ReportDocument): Promise<Element> {
  const xml = await render(document, 'junit');
  expect(await validate(xml)).toEqual([]);
  return readXml(xml);
}

describe('junit', () => {
  it('rejects what is no report, so that the schema is one', async () => {
    expect(await validate('<testsuites name="x"/>')).not.toEqual([]);
  });

  it('has a test that passes if nothing is open', async () => {
    const dom = await toDom(makeFineDocument());
    expect(dom.querySelector('testsuites')?.getAttribute('tests')).toBe('1');
    expect(dom.querySelector('testcase')?.children).toHaveLength(0);
  });

  it('is valid XML whatever names and texts hold, and shows what they are', async () => {
    const dom = await toDom(makeHostileDocument());
    expect(dom.querySelector('testsuites')?.getAttribute('failures')).toBe('3');
    expect(findAll(dom, 'testcase').map(({ children }) => children[0]?.nodeName)).toEqual([
      'error',
      'failure',
      'failure',
      'failure',
      'skipped',
      'skipped',
    ]);
    expect(dom.querySelector('testsuite')?.getAttribute('name')).toContain(
      '<script>alert(1)</script>&`f`|g\\n::error::h\\u001b[31m',
    );
    expect(dom.querySelector('failure')?.textContent).toContain('</script><img src=x onerror=alert(1)>');
  });

  it('leaves out what XML has no character for', async () => {
    const finding = makeFinding({ request: 'GET /a\uFFFE\uD800b\u0000' });
    const dom = await toDom(toDocument({ result: makeResult({ findings: [finding] }), text: () => 'x', done: null }));
    expect(dom.querySelector('testcase')?.getAttribute('name')).toBe('branch-parameter GET /a\uFFFDb\\u0000');
  });

  it('has no two tests of one name in a suite, which GitLab would take for one', async () => {
    const dom = await toDom(makeHostileDocument());
    const names = findAll(dom, 'testcase').map(
      (test) => `${test.getAttribute('classname') ?? ''} ${test.getAttribute('name') ?? ''}`,
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('names tests without lines, so that GitLab knows them again', async () => {
    const print = async (text: string, start: number): Promise<string[]> => {
      const finding = makeFinding({ place: { file: 'a.js', start, end: start + 1 } });
      const dom = await toDom(
        toDocument({ result: makeResult({ findings: [finding] }), text: () => text, done: null }),
      );
      return findAll(dom, 'testcase').map((test) => test.getAttribute('name') ?? '');
    };
    expect(await print('\n\nx', 2)).toEqual(await print('x', 0));
  });
});

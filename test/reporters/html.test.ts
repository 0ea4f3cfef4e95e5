import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { escapeControls } from '../../src/reporters/escape.js';
import { toDocument } from '../../src/reporters/document.js';
import type { ReportDocument } from '../../src/reporters/document.js';
import { render } from '../../src/reporters/formats.js';
import { joinRepositories } from '../../src/reporters/merge.js';
import { makeFinding, makeResult } from '../migration/sample.js';
import { findAll, readHtml } from './dom.js';
import type { Element } from './dom.js';
import {
  hostileFile,
  hostileRequest,
  makeFineDocument,
  makeHostileDocument,
  makeHostileFinding,
  source,
} from './hostile.js';

async function toPage(document: ReportDocument): Promise<Element> {
  return readHtml(await render(document, 'html'));
}

function textOf(page: Element, selector: string): string[] {
  return findAll(page, selector).map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
}

describe('html', () => {
  it('says it if nothing is open', async () => {
    const page = await toPage(makeFineDocument());
    expect(textOf(page, 'header p')[0]).toBe('Nothing to do was found in 3 files with 2 GitLab requests.');
    expect(findAll(page, 'article')).toEqual([]);
  });

  it('makes no element of names, requests and code', async () => {
    const page = await toPage(makeHostileDocument());
    expect(findAll(page, 'img, b b, article script, article em')).toEqual([]);
    expect(findAll(page, 'script')).toHaveLength(2);
    expect(textOf(page, 'article h3')[0]).toBe(`${escapeControls(hostileFile)}:3:1`);
    expect(textOf(page, 'article dd')[0]).toBe(escapeControls(hostileRequest));
    expect(findAll(page, 'a').map((link) => link.getAttribute('href'))).not.toContain('javascript:alert(1)');
  });

  it('leads to no page but one of the web, whoever wrote the document', async () => {
    const finding = makeFinding({ page: 'javascript:alert(1)' });
    const page = await toPage(toDocument({ result: makeResult({ findings: [finding] }), text: () => 'x', done: null }));
    expect(findAll(page, 'article a')).toEqual([]);
    expect(textOf(page, 'article header span')).toContain('branch-parameter');
  });

  it('shows no character that turns the direction of writing, or moves the cursor', async () => {
    expect(await render(makeHostileDocument(), 'html')).not.toMatch(
      /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E]/,
    );
  });

  it('shows twenty of the places that move together, and how many more there are', async () => {
    const edits = Array.from({ length: 25 }, (_, index) => ({
      file: `${String(index)}.js`,
      start: 0,
      end: 1,
      text: 'y',
    }));
    const result = makeResult({ findings: [makeFinding({ edits })] });
    const page = await toPage(toDocument({ result, text: () => 'x', done: null }));
    expect(findAll(page, 'article table')).toHaveLength(20);
    expect(textOf(page, 'article p.quiet')).toEqual(['and 5 more places']);
  });

  it('loads nothing, and runs nothing but its own script', async () => {
    const text = await render(makeHostileDocument(), 'html');
    const page = readHtml(text);
    const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '';
    const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src ${hash(page.querySelector('style')?.textContent ?? '')};`);
    expect(policy).toContain(`script-src ${hash(page.querySelector('script:not([type])')?.textContent ?? '')};`);
    expect(findAll(page, '[src], link, [style], [onclick], iframe')).toEqual([]);
    expect(text).not.toMatch(/url\(|@import/);
  });

  it('holds data that parse, an item for each article', async () => {
    const page = await toPage(makeHostileDocument());
    const data = JSON.parse(page.querySelector('#data')?.textContent ?? '') as { state: string }[];
    expect(data.map(({ state }) => state)).toEqual([
      ...['safe', 'manual', 'suggestion', 'unresolved', 'possible', 'guarded', 'acknowledged'],
      ...['baselined', 'baselined'],
    ]);
    expect(findAll(page, 'article')).toHaveLength(data.length);
  });

  it('shows the code before and after, line by line', async () => {
    const text = 'one\r\ntwo(1);\r\nthree\r\n';
    const at = text.indexOf('two');
    const finding = makeFinding({
      place: { file: 'a.js', start: at, end: at + 3 },
      edits: [
        { file: 'a.js', start: at, end: at + 3, text: 'zwei' },
        { file: 'a.js', start: at + 6, end: at + 6, text: '\r\nand' },
      ],
    });
    const page = await toPage(
      toDocument({ result: makeResult({ findings: [finding] }), text: () => text, done: null }),
    );
    const rows = findAll(page, 'article tbody tr').map((row) =>
      findAll(row, 'td').map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ['1', 'one', '1', 'one'],
      ['2', 'two(1);', '2', 'zwei(1)'],
      ['', '', '3', 'and;'],
      ['3', 'three', '4', 'three'],
    ]);
    expect([textOf(page, 'del'), textOf(page, 'ins')]).toEqual([['two'], ['zwei', 'and']]);
  });

  it('shows edits in other files with their own lines', async () => {
    const page = await toPage(
      toDocument({ result: makeResult({ findings: [makeHostileFinding()] }), text: () => source, done: null }),
    );
    expect(textOf(page, 'article caption')).toEqual([escapeControls(hostileFile), 'src/other.js']);
  });

  it('marks the place where a person must decide', async () => {
    const finding = makeHostileFinding({ certainty: 'manual', edits: [] });
    const page = await toPage(
      toDocument({ result: makeResult({ findings: [finding] }), text: () => source, done: null }),
    );
    expect(textOf(page, 'mark')).toEqual(['two']);
  });

  it('tells the progress of each repository and each change, for readers of all kinds', async () => {
    const document = makeHostileDocument();
    const page = await toPage(joinRepositories(['bot', 'web'].map((name) => ({ name, document }))));
    const labels = findAll(page, 'progress').map((bar) => bar.getAttribute('aria-label'));
    expect(labels).toEqual(['bot: 2 of 6 settled', 'web: 2 of 6 settled', 'branch-parameter: 4 of 12 settled']);
    expect(textOf(page, 'select[name="repository"] option')).toEqual(['all', 'bot', 'web']);
  });

  it('names the branch of each repository', async () => {
    const branch = { name: 'v4-<b>', state: 'created', commit: 'a'.repeat(40), push: 'pushed' } as const;
    const joined = joinRepositories([{ name: 'bot', document: { ...makeHostileDocument(), branch } }]);
    expect(textOf(await toPage(joined), 'ul.plain li')).toContain(
      'bot The branch v4-<b> was made (aaaaaaaaaa) and pushed, with the wish for a merge request.',
    );
    expect(await render(joined, 'markdown')).toContain('| The branch v4-&lt;b&gt; was made (aaaaaaaaaa) and pushed,');
  });

  it('has a name for every field and region', async () => {
    const page = await toPage(makeHostileDocument());
    for (const field of findAll(page, 'select, input')) expect(field.closest('label')?.textContent.trim()).not.toBe('');
    for (const region of findAll(page, 'form, [role="region"]'))
      expect(region.getAttribute('aria-label')).not.toBeNull();
    expect(page.querySelector('html')?.getAttribute('lang')).toBe('en');
  });
});

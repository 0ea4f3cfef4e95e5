import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { toDocument } from '../../src/reporters/document.js';
import type { ReportDocument } from '../../src/reporters/document.js';
import { render } from '../../src/reporters/formats.js';
import { makeFinding, makeResult } from '../migration/sample.js';
import { findAll, readHtml } from './dom.js';
import type { Element } from './dom.js';
import { hostileFile, hostileRequest, makeFineDocument, makeHostileDocument } from './hostile.js';
import { escapeControls } from '../../src/reporters/escape.js';

/** As GitHub and GitLab show it, but for what they take out. */
async function toDom(document: ReportDocument): Promise<Element> {
  const markdown = await render(document, 'markdown');
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  return readHtml(html);
}

describe('markdown', () => {
  it('is a sentence if nothing is open', async () => {
    const dom = await toDom(makeFineDocument());
    expect(dom.querySelector('body')?.textContent).toContain(
      'Nothing to do was found in 3 files with 2 GitLab requests.',
    );
    expect(dom.querySelector('details')).toBeNull();
  });

  it('makes no markup of names, requests and texts', async () => {
    const dom = await toDom(makeHostileDocument());
    expect(findAll(dom, 'script, img, b, em, strong').map(({ nodeName }) => nodeName)).toEqual([]);
    const links = findAll(dom, 'a').map((link) => link.getAttribute('href'));
    expect(new Set(links)).toEqual(new Set(['https://docs.example.com/branch-parameter']));
  });

  it('calls nobody, and refers to nothing', async () => {
    const markdown = await render(makeHostileDocument(), 'markdown');
    const words = markdown.replace(/(`+)[^`](?:.*?[^`])?\1(?!`)/g, '');
    expect(words).not.toMatch(/@\w|(?<![\\&])[#!~]\d/);
    expect(words).toContain('@<!-- -->all');
  });

  it('keeps the cells of tables what they are', async () => {
    const dom = await toDom(makeHostileDocument());
    for (const row of findAll(dom, 'tr')) {
      const table = row.closest('table');
      expect(row.children).toHaveLength(table === null ? 0 : findAll(table, 'th').length);
    }
    const codes = findAll(dom, 'td code').map(({ textContent }) => textContent);
    expect(codes).toContain(escapeControls(hostileRequest));
    expect(codes).toContain(`${escapeControls(hostileFile)}:3`);
  });

  it('says first what a person must decide, and folds the rest', async () => {
    const dom = await toDom(makeHostileDocument());
    const heads = findAll(dom, 'h2, h3, summary').map(({ textContent }) => textContent);
    expect(heads).toEqual([
      'v4ward: GitLab API v3 to v4',
      'Errors',
      'For a person to decide',
      'The ledger: what became of each change (1)',
      'With a safe fix: v4ward migrate --write (1)',
      'With a fix that rests on an assumption: v4ward migrate --write --suggestions (1)',
      'Unresolved: nobody but a person can tell (1)',
      'Possible, if the service is GitLab (1)',
    ]);
  });

  it('is no longer than a comment may be on GitHub, and says what it leaves out', async () => {
    const findings = Array.from({ length: 2000 }, (_, index) =>
      makeFinding({
        certainty: index % 2 === 0 ? 'manual' : 'safe',
        place: { file: `src/${String(index)}.js`, start: 0, end: 1 },
      }),
    );
    const document = toDocument({ result: makeResult({ findings }), text: () => 'x', done: null });
    const markdown = await render(document, 'markdown');
    const shown = markdown.match(/^- `src/gm)?.length ?? 0;
    expect(markdown.length).toBeLessThanOrEqual(65_536);
    expect(markdown.length).toBeGreaterThan(60_000);
    const rows = markdown.match(/^\| `src/gm)?.length ?? 0;
    expect(markdown).toContain(`… and ${String(2000 - shown - rows)} more lines, which a comment has no room for.`);
    expect(markdown.split('<details>').length).toBe(markdown.split('</details>').length);
  });
});

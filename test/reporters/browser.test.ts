/** The page in a real browser: Chromium, where there is one. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDocument } from '../../src/reporters/document.js';
import { render } from '../../src/reporters/formats.js';
import { joinRepositories } from '../../src/reporters/merge.js';
import { makeFinding, makeResult } from '../migration/sample.js';
import { makeHostileDocument } from './hostile.js';

const places = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = places.find((path) => path !== undefined && existsSync(path));

const quiet = toDocument({
  result: makeResult({ findings: [makeFinding({ place: { file: 'src/stars.js', start: 0, end: 1 } })] }),
  text: () => 'stars();\n',
  done: null,
});

const document = joinRepositories([
  { name: 'bot', document: makeHostileDocument() },
  { name: 'web', document: quiet },
]);

describe.skipIf(executablePath === undefined)(
  executablePath === undefined ? 'the page in a browser (skipped: no Chromium here)' : 'the page in a browser',
  { timeout: 60_000 },
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'v4ward-browser-'));
    const complaints: string[] = [];
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      writeFileSync(join(directory, 'report.html'), await render(document, 'html'));
      browser = await puppeteer.launch({
        executablePath: executablePath ?? '',
        args: ['--no-sandbox', '--disable-gpu'],
        userDataDir: join(directory, 'profile'),
      });
      page = await browser.newPage();
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('request', (request) => complaints.push(...(request.url().startsWith('file:') ? [] : [request.url()])));
      await page.goto(pathToFileURL(join(directory, 'report.html')).href);
    }, 60_000);

    afterAll(async () => {
      await browser.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    });

    const evaluate = (expression: string): Promise<unknown> => page.evaluate(expression);
    const shown = (): Promise<unknown> =>
      evaluate("[...document.querySelectorAll('article')].filter((article) => article.checkVisibility()).length");
    const status = (): Promise<unknown> => evaluate("document.querySelector('output').value");

    it('shows all, with the filters, and says so', async () => {
      expect(await evaluate("document.querySelector('form').hidden")).toBe(false);
      expect([await shown(), await status()]).toEqual([10, 'All 10 shown']);
    });

    it('filters by change, certainty, repository and text, and all of these together', async () => {
      await page.select('select[name="repository"]', 'web');
      expect([await shown(), await status()]).toEqual([1, '1 of 10 shown']);
      await page.select('select[name="repository"]', '');
      await page.select('select[name="change"]', 'house-row');
      expect(await shown()).toBe(1);
      await page.select('select[name="state"]', 'safe');
      expect(await shown()).toBe(0);
      await page.click('button[type="reset"]');
      await page.waitForFunction("document.querySelector('output').value === 'All 10 shown'");
      await page.select('select[name="state"]', 'baselined');
      expect(await shown()).toBe(2);
      expect(
        await evaluate(
          "[...document.querySelectorAll('h2')].filter((head) => head.checkVisibility()).map((head) => head.textContent)",
        ),
      ).toEqual(['Errors', 'By repository', 'By change', 'In the baseline', 'Comments and baseline']);
      await page.click('button[type="reset"]');
    });

    it('can be used with the keyboard alone', async () => {
      await page.keyboard.press('/');
      expect(await evaluate('document.activeElement.name')).toBe('text');
      await page.keyboard.type('STARS.js');
      expect([await shown(), await status()]).toEqual([1, '1 of 10 shown']);
      await page.keyboard.press('Enter');
      expect(await evaluate('location.search')).toBe('');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForFunction("document.querySelector('output').value === 'All 10 shown'");
    });

    it('is light and dark, as the reader has it', async () => {
      const background = async (value: string): Promise<unknown> => {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        return evaluate('getComputedStyle(document.body).backgroundColor');
      };
      expect([await background('light'), await background('dark')]).toEqual(['rgb(255, 255, 255)', 'rgb(18, 21, 27)']);
    });

    it('can be read without scripts', async () => {
      const other = await browser.newPage();
      await other.setJavaScriptEnabled(false);
      await other.goto(pathToFileURL(join(directory, 'report.html')).href);
      const tree = await other.accessibility.snapshot();
      expect(JSON.stringify(tree)).toContain('Findings');
      expect(JSON.stringify(tree)).not.toContain('Show all');
      await other.close();
    });

    it('asked the network for nothing, and broke no rule of its own', () => {
      expect(complaints).toEqual([]);
    });
  },
);

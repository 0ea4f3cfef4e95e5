/** Runs one script of a page, given as JSON in the environment, after the libraries that it needs. */
import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';

const { file, call, libraries } = JSON.parse(process.env.PROGRAM);
const { window } = new JSDOM('<!doctype html><title>page</title>', {
  url: 'https://page.example/',
  runScripts: 'outside-only',
  pretendToBeVisual: true,
});
for (const each of [...libraries, file]) window.eval(readFileSync(each, 'utf8'));
if (call !== undefined) await window.eval(call);
window.close();

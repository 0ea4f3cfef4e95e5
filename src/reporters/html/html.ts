/**
 * One page for whoever follows a migration: how far it is, by change and by repository, and every finding with the code
 * before and after. It stands for itself: it loads nothing, and what it says can be read without scripts.
 */
import { createHash } from 'node:crypto';
import { version } from '../../version.js';
import type { ReportDocument } from '../document.js';
import { describeRun, describeSummary } from '../summary.js';
import { printItem, toItems } from './items.js';
import type { Item } from './items.js';
import { markup, Markup, toProse } from './markup.js';
import { printProgress } from './progress.js';
import { script } from './script.js';
import { style } from './style.js';

export function reportHtml(document: ReportDocument): string {
  const items = toItems(document);
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>v4ward: GitLab API v3 to v4</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#list">Skip to the findings</a>
<header>
<h1>GitLab API v3 to v4</h1>
<p>${describe(document)}</p>
${printTiles(document)}
</header>
<main>
${printErrors(document)}${printProgress(document)}
<div id="list">
${printForm(items, document)}
${groups.map((group) => printGroup(group, items))}
${printNotices(document)}
</div>
</main>
<footer><p>Made by v4ward ${version}. <code>v4ward explain &lt;change&gt;</code> tells all about a change.</p></footer>
<script type="application/json" id="data">${new Markup(toData(items))}</script>
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return page.text;
}

/** Nothing is loaded from anywhere, and no script or style runs but those of the page. */
const policy = [
  "default-src 'none'",
  `style-src '${hash(style)}'`,
  `script-src '${hash(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function describe({ summary, run }: ReportDocument): Markup[] {
  return toProse(
    run === undefined ? describeSummary(summary) : `${describeSummary(summary)} ${describeRun(run, summary)}`,
  );
}

const tiles = ['safe', 'suggestion', 'manual', 'unresolved', 'possible', 'baselined', 'errors', 'fixed'] as const;

function printTiles({ summary }: ReportDocument): Markup {
  const shown = tiles.flatMap((name) => {
    const count = summary[name];
    return count === undefined ? [] : [markup`<li class="${count === 0 ? 'zero' : name}"><b>${count}</b>${name}</li>`];
  });
  return markup`<ul class="tiles">${shown}</ul>`;
}

function printErrors({ errors }: ReportDocument): Markup | string {
  if (errors.length === 0) return '';
  const lines = errors.map(({ file, message }) => markup`<li><code>${file}</code> ${toProse(message)}</li>`);
  return markup`<section><h2 class="manual">Errors</h2><ul class="plain">${lines}</ul></section>\n`;
}

function printNotices({ notices }: ReportDocument): Markup | string {
  if (notices.length === 0) return '';
  const lines = notices.map(
    ({ file, line, message }) => markup`<li><code>${file}:${line}</code> ${toProse(message)}</li>`,
  );
  return markup`<section><h2>Comments and baseline</h2><ul class="plain">${lines}</ul></section>`;
}

/** The filters appear where scripts run. */
function printForm(items: readonly Item[], { repositories = [] }: ReportDocument): Markup {
  const changes = toOptions(items.map(({ change }) => change));
  const states = groups.flatMap((group) => group.states.filter((name) => items.some(({ state }) => state === name)));
  const names = repositories.map(({ name }) => name);
  return markup`<form hidden aria-label="Filters">
${printSelect('change', 'Change', changes)}${printSelect('state', 'Certainty', states)}${names.length === 0 ? '' : printSelect('repository', 'Repository', names)}
<label>Text <input type="search" name="text" placeholder="file, request, words" aria-keyshortcuts="/"></label>
<button type="reset">Show all</button>
<output aria-live="polite"></output>
</form>`;
}

function toOptions(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function printSelect(name: string, label: string, values: readonly string[]): Markup {
  const options = values.map((value) => markup`<option>${value}</option>`);
  return markup`<label>${label} <select name="${name}"><option value="">all</option>${options}</select></label>\n`;
}

interface Group {
  readonly title: string;
  readonly states: readonly Item['state'][];
}

const groups: readonly Group[] = [
  { title: 'Findings', states: ['safe', 'suggestion', 'manual'] },
  { title: 'Unresolved: nobody but a person can tell', states: ['unresolved'] },
  { title: 'Possible, if the service is GitLab', states: ['possible'] },
  { title: 'Guarded by a test of the version', states: ['guarded'] },
  { title: 'Acknowledged by a comment', states: ['acknowledged'] },
  { title: 'In the baseline', states: ['baselined'] },
];

function printGroup({ title, states }: Group, items: readonly Item[]): Markup {
  const own = items.filter(({ state }) => states.includes(state));
  if (own.length === 0) return markup``;
  return markup`<section><h2>${title}</h2>\n${own.map(printItem)}</section>\n`;
}

/** In a script, no text ends the element, and none is a line end of JavaScript before ES2019. */
function toData(items: readonly Item[]): string {
  const data = items.map(({ change, state, repository }) => ({ change, state, repository }));
  return JSON.stringify(data)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

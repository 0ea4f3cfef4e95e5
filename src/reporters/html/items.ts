import type { Certainty } from '../../catalogue/change.js';
import type { DocumentFinding, DocumentUnresolved, Range, ReportDocument } from '../document.js';
import type { Excerpt } from '../excerpt.js';
import { toHunks, toMarkedLines } from './hunks.js';
import type { Hunk, NumberedLine, Row } from './hunks.js';
import { empty, markup, toAnchor, toProse } from './markup.js';
import type { Markup } from './markup.js';

/** What the page lists and its filters know. */
export interface Item {
  readonly change: string;
  readonly state: Certainty | 'unresolved' | 'possible' | 'guarded' | 'acknowledged' | 'baselined';
  /** Empty if there is only one. */
  readonly repository: string;
  readonly found: DocumentFinding | DocumentUnresolved;
}

/** In the order of the page. */
export function toItems(document: ReportDocument): Item[] {
  const { findings, unresolved, possible, guarded, acknowledged, baselined, baselinedUnresolved } = document;
  const names = (document.repositories ?? []).map(({ name }) => name);
  const toItem =
    (state: Item['state'] | null) =>
    (found: Item['found']): Item => ({
      change: 'change' in found ? found.change : 'unresolved',
      state: state ?? ('certainty' in found ? found.certainty : 'unresolved'),
      repository: findRepository(found.file, names),
      found,
    });
  return [
    ...findings.map(toItem(null)),
    ...unresolved.map(toItem('unresolved')),
    ...possible.map(toItem('possible')),
    ...guarded.map(toItem('guarded')),
    ...acknowledged.map(toItem('acknowledged')),
    ...[...baselined, ...baselinedUnresolved].map(toItem('baselined')),
  ];
}

/** Files begin with their repository's name; names may begin with one another. */
function findRepository(file: string, names: readonly string[]): string {
  const own = names.filter((name) => file === name || file.startsWith(`${name}/`));
  return own.sort((one, other) => other.length - one.length)[0] ?? '';
}

export function printItem({ found, state }: Item): Markup {
  return 'change' in found ? printFinding(found, state) : printUnresolved(found, state);
}

function printFinding(finding: DocumentFinding, state: Item['state']): Markup {
  const { change, page, says, heldBy = [], symbol } = finding;
  const held = heldBy.map((each) => markup`<li><code>${each}</code></li>`);
  return markup`<article>
<header><h3 class="code">${toAddress(finding)}</h3>${printState(state)}<span>${toAnchor(page, change)}</span>${symbol === null ? '' : markup`<span class="quiet">in <code>${symbol}</code></span>`}</header>
<p>${toProse(says)}</p>
${printRequests(finding)}${held.length === 0 ? '' : markup`<p>Held back by:</p><ul>${held}</ul>`}${printCode(finding)}
</article>
`;
}

function printUnresolved(unresolved: DocumentUnresolved, state: Item['state']): Markup {
  const { reason, excerpt, line, column, symbol } = unresolved;
  const place = { line, column, endLine: line, endColumn: Number.MAX_SAFE_INTEGER };
  return markup`<article>
<header><h3 class="code">${toAddress(unresolved)}</h3>${printState(state)}${symbol === null ? '' : markup`<span class="quiet">in <code>${symbol}</code></span>`}</header>
<p>${toProse(reason)}</p>
${excerpt === null ? '' : printLines(excerpt, place, unresolved.file)}
</article>
`;
}

function toAddress({ file, line, column }: { file: string; line: number; column: number }): string {
  return `${file}:${String(line)}:${String(column)}`;
}

const loud: readonly string[] = ['safe', 'suggestion', 'manual'];

function printState(state: Item['state']): Markup {
  return markup`<span class="state ${loud.includes(state) ? state : 'aside'}">${state}</span>`;
}

function printRequests({ request, replacement }: DocumentFinding): Markup {
  if (request === null) return empty;
  const v4 = replacement === null ? empty : markup`<dt>v4</dt><dd><code>${replacement}</code></dd>`;
  return markup`<dl><dt>v3</dt><dd><code>${request}</code></dd>${v4}</dl>\n`;
}

function printRest(count: number): Markup {
  return markup`<p class="quiet">and ${count} more places</p>\n`;
}

/** The code before and after; where nothing can be done about it, the place. */
function printCode(finding: DocumentFinding): Markup | readonly Markup[] {
  const hunks = toHunks(finding).map(printHunk);
  if (hunks.length === 0) return finding.excerpt === null ? empty : printLines(finding.excerpt, finding, finding.file);
  const rest = finding.edits.filter(({ excerpt }) => excerpt === null).length;
  return rest === 0 ? hunks : [...hunks, printRest(rest)];
}

function printHunk({ file, rows }: Hunk): Markup {
  return markup`<table class="lines code"><caption>${file}</caption>
<thead><tr><th scope="col" class="number"><span class="unseen">Line</span></th><th scope="col">Before</th><th scope="col" class="number"><span class="unseen">Line</span></th><th scope="col">After</th></tr></thead>
<tbody>${rows.map(printRow)}</tbody></table>
`;
}

function printRow({ before, after }: Row): Markup {
  const isChanged = [before, after].some((line) => line === null || line.segments.some(({ changed }) => changed));
  return markup`<tr>${printSide(before, isChanged ? 'taken' : '')}${printSide(after, isChanged ? 'put' : '')}</tr>\n`;
}

function printSide(line: NumberedLine | null, side: '' | 'taken' | 'put'): Markup {
  if (line === null) return markup`<td class="number"></td><td></td>`;
  const segments = line.segments.map(({ text, changed }) => {
    if (!changed) return markup`${text}`;
    return side === 'taken' ? markup`<del>${text}</del>` : markup`<ins>${text}</ins>`;
  });
  return markup`<td class="number">${line.number}</td><td class="${side}">${segments}</td>`;
}

function printLines(excerpt: Excerpt, place: Range, file: string): Markup {
  const rows = toMarkedLines(excerpt, place).map(
    ({ number, segments }) =>
      markup`<tr><td class="number">${number}</td><td>${segments.map(({ text, changed }) => (changed ? markup`<mark>${text}</mark>` : markup`${text}`))}</td></tr>\n`,
  );
  return markup`<table class="lines code"><caption>${file}</caption><tbody>${rows}</tbody></table>\n`;
}

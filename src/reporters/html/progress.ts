import type { DocumentLedger, DocumentLedgerEntry, DocumentRepository, ReportDocument } from '../document.js';
import type { LedgerState } from '../../migration/ledger.js';
import { countOf, isFound, states } from '../ledger.js';
import { describeBranch } from '../repositories.js';
import { counted } from '../summary.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';

/** What is done about a change, or need not be. The rest is open; so is what a baseline lets pass. */
const settled = ['fixed', 'guarded', 'acknowledged', 'fine'] as const;

/** How far each repository and each change is: what is settled, of all that there is to settle. */
export function printProgress({ ledger, repositories = [] }: ReportDocument): Markup {
  const rows = Object.entries(ledger).map(([change, entry]) => ({ name: change, entry }));
  if (rows.length === 0) return markup``;
  const [found, others] = [rows.filter(({ entry }) => isFound(entry)), rows.filter(({ entry }) => !isFound(entry))];
  return markup`${repositories.length === 0 ? '' : printRepositories(repositories)}<section><h2>By change</h2>
${found.length === 0 ? '' : printTable('Change', found)}${printOthers(others)}</section>
`;
}

function printOthers(rows: readonly Line[]): Markup {
  if (rows.length === 0) return markup``;
  const open = rows.filter(({ entry }) => entry.unresolved > 0).length;
  const summary = `${counted(rows.length, 'other change')}: ${String(rows.length - open)} fine, ${String(open)} that unresolved requests may need`;
  return markup`<details><summary>${summary}</summary>
${printTable('Other change', rows)}</details>`;
}

function printRepositories(repositories: readonly DocumentRepository[]): Markup {
  const rows = repositories.map(({ name, ledger }) => ({ name, entry: addUp(ledger) }));
  return markup`<section><h2>By repository</h2>
${printTable('Repository', rows)}${printBranches(repositories)}</section>
`;
}

function printBranches(repositories: readonly DocumentRepository[]): Markup {
  const lines = repositories.flatMap(({ name, branch }) =>
    branch === undefined ? [] : [markup`<li><code>${name}</code> ${describeBranch(branch)}</li>`],
  );
  return lines.length === 0 ? markup`` : markup`<ul class="plain">${lines}</ul>`;
}

function addUp(ledger: DocumentLedger): DocumentLedgerEntry {
  const all = Object.values(ledger);
  const count = (state: LedgerState): number => all.reduce((sum, entry) => sum + countOf(entry, state), 0);
  return Object.fromEntries(states.map((state) => [state, count(state)])) as unknown as DocumentLedgerEntry;
}

interface Line {
  readonly name: string;
  readonly entry: DocumentLedgerEntry;
}

function printTable(what: string, lines: readonly Line[]): Markup {
  const columns = states.filter((state) => lines.some(({ entry }) => countOf(entry, state) > 0));
  return markup`<div class="wide" tabindex="0" role="region" aria-label="Progress by ${what.toLowerCase()}"><table class="counts">
<thead><tr><th scope="col">${what}</th><th scope="col" class="bar">Settled</th>${columns.map((state) => markup`<th scope="col">${state}</th>`)}</tr></thead>
<tbody>${lines.map((line) => printLine(line, columns))}</tbody></table></div>`;
}

function printLine({ name, entry }: Line, columns: readonly LedgerState[]): Markup {
  const add = (own: readonly LedgerState[]): number => own.reduce((sum, state) => sum + countOf(entry, state), 0);
  const cells = columns.map((state) => {
    const count = countOf(entry, state);
    return markup`<td class="${count === 0 ? 'zero' : ''}">${count}</td>`;
  });
  return markup`<tr><th scope="row">${name}</th><td class="bar">${printBar(name, add(settled), add(states))}</td>${cells}</tr>\n`;
}

function printBar(name: string, done: number, all: number): Markup {
  if (all === 0) return markup`nothing found`;
  return markup`<progress max="${all}" value="${done}" aria-label="${name}: ${done} of ${all} settled"></progress>${done} of ${all}`;
}

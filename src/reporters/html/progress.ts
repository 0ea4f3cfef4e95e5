import type { DocumentLedger, DocumentLedgerEntry, DocumentRepository, ReportDocument } from '../document.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';

const open = ['fixable', 'suggestion', 'manual', 'unresolved'] as const;
const settled = ['fixed', 'guarded', 'acknowledged', 'fine'] as const;
const states = [...open, ...settled];

type State = (typeof states)[number];
type Counts = Readonly<Record<State, number>>;

/** How far each repository and each change is: what is settled, of all that there is to settle. */
export function printProgress({ ledger, repositories = [] }: ReportDocument): Markup {
  const rows = Object.entries(ledger).map(([change, entry]) => ({ name: change, counts: toCounts([entry]) }));
  if (rows.length === 0) return markup``;
  return markup`${repositories.length === 0 ? '' : printRepositories(repositories)}<section><h2>By change</h2>
${printTable('Change', rows)}</section>
`;
}

function printRepositories(repositories: readonly DocumentRepository[]): Markup {
  const rows = repositories.map(({ name, ledger }) => ({ name, counts: countAll(ledger) }));
  return markup`<section><h2>By repository</h2>
${printTable('Repository', rows)}</section>
`;
}

function countAll(ledger: DocumentLedger): Counts {
  return toCounts(Object.values(ledger));
}

function toCounts(entries: readonly DocumentLedgerEntry[]): Counts {
  const count = (state: State): number => entries.reduce((sum, entry) => sum + (entry[state] ?? 0), 0);
  return Object.fromEntries(states.map((state) => [state, count(state)])) as Counts;
}

interface Line {
  readonly name: string;
  readonly counts: Counts;
}

function printTable(what: string, lines: readonly Line[]): Markup {
  const columns = states.filter((state) => lines.some(({ counts }) => counts[state] > 0));
  return markup`<div class="wide" tabindex="0" role="region" aria-label="Progress by ${what.toLowerCase()}"><table class="counts">
<thead><tr><th scope="col">${what}</th><th scope="col" class="bar">Settled</th>${columns.map((state) => markup`<th scope="col">${state}</th>`)}</tr></thead>
<tbody>${lines.map((line) => printLine(line, columns))}</tbody></table></div>`;
}

function printLine({ name, counts }: Line, columns: readonly State[]): Markup {
  const done = settled.reduce((sum, state) => sum + counts[state], 0);
  const all = open.reduce((sum, state) => sum + counts[state], done);
  const cells = columns.map((state) => markup`<td class="${counts[state] === 0 ? 'zero' : ''}">${counts[state]}</td>`);
  return markup`<tr><th scope="row">${name}</th><td class="bar">${printBar(name, done, all)}</td>${cells}</tr>\n`;
}

function printBar(name: string, done: number, all: number): Markup {
  if (all === 0) return markup`nothing found`;
  return markup`<progress max="${all}" value="${done}" aria-label="${name}: ${done} of ${all} settled"></progress>${done} of ${all}`;
}

import type { Change, RuleName } from '../../src/catalogue/change.js';
import { toSection } from './change-section.js';
import { toTable } from './changes-table.js';
import type { Example } from './examples.js';
import { replacePart } from './markers.js';

/** A page that holds a generated part. */
export interface Page {
  /** Its file, from the package's root. */
  readonly file: string;
  readonly part: string;
  /** What belongs between the markers. */
  readonly text: string;
}

/** The pages of the rules that rows name, and the list of all changes. */
export function toPages(rows: readonly Change[], examplesOf: (row: Change) => Example[]): Page[] {
  const rules = [...new Set(rows.map(({ rule }) => rule))];
  return [...rules.map((rule) => toRulePage(rule, rows, examplesOf)), toList(rows)];
}

function toRulePage(name: RuleName, rows: readonly Change[], examplesOf: (row: Change) => Example[]): Page {
  const own = rows.filter(({ rule }) => rule === name);
  const sections = own.map((row) => toSection(row, examplesOf(row)));
  const table = toTable(own, ({ id }) => `#${id}`);
  return { file: `docs/rules/${name}.md`, part: 'changes', text: [table, ...sections].join('\n\n') };
}

function toList(rows: readonly Change[]): Page {
  return { file: 'docs/changes.md', part: 'changes', text: toTable(rows, ({ rule, id }) => `rules/${rule}.md#${id}`) };
}

/** The page's text with its generated part as it should be. */
export function regenerate(text: string, page: Page): string {
  return replacePart(text, page.part, page.text);
}

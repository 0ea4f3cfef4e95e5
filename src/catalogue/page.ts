import { version } from '../version.js';
import type { Change, RuleName } from './change.js';
import { getChange } from './index.js';

/** The address of a rule's page, as it is published with this version. The package has no other home on the web. */
export function pageOfRule(rule: RuleName): string {
  return `https://unpkg.com/v4ward@${version}/docs/rules/${rule}.md`;
}

/**
 * The address of what there is to read about a change: its section on its rule's page. A row of a project's own
 * `catalogues` has no section, so it leads to the page.
 */
export function pageOf({ rule, id }: Pick<Change, 'rule' | 'id'>): string {
  const page = pageOfRule(rule);
  return getChange(id) === null ? page : `${page}#${id}`;
}

/** The address of the page about v4ward itself. */
export const pageOfProject = `https://unpkg.com/v4ward@${version}/README.md`;

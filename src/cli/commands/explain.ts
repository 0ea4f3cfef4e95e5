import { ruleDescriptions, ruleNames } from '../../catalogue/change.js';
import type { Change, RuleName } from '../../catalogue/change.js';
import { pageOf, pageOfRule } from '../../catalogue/page.js';
import { suggestName } from '../../configuration/spelling.js';
import { toJson } from '../../reporters/escape.js';
import type { ExplainArguments } from '../arguments.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import { describeRow, describeRule } from '../explanation.js';
import { toWidth } from '../layout.js';
import { loadRows } from '../rows.js';
import { terminal } from '../terminal.js';

/**
 * Prints all that a row says, or what a rule finds.
 *
 * @throws {UsageError} if there is neither
 */
export function explain({ change, config, json }: ExplainArguments): number {
  const rows = loadRows(config);
  const name = change.replace(/^v4ward\//, '');
  const rule = ruleNames.find((one) => one === name);
  const row = rows.find(({ id }) => id === name);
  if (rule !== undefined) explainRule(rule, rows, json);
  else if (row !== undefined) explainRow(row, json);
  else throw new UsageError(describeUnknown(change, rows));
  return exitCodes.fine;
}

function describeUnknown(name: string, rows: readonly Change[]): string {
  const known = [...rows.map(({ id }) => id), ...ruleNames];
  return `There is no change or rule "${name}".${suggestName(name, known)} \`v4ward catalogue\` lists them.`;
}

function explainRow(row: Change, json: boolean): void {
  print(json ? { ...row, page: pageOf(row) } : describeRow(row, toWidth(process.stdout.columns)));
}

function explainRule(rule: RuleName, rows: readonly Change[], json: boolean): void {
  const own = rows.filter((row) => row.rule === rule);
  const description = ruleDescriptions[rule];
  const changes = own.map(({ id }) => id);
  const content = { rule, description, page: pageOfRule(rule), changes };
  print(json ? content : describeRule(rule, own, toWidth(process.stdout.columns)));
}

function print(content: string | object): void {
  terminal.data(typeof content === 'string' ? content : `${toJson(content, 2)}\n`);
}

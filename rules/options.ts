import type { Rule } from 'eslint';
import type { RuleName } from '../src/catalogue/change.js';
import { withRows } from '../src/catalogue/index.js';
import type { Configuration } from '../src/configuration/configuration.js';
import { suggestName } from '../src/configuration/spelling.js';
import { rowsOf } from './messages.js';

/** The options of every rule. */
export interface Options {
  /** Ids of rows. */
  readonly ignore: readonly string[];
}

export const defaultOptions: Options = { ignore: [] };

/** The rows are listed for whoever writes the options; that a text is one of them is for `checkIgnored` to tell. */
export function schemaOf(name: RuleName): NonNullable<Rule.RuleMetaData['schema']> {
  return [
    {
      type: 'object',
      description: 'What the rule leaves out.',
      additionalProperties: false,
      properties: {
        ignore: {
          type: 'array',
          description: 'Changes that this rule does not report, by the id of their row in the catalogue.',
          uniqueItems: true,
          items: {
            description: 'The id of a row of this rule, or of one of your own `catalogues`.',
            anyOf: [{ type: 'string', enum: rowsOf(name).map(({ id }) => id) }, { type: 'string' }],
          },
        },
      },
    },
  ];
}

/**
 * JSON Schema knows neither the rows of a project's own catalogues nor what somebody meant.
 *
 * @throws {Error} that names the option, what stands there and what is expected
 */
export function checkIgnored(name: RuleName, ignore: readonly string[], { catalogues }: Configuration): void {
  const rows = withRows(catalogues);
  const known = rowsOf(name, rows).map(({ id }) => id);
  const index = ignore.findIndex((id) => !known.includes(id));
  const id = ignore[index];
  if (id === undefined) return;
  const rule = rows.find((row) => row.id === id)?.rule;
  const is = rule === undefined ? 'no change' : `a change that v4ward/${rule} reports`;
  const hint = (rule === undefined ? suggestName(id, known) : '') || ` Expected one of ${known.join(', ')}.`;
  throw new Error(`The option "ignore[${String(index)}]" of v4ward/${name} is "${id}", which is ${is}.${hint}`);
}

import type { Change, Certainty } from '../../catalogue/change.js';
import { suggestName } from '../../configuration/spelling.js';
import type { ExplainArguments } from '../arguments.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import { loadRows } from '../rows.js';
import { terminal } from '../terminal.js';

/**
 * Prints all that a row says.
 *
 * @throws {UsageError} if there is no such row
 */
export function explain({ change, config }: ExplainArguments): number {
  const rows = loadRows(config);
  const row = rows.find(({ id }) => id === change);
  if (row === undefined)
    throw new UsageError(
      `There is no change "${change}".${suggestName(
        change,
        rows.map(({ id }) => id),
      )} \`v4ward catalogue\` lists them.`,
    );
  terminal.data(describeRow(row));
  return exitCodes.fine;
}

const fixes: Readonly<Record<Certainty, string>> = {
  safe: 'fixed by `v4ward migrate --write`, where everything about the request is in sight',
  suggestion: 'offered as a suggestion, since it rests on an assumption: `v4ward migrate --write --suggestions`',
  manual: 'reported only: a person must decide',
};

function describeRow({ id, release, rule, certainty, says, because, source, message, example }: Change): string {
  return [
    `${id} (GitLab ${release})`,
    '',
    `  ${says}`,
    `  ${because}`,
    '',
    `Before   ${example.before}`,
    `After    ${example.after ?? 'nothing: v4 has no such request'}`,
    `To do    ${message}`,
    `Source   ${source}`,
    `Found    by the ESLint rule v4ward/${rule}, and \`v4ward check --only ${id}\``,
    `Fixed    ${certainty}: ${fixes[certainty]}`,
    '',
  ].join('\n');
}

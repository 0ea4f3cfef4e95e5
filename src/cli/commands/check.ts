import { check as checkFiles } from '../../../codemods/index.js';
import type { CheckArguments } from '../arguments.js';
import { toExitCode } from '../outcome.js';
import { parseFileReports, printProblems, refuseEmpty, toReporter, writeFileReports } from '../output.js';
import { describeSummary, summarize } from '../../reporters/summary.js';
import { terminal } from '../terminal.js';
import { toCheckOptions } from '../selection.js';

/** Reports what is to do. */
export async function check(args: CheckArguments): Promise<number> {
  const fileReports = parseFileReports(args.report);
  const format = args.format ?? 'text';
  const { result, text } = await checkFiles('.', toCheckOptions(args));
  refuseEmpty(result, args.paths);
  const report = { result, text, done: null };
  writeFileReports(fileReports, report);
  process.exitCode = toExitCode(result, args.failOn);
  terminal.data(toReporter(format)(report));
  if (format !== 'text') printProblems(result, text);
  if (format !== 'text' && !args.quiet) terminal.people(`${describeSummary(summarize(result))}\n`);
  return toExitCode(result, args.failOn);
}

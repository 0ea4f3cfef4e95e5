import { check as checkFiles } from '../../../codemods/index.js';
import { toDocument } from '../../reporters/document.js';
import { describeSummary } from '../../reporters/summary.js';
import type { CheckArguments } from '../arguments.js';
import { toExitCode } from '../outcome.js';
import { openFileReports, parseFormat, printProblems, printReport, refuseEmpty, writeFileReports } from '../output.js';
import { toCheckOptions } from '../selection.js';
import { terminal } from '../terminal.js';

/** Reports what is to do. */
export async function check(args: CheckArguments): Promise<number> {
  const format = parseFormat(args.format ?? 'text');
  const fileReports = openFileReports(args.report);
  const { result, text } = await checkFiles('.', toCheckOptions(args));
  refuseEmpty(result, args.paths);
  const document = toDocument({ result, text, done: null });
  await writeFileReports(fileReports, document);
  process.exitCode = toExitCode(result, args.failOn);
  await printReport(document, format);
  if (format !== 'text') printProblems(document);
  if (format !== 'text' && !args.quiet) terminal.people(`${describeSummary(document.summary)}\n`);
  return toExitCode(result, args.failOn);
}

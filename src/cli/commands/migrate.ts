import { migrate as migrateFiles } from '../../../codemods/index.js';
import type { Migrated } from '../../../codemods/index.js';
import { toDocument } from '../../reporters/document.js';
import type { ReportDocument } from '../../reporters/document.js';
import { reportDiff, showDiff } from '../../reporters/diff.js';
import type { FormatName } from '../../reporters/formats.js';
import type { Report } from '../../reporters/report.js';
import { counted, describeSummary } from '../../reporters/summary.js';
import type { MigrateArguments } from '../arguments.js';
import { isForEyes, toPaint } from '../colors.js';
import { toExitCode } from '../outcome.js';
import { openFileReports, parseFormat, printProblems, printReport, refuseEmpty, writeFileReports } from '../output.js';
import { toCheckOptions } from '../selection.js';
import { terminal } from '../terminal.js';

/** Prints the fixes as a diff, or writes them and reports what is still open. */
export async function migrate(args: MigrateArguments): Promise<number> {
  const format = parseFormat(args.format ?? 'text');
  const fileReports = openFileReports(args.report);
  const { write, suggestions, partial, todo, allowDirty } = args;
  const migrated = await migrateFiles('.', { ...toCheckOptions(args), write, suggestions, partial, todo, allowDirty });
  const report = toReport(migrated, write);
  refuseEmpty(report.result, args.paths);
  const document = toDocument(report);
  await writeFileReports(fileReports, document);
  process.exitCode = toExitCode(report.result, args.failOn);
  if (!write && format === 'text') printDiff(migrated, document, args);
  else await print(document, format, args);
  return toExitCode(report.result, args.failOn);
}

/** As long as nothing is written, everything is open. */
function toReport({ before, after, fixed, texts }: Migrated, write: boolean): Report {
  return write ? { ...after, done: { fixed, filesChanged: texts.size } } : { ...before, done: null };
}

/** What comments say is said of the files as they are, since nothing was written. */
function printDiff(
  { after, fixed, texts }: Migrated,
  { notices, summary }: ReportDocument,
  { quiet }: MigrateArguments,
): void {
  terminal.data(isForEyes(process.stdout) ? showDiff(texts, toPaint(process.stdout)) : reportDiff(texts));
  printProblems({ notices, errors: after.result.errors });
  if (quiet) return;
  terminal.people(`${describeSummary(summary)}\n`);
  if (summary.findings > 0) terminal.people(`${describeDiff(fixed, texts.size)}\n`);
}

function describeDiff(fixed: number, files: number): string {
  if (fixed === 0 && files > 0)
    return `Comments in ${counted(files, 'file')} shown as a diff; nothing was written. \`v4ward migrate --todo --write\` leaves them.`;
  if (fixed === 0) return 'No fix can be made without you; nothing was written.';
  return `${counted(fixed, 'fix')} in ${counted(files, 'file')} shown as a diff; nothing was written. \`v4ward migrate --write\` applies ${fixed === 1 ? 'it' : 'them'}.`;
}

async function print(document: ReportDocument, format: FormatName, { quiet }: MigrateArguments): Promise<void> {
  await printReport(document, format);
  if (format === 'text') return;
  printProblems(document);
  if (!quiet) terminal.people(`${describeSummary(document.summary)}\n`);
}

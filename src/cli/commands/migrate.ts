import { migrate as migrateFiles } from '../../../codemods/index.js';
import type { Migrated, MigrateOptions } from '../../../codemods/index.js';
import { InterruptedError } from '../../../codemods/write-files.js';
import { toDocument } from '../../reporters/document.js';
import type { ReportDocument } from '../../reporters/document.js';
import { reportDiff, showDiff } from '../../reporters/diff.js';
import { escapeControls } from '../../reporters/escape.js';
import type { FormatName } from '../../reporters/formats.js';
import type { Report } from '../../reporters/report.js';
import { counted, describeSummary } from '../../reporters/summary.js';
import type { MigrateArguments, SharedArguments } from '../arguments.js';
import { isForEyes, toPaint } from '../colors.js';
import { refuseWithoutTerminal, TerminalReviewer } from '../interactive.js';
import { optimizeLate } from '../optimize-late.js';
import { toExitCode } from '../outcome.js';
import { openFileReports, parseFormat, printProblems, printReport, refuseEmpty, writeFileReports } from '../output.js';
import { Progress } from '../progress.js';
import { loadRows } from '../rows.js';
import { toCheckOptions } from '../selection.js';
import { Stopped, StopSignals } from '../stop-signals.js';
import { terminal } from '../terminal.js';
import { undo } from './undo.js';

/** Prints the fixes as a diff, or writes them and reports what is still open; or takes back what was written last. */
export async function migrate(given: MigrateArguments & SharedArguments): Promise<number> {
  if (given.undo) return undo(given);
  optimizeLate();
  const args = given.interactive ? askFor(given) : given;
  const format = parseFormat(args.format ?? 'text');
  const fileReports = openFileReports(args.report);
  const migrated = await perform(args);
  if (migrated instanceof Stopped) return migrated.exitCode;
  const report = toReport(migrated, args.write);
  if (!args.allowEmpty) refuseEmpty(report.result, args.paths);
  const document = toDocument(report);
  await writeFileReports(fileReports, document);
  process.exitCode = toExitCode(report.result, args.failOn);
  if (!args.write && format === 'text') printDiff(migrated, document, args);
  else await print(document, format, args);
  if (args.write && migrated.texts.size > 0 && !args.quiet) terminal.people(`${takeBack}\n`);
  return toExitCode(report.result, args.failOn);
}

const takeBack = '`v4ward migrate --undo` takes it back.';

/** Whoever is asked about each fix can judge what one rests on, and wants what was accepted written. */
function askFor(args: MigrateArguments & SharedArguments): MigrateArguments & SharedArguments {
  refuseWithoutTerminal();
  return { ...args, write: true, suggestions: true };
}

/** From the first file on, a signal is waited for until what belongs together is written. */
async function perform(args: MigrateArguments & SharedArguments): Promise<Migrated | Stopped> {
  const stop = new StopSignals();
  const progress = new Progress(process.stderr, args.quiet);
  const reviewer = args.interactive ? openReviewer(args, stop, progress) : null;
  const options = { ...toOptions(args, stop), watch: progress.watch };
  try {
    return await migrateFiles('.', reviewer === null ? options : { ...options, reviewer });
  } catch (error) {
    progress.clear();
    if (!(error instanceof InterruptedError)) throw error;
    terminal.people(`v4ward: ${describeStop(error)}\n`);
    return new Stopped(stop.exitCode);
  } finally {
    progress.clear();
    reviewer?.close();
    stop.release();
  }
}

function openReviewer({ config }: MigrateArguments, stop: StopSignals, progress: Progress): TerminalReviewer {
  return new TerminalReviewer({ rows: loadRows(config), paint: toPaint(process.stderr), stop, progress });
}

function toOptions(args: MigrateArguments & SharedArguments, stop: StopSignals): MigrateOptions {
  const { write, suggestions, partial, todo, allowDirty } = args;
  const beforeWriting = (): void => {
    stop.listen();
  };
  const choice = { write, suggestions, partial, todo, allowDirty, preview: !write };
  return { ...toCheckOptions(args), ...choice, signal: stop.signal, beforeWriting };
}

function describeStop({ message, files }: InterruptedError): string {
  return files.length === 0
    ? 'Stopped: nothing was written.'
    : `${message} Each base and what belongs to it is moved as a whole, or not at all. ${takeBack} \`v4ward migrate --write\` goes on.`;
}

/** As long as nothing is written, everything is open. */
function toReport(migrated: Migrated, write: boolean): Report {
  const { fixed, texts } = migrated;
  return write ? { ...migrated.after, done: { fixed, filesChanged: texts.size } } : { ...migrated.before, done: null };
}

/** What comments say is said of the files as they are, since nothing was written. */
function printDiff(
  { before, broken, fixed, texts }: Migrated,
  { notices, summary }: ReportDocument,
  { quiet }: MigrateArguments,
): void {
  terminal.data(isForEyes(process.stdout) ? showDiff(texts, toPaint(process.stdout)) : reportDiff(texts));
  printProblems({ notices, errors: [...before.result.errors, ...broken] });
  if (quiet) return;
  terminal.people(`${describeSummary(summary)}\n`);
  if (summary.findings > 0) terminal.people(`${describeDiff(fixed, texts.size)}\n`);
  const above = [...texts.keys()].find((file) => file.startsWith('../'));
  if (above !== undefined) terminal.people(`${describeAbove(above)}\n`);
}

function describeAbove(file: string): string {
  return `${escapeControls(file)} lies above the working directory, where neither \`git apply\` nor \`patch\` goes: for a patch, run it further up.`;
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

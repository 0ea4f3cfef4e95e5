import { existsSync } from 'node:fs';
import { check as checkFiles } from '../../../codemods/index.js';
import type { Checked } from '../../../codemods/index.js';
import { withRows } from '../../catalogue/index.js';
import type { Configuration } from '../../configuration/configuration.js';
import { hasSourceExtension } from '../../files/find.js';
import { loadConfiguration } from '../../files/load-configuration.js';
import { selectChanges, selectResult } from '../../migration/select.js';
import { toDocument } from '../../reporters/document.js';
import type { ReportDocument } from '../../reporters/document.js';
import type { FormatName } from '../../reporters/formats.js';
import type { Report } from '../../reporters/report.js';
import { describeRun, describeSummary } from '../../reporters/summary.js';
import { compare } from '../../verify/compare.js';
import { judgeSent } from '../../verify/judge.js';
import type { JudgedRequest } from '../../verify/judge.js';
import { createLocator } from '../../verify/locate.js';
import { toResult, toRunReport } from '../../verify/report.js';
import { runCommand } from '../../verify/run.js';
import type { Run } from '../../verify/run.js';
import type { VerifyArguments } from '../arguments.js';
import { UsageError } from '../exit-codes.js';
import { toExitCode } from '../outcome.js';
import { openFileReports, parseFormat, printProblems, printReport, writeFileReports } from '../output.js';
import { terminal } from '../terminal.js';
import { openTarget } from '../verify-target.js';

/** Runs a command and reports the v3 requests that it sends, beside what `check` says of the source. */
export async function verify(args: VerifyArguments): Promise<number> {
  const format = parseFormat(args.format ?? 'text');
  const fileReports = openFileReports(args.report);
  const { configuration } = loadConfiguration('.', args.config ?? null);
  const selected = selectChanges(withRows(configuration.catalogues), args);
  const run = await runAsked(args, configuration);
  const judged = judgeSent(run.requests, configuration, createLocator(process.cwd()));
  const source = await checkSource(args, judged);
  const report = toReport({ run, to: args.to ?? null, judged, source, configuration, selected });
  const document = toDocument(report);
  await writeFileReports(fileReports, document);
  process.exitCode = toExitCode(report.result, args.failOn);
  await print(document, format, args);
  return toExitCode(report.result, args.failOn);
}

async function runAsked({ command, to }: VerifyArguments, { hosts, notHosts }: Configuration): Promise<Run> {
  const target = await openTarget(to);
  try {
    const run = await runCommand(command, { to: target?.url ?? null, hosts, notHosts }, target?.environment ?? {});
    if (run.processes > 0) return run;
    throw new UsageError(
      `No Node process was watched: nothing is known of what \`${run.command.join(' ')}\` sends. It must run Node 20.19, 22.13 or newer, and hand NODE_OPTIONS on to what it starts.`,
    );
  } finally {
    await target?.close();
  }
}

/** Once the command has ended, since it may write files: what it left is what the report speaks of. */
async function checkSource({ config, onlyRun }: VerifyArguments, judged: readonly JudgedRequest[]): Promise<Checked> {
  const paths = onlyRun ? listSenders(judged) : ['.'];
  return checkFiles('.', config === undefined ? { paths } : { paths, configurationFile: config });
}

/** The files that sent requests, as far as `check` can read them. */
function listSenders(judged: readonly JudgedRequest[]): string[] {
  const files = new Set(judged.flatMap(({ trail }) => trail.map(({ file }) => file)));
  return [...files].filter((file) => hasSourceExtension(file) && existsSync(file)).sort();
}

/** All that a report is made of. */
interface Verified {
  readonly run: Run;
  readonly to: string | null;
  readonly judged: readonly JudgedRequest[];
  readonly source: Checked;
  readonly configuration: Configuration;
  /** The ids of the rows that are asked for. */
  readonly selected: ReadonlySet<string>;
}

function toReport({ run, to, judged, source, configuration, selected }: Verified): Report {
  const rows = withRows(configuration.catalogues).filter(({ id }) => !configuration.ignore.includes(id));
  const compared = compare(judged, source.result);
  const result = selectResult(toResult(run, judged, compared, source.result, rows), selected);
  const texts = toTexts(judged);
  return {
    result,
    text: (file) => texts.get(file) ?? source.text(file),
    done: null,
    run: toRunReport(run, to, compared, source.result, (change) => selected.has(change)),
  };
}

function toTexts(judged: readonly JudgedRequest[]): Map<string, string> {
  return new Map(judged.flatMap(({ trail }) => trail.map(({ file, text }) => [file, text])));
}

async function print(document: ReportDocument, format: FormatName, { quiet }: VerifyArguments): Promise<void> {
  await printReport(document, format);
  if (format === 'text') return;
  printProblems(document);
  if (quiet || document.run === undefined) return;
  terminal.people(`${describeSummary(document.summary)}\n${describeRun(document.run, document.summary)}\n`);
}

import { readFileSync } from 'node:fs';
import { basename, normalize, resolve } from 'node:path';
import { describeFailure } from '../../files/failure.js';
import type { ReportDocument } from '../../reporters/document.js';
import { joinRepositories } from '../../reporters/merge.js';
import type { NamedDocument } from '../../reporters/merge.js';
import { readDocument } from '../../reporters/read-document.js';
import { joinShards } from '../../reporters/shards.js';
import { describeSummary } from '../../reporters/summary.js';
import type { MergeArguments } from '../arguments.js';
import { UsageError } from '../exit-codes.js';
import { toExitCode } from '../outcome.js';
import { openFileReports, parseFormat, printProblems, printReport, writeFileReports } from '../output.js';
import type { FileReport } from '../output.js';
import { terminal } from '../terminal.js';

/** Joins the reports of several runs, and prints the whole in any format. */
export async function merge(args: MergeArguments): Promise<number> {
  const format = parseFormat(args.format ?? 'text');
  const files = [...new Set(args.files.map(normalize))];
  const fileReports = openFileReports(args.report);
  refuseOwn(fileReports, files);
  const document = joinDocuments(readAll(files));
  await writeFileReports(fileReports, document);
  process.exitCode = toExitCode(document, args.failOn);
  await printReport(document, format);
  if (format !== 'text') printProblems(document);
  if (format !== 'text' && !args.quiet) terminal.people(`${describeSummary(document.summary)}\n`);
  return toExitCode(document, args.failOn);
}

/** With `*.json`, what was written the last time would be joined to itself. */
function refuseOwn(reports: readonly FileReport[], files: readonly string[]): void {
  const own = reports.find((report) => files.some((file) => resolve(file) === resolve(report.file)));
  if (own !== undefined)
    throw new UsageError(`The report "${own.file}" is among those that are to be merged: write it somewhere else.`);
}

/** One document, or the parts of one, is a whole of its own; several are of several repositories. */
function joinDocuments(documents: readonly NamedDocument[]): ReportDocument {
  const [only, ...others] = joinShards(documents);
  return only !== undefined && others.length === 0 ? only.document : joinRepositories(joinShards(documents));
}

/** @throws {UsageError | DocumentError} */
function readAll(files: readonly string[]): NamedDocument[] {
  const names = files.map((file) => basename(file).replace(/\.json$/, ''));
  const isUnique = new Set(names).size === names.length;
  return files.map((file, at) => ({
    name: (isUnique ? names[at] : undefined) ?? toLongName(file),
    document: readDocument(readOrRefuse(file), file),
  }));
}

/** `a/v4ward` and `b/v4ward`; what leads out of the directory, or to the root, is no part of a name. */
function toLongName(file: string): string {
  return file.replace(/\.json$/, '').replace(/^(?:\.{0,2}\/)+/, '');
}

function readOrRefuse(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The report ${file} cannot be read: ${describeFailure(error)}.`);
  }
}

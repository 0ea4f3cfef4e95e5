import { accessSync, appendFileSync, constants, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { suggestName } from '../configuration/spelling.js';
import type { Result } from '../migration/finding.js';
import type { ReportDocument } from '../reporters/document.js';
import { escapeControls } from '../reporters/escape.js';
import { formatNames, isFormat, render } from '../reporters/formats.js';
import type { FormatName } from '../reporters/formats.js';
import { toAppearance } from './appearance.js';
import { UsageError } from './exit-codes.js';
import { terminal } from './terminal.js';

/** @throws {UsageError} if there is no such format */
export function parseFormat(name: string): FormatName {
  if (isFormat(name)) return name;
  throw new UsageError(
    `There is no format "${name}"; expected one of ${formatNames.join(', ')}.${suggestName(name, formatNames)}`,
  );
}

/** A report that is written to a file beside what is printed. */
export interface FileReport {
  readonly format: FormatName;
  readonly file: string;
}

/**
 * The reports that `--report` asks for. Their directories are made, so that a place that takes none is told before
 * the work is done.
 *
 * @throws {UsageError} if one is not written as FORMAT=FILE, or its file cannot be written
 */
export function openFileReports(values: readonly string[]): FileReport[] {
  const reports = values.map(parseFileReport);
  refuseSameFile(reports);
  for (const { file } of reports) attempt(file, prepare);
  return reports;
}

function parseFileReport(value: string): FileReport {
  const at = value.indexOf('=');
  if (at < 1 || at === value.length - 1)
    throw new UsageError(`--report ${value}: expected FORMAT=FILE, such as json=v4ward.json.`);
  const format = parseFormat(value.slice(0, at));
  const file = value.slice(at + 1);
  if (file === '-')
    throw new UsageError(`--report ${value}: expected a file. \`--format ${format}\` prints the report instead.`);
  return { format, file };
}

function refuseSameFile(reports: readonly FileReport[]): void {
  const files = reports.map(({ file }) => resolve(file));
  const twice = reports.find((_, index) => files.indexOf(files[index] ?? '') !== index);
  if (twice !== undefined)
    throw new UsageError(`Two reports go to "${twice.file}": give each --report a file of its own.`);
}

function prepare(file: string): void {
  const directory = dirname(file);
  mkdirSync(directory, { recursive: true });
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw new Error('it is a directory; give a file in it');
  accessSync(found === undefined ? directory : file, constants.W_OK);
}

/** @throws {UsageError} if a file cannot be written */
export async function writeFileReports(reports: readonly FileReport[], document: ReportDocument): Promise<void> {
  for (const { format, file } of reports) {
    const text = await render(document, format);
    attempt(file, () => {
      writeFileSync(file, text);
    });
  }
}

function attempt(file: string, perform: (file: string) => void): void {
  try {
    perform(file);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The report "${file}" cannot be written: ${cause}.`);
  }
}

/**
 * Prints the report to stdout. The marks of GitHub Actions are not all that there is to say, so the whole goes into the
 * step's summary, where there is one.
 */
export async function printReport(document: ReportDocument, format: FormatName): Promise<void> {
  terminal.data(await render(document, format, await toAppearance(process.stdout)));
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (format === 'github' && summary !== undefined && summary !== '') await addToSummary(document, summary);
}

/** A summary that cannot be written is said, and changes nothing: what was found was printed. */
async function addToSummary(document: ReportDocument, file: string): Promise<void> {
  const text = await render(document, 'markdown');
  try {
    appendFileSync(file, text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    terminal.people(`v4ward: the step summary cannot be written: ${escapeControls(cause)}\n`);
  }
}

/** A run that looked at nothing must not pass for one that found nothing. What it left unread and has told of is something. */
export function refuseEmpty({ files, errors, notices }: Result, paths: readonly string[]): void {
  if (files > 0 || errors.length > 0 || notices.some(({ kind }) => kind.startsWith('unread'))) return;
  throw new UsageError(
    `No file matched: nothing to look at in ${paths.map((path) => `"${path}"`).join(', ')}. Ignored, generated and excluded files, packages and build output are left out.`,
  );
}

/** For formats that are not for people, so that people see them too. What is open is open in the report. */
export function printProblems({ errors, notices }: Pick<ReportDocument, 'errors' | 'notices'>): void {
  for (const { file, line, message } of notices.filter(({ kind }) => kind !== 'open-todo'))
    terminal.people(`v4ward: ${escapeControls(`${file}:${String(line)} ${message}`)}\n`);
  for (const { file, message } of errors)
    terminal.people(`v4ward: ${escapeControls(file)} ${escapeControls(message)}\n`);
}

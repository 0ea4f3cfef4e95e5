import { writeFileSync } from 'node:fs';
import { suggestName } from '../configuration/spelling.js';
import type { Result } from '../migration/finding.js';
import { toPosition } from '../migration/position.js';
import { escapeControls } from '../reporters/escape.js';
import { reportJson } from '../reporters/json.js';
import type { Report } from '../reporters/report.js';
import { reportText } from '../reporters/text.js';
import { UsageError } from './exit-codes.js';
import { terminal } from './terminal.js';

type Reporter = (report: Report) => string;

const reporters: Readonly<Record<string, Reporter>> = { text: reportText, json: reportJson };

/** @throws {UsageError} if there is no such format */
export function toReporter(format: string): Reporter {
  const reporter = reporters[format];
  if (reporter !== undefined) return reporter;
  const names = Object.keys(reporters);
  throw new UsageError(
    `There is no format "${format}"; expected one of ${names.join(', ')}.${suggestName(format, names)}`,
  );
}

/** A report that is written to a file beside what is printed. */
export interface FileReport {
  readonly reporter: Reporter;
  readonly file: string;
}

/** @throws {UsageError} if one is not written as FORMAT=FILE */
export function parseFileReports(values: readonly string[]): FileReport[] {
  return values.map((value) => {
    const at = value.indexOf('=');
    if (at < 1 || at === value.length - 1)
      throw new UsageError(`--report ${value}: expected FORMAT=FILE, such as json=v4ward.json.`);
    return { reporter: toReporter(value.slice(0, at)), file: value.slice(at + 1) };
  });
}

/** @throws {UsageError} if a file cannot be written */
export function writeFileReports(reports: readonly FileReport[], report: Report): void {
  for (const { reporter, file } of reports) {
    try {
      writeFileSync(file, reporter(report));
    } catch (error) {
      throw new UsageError(`The report cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
}

/** A run that looked at nothing must not pass for one that found nothing. */
export function refuseEmpty({ files, errors }: Result, paths: readonly string[]): void {
  if (files > 0 || errors.length > 0) return;
  throw new UsageError(
    `No file matched: nothing to look at in ${paths.map((path) => `"${path}"`).join(', ')}. Ignored, generated and excluded files, packages and build output are left out.`,
  );
}

/** For formats that are not for people, so that people see them too. What is open is open in the report. */
export function printProblems({ errors, notices }: Pick<Result, 'errors' | 'notices'>, text: Report['text']): void {
  for (const { place, message } of notices.filter(({ kind }) => kind !== 'open-todo')) {
    const { line } = toPosition(text(place.file) ?? '', place.start);
    terminal.people(`v4ward: ${escapeControls(`${place.file}:${String(line)} ${message}`)}\n`);
  }
  for (const { file, message } of errors)
    terminal.people(`v4ward: ${escapeControls(file)} ${escapeControls(message)}\n`);
}

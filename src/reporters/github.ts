/**
 * GitHub's workflow commands, which become marks in a pull request's changes:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions. The run shows ten of a level for each
 * step; all of them stand in the step summary, which is the Markdown report.
 */
import type { DocumentFinding, DocumentUnresolved, Range, ReportDocument } from './document.js';
import { isFile } from './document.js';
import { escapeControls, escapeWithinLines } from './escape.js';
import { severities } from './severity.js';
import type { Severity } from './severity.js';
import { counted } from './summary.js';

interface Annotation {
  readonly level: Severity;
  readonly title: string;
  readonly message: string;
  /** Null if it stands in no file. */
  readonly place: (Pick<Range, 'line' | 'column'> & Partial<Range> & { readonly file: string }) | null;
}

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** What GitHub shows of one level. */
const limit = 10;

export function reportGitHub(document: ReportDocument): string {
  const annotations = toAnnotations(document);
  return (['error', 'warning', 'note'] as const)
    .flatMap((level) => keepShown(annotations.filter((annotation) => annotation.level === level)))
    .map((annotation) => `${toCommand(annotation)}\n`)
    .join('');
}

function toAnnotations({ findings, unresolved, errors, run }: ReportDocument): Annotation[] {
  return [
    ...errors.map(({ file, message }) => ({
      level: 'error' as const,
      title: 'v4ward',
      message: isFile(file, run) ? message : `${file} ${message}`,
      place: isFile(file, run) ? { file, line: 1, column: 1 } : null,
    })),
    ...findings.map((finding) => toAnnotation(finding, isFile(finding.file, run))),
    ...unresolved.map(toUnresolvedAnnotation),
  ];
}

function toAnnotation(finding: DocumentFinding, isPlaced: boolean): Annotation {
  const { change, certainty, message } = finding;
  return {
    level: severities[certainty],
    title: `v4ward: ${change} (${certainty})`,
    message,
    place: isPlaced ? finding : null,
  };
}

function toUnresolvedAnnotation({ reason, ...placed }: DocumentUnresolved): Annotation {
  return { level: 'note', title: 'v4ward: unresolved', message: `Could not tell: ${reason}.`, place: placed };
}

/** The last place says what there is no place for. */
function keepShown(annotations: readonly Annotation[]): Annotation[] {
  const [first] = annotations;
  if (first === undefined || annotations.length <= limit) return [...annotations];
  const shown = annotations.slice(0, limit - 1);
  const rest = annotations.length - shown.length;
  const message = `… and ${counted(rest, `more ${commands[first.level]}`)}; the step summary lists them.`;
  return [...shown, { level: first.level, title: 'v4ward', message, place: null }];
}

function toCommand({ level, title, message, place }: Annotation): string {
  const properties = { ...(place === null ? {} : toProperties(place)), title: escapeControls(title) };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${commands[level]} ${list.join(',')}::${escapeData(escapeControls(message))}`;
}

/** Columns are taken for ranges of one line only. */
function toProperties(place: NonNullable<Annotation['place']>): Readonly<Record<string, string>> {
  const { file, line, column, endLine = line, endColumn = column } = place;
  const columns = endLine === line ? { col: String(column), endColumn: String(endColumn) } : {};
  return { file: escapeWithinLines(file), line: String(line), endLine: String(endLine), ...columns };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/**
 * GitLab's Code Quality report, for the widget and the marks in a merge request's changes:
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format. GitLab reads no further than the first
 * entry that lacks something, and takes entries of one fingerprint for one.
 */
import { createHash } from 'node:crypto';
import type { DocumentFinding, DocumentUnresolved, ReportDocument } from './document.js';
import { escapeControls, toJson } from './escape.js';
import { nameHolders } from './pieces.js';
import { severities } from './severity.js';
import type { Severity } from './severity.js';
import { createNamer } from './unique.js';

interface Entry {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number; readonly end?: number } };
}

const words: Readonly<Record<Severity, Entry['severity']>> = { error: 'major', warning: 'minor', note: 'info' };

export function reportGitLab({ findings, possible, unresolved, errors }: ReportDocument): string {
  const entries = [
    ...errors.map(({ file, message }) => toErrorEntry(file, message)),
    ...findings.map((finding) => toEntry(finding, words[severities[finding.certainty]])),
    ...unresolved.map(toUnresolvedEntry),
    ...possible.map((finding) => toEntry(finding, 'info')),
  ];
  return `${toJson(tellApart(entries), 2)}\n`;
}

/** A document that somebody joined from others may hold one finding twice. */
function tellApart(entries: readonly Entry[]): Entry[] {
  const toUnique = createNamer();
  return entries.map((entry) => ({ ...entry, fingerprint: digest(toUnique(entry.fingerprint)) }));
}

/** A fingerprint of 16 digits stays what it is; what was put behind it to tell it apart becomes part of another. */
function digest(text: string): string {
  return /^[0-9a-f]{16}$/.test(text) ? text : createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function toEntry(finding: DocumentFinding, severity: Entry['severity']): Entry {
  const { change, says, fingerprint, file, line, endLine, heldBy = [] } = finding;
  const held = heldBy.length === 0 ? '' : ` Held back by ${nameHolders(heldBy)}.`;
  return {
    description: escapeControls(`${says}${held}`),
    check_name: change,
    fingerprint,
    severity,
    location: { path: toPath(file), lines: { begin: line, end: endLine } },
  };
}

function toUnresolvedEntry({ reason, fingerprint, file, line }: DocumentUnresolved): Entry {
  return {
    description: escapeControls(`Could not tell: ${reason}.`),
    check_name: 'unresolved',
    fingerprint,
    severity: 'info',
    location: { path: toPath(file), lines: { begin: line } },
  };
}

function toErrorEntry(file: string, message: string): Entry {
  return {
    description: escapeControls(`Error: ${message}`),
    check_name: 'error',
    fingerprint: digest(JSON.stringify(['error', file, message])),
    severity: 'critical',
    location: { path: toPath(file), lines: { begin: 1 } },
  };
}

/** GitLab compares it with the names of its files as they are. */
function toPath(file: string): string {
  return file.replace(/^(?:\.\/)+/, '').toWellFormed();
}

import type { Result } from '../migration/finding.js';
import { escapeControls } from './escape.js';
import type { RunReport } from './report.js';

/** How many there are of everything. */
export interface Summary {
  readonly files: number;
  readonly requests: number;
  readonly findings: number;
  readonly safe: number;
  readonly suggestion: number;
  readonly manual: number;
  readonly possible: number;
  readonly guarded: number;
  readonly acknowledged: number;
  /** Findings and unresolved calls. */
  readonly baselined: number;
  readonly unresolved: number;
  readonly errors: number;
  /** Open findings and unresolved calls that have nothing to do with what changed; left out if all was asked for. */
  readonly outside?: number;
  /** What is told of files that speak v3 and were left unread; left out if there are none. */
  readonly unread?: number;
}

export function summarize(result: Result): Summary {
  const { files, requests, findings, possible, guarded, acknowledged, unresolved, errors } = result;
  const { baselined, baselinedUnresolved, outside } = result;
  const unread = result.notices.filter(({ kind }) => /^unread-(?:generated|language)$/.test(kind)).length;
  const count = (wanted: string): number => findings.filter(({ certainty }) => certainty === wanted).length;
  return {
    files,
    requests,
    findings: findings.length,
    safe: count('safe'),
    suggestion: count('suggestion'),
    manual: count('manual'),
    possible: possible.length,
    guarded: guarded.length,
    acknowledged: acknowledged.length,
    baselined: baselined.length + baselinedUnresolved.length,
    unresolved: unresolved.length,
    errors: errors.length,
    ...(outside === undefined ? {} : { outside }),
    ...(unread === 0 ? {} : { unread }),
  };
}

/** One sentence or two for people. Nothing to do and could not tell are never the same words. */
export function describeSummary(summary: Summary): string {
  const sentences = [
    describeFindings(summary),
    describeUnresolved(summary),
    describeAside(summary),
    describeErrors(summary),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function describeFindings({
  files,
  requests,
  findings,
  safe,
  suggestion,
  manual,
  baselined,
  outside = 0,
  unread = 0,
  errors,
}: Summary): string {
  const where = `${counted(files, 'file')} with ${counted(requests, 'GitLab request')}`;
  if (findings === 0 && outside > 0) return `Nothing to do was found in what changed, of ${where}.`;
  if (findings === 0 && baselined > 0) return `Nothing beside the baseline was found in ${where}.`;
  if (findings === 0 && requests > 0) return `Nothing to do was found in ${where}.`;
  if (findings === 0 && unread > 0)
    return `No GitLab request in ${counted(files, 'file')}, beside what was left unread.`;
  if (findings === 0)
    return `${errors === 0 ? 'Nothing to do: no' : 'No'} GitLab request in ${counted(files, 'file')}.`;
  return `${counted(findings, 'finding')} (${String(safe)} safe, ${counted(suggestion, 'suggestion')}, ${String(manual)} manual) in ${where}.`;
}

function describeUnresolved({ unresolved }: Summary): string {
  return unresolved === 0 ? '' : `Could not tell about ${counted(unresolved, 'GitLab request')}: listed as unresolved.`;
}

function describeAside({ possible, guarded, acknowledged, baselined, outside = 0 }: Summary): string {
  const parts = [
    ...(possible > 0 ? [`${String(possible)} possible, if the service is GitLab`] : []),
    ...(guarded > 0 ? [`${String(guarded)} guarded by a test of the version`] : []),
    ...(acknowledged > 0 ? [`${String(acknowledged)} acknowledged by a comment`] : []),
    ...(baselined > 0 ? [`${String(baselined)} in the baseline`] : []),
    ...(outside > 0 ? [`${String(outside)} open outside of what changed`] : []),
  ];
  return parts.length === 0 ? '' : `Left alone: ${parts.join(', ')}.`;
}

function describeErrors({ errors }: Summary): string {
  return errors === 0 ? '' : `${counted(errors, 'error')}: not all files could be read, parsed or written.`;
}

export function counted(count: number, noun: string): string {
  return `${String(count)} ${count === 1 ? noun : toPlural(noun)}`;
}

function toPlural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return `${noun}${/[sx]$/.test(noun) ? 'es' : 's'}`;
}

type Ran = Omit<RunReport, 'confirmed' | 'notConfirmed' | 'unseen'>;

/** A sentence or two on how a command ran, for people. */
export function describeRun({ command, exitCode, signal, to, processes, requests }: Ran, summary: Summary): string {
  const end = signal === null ? `ended with exit code ${String(exitCode)}` : `was ended by ${signal}`;
  const sent = `${counted(processes, 'Node process')} of it sent ${counted(requests, 'request')}.`;
  const where = to === null ? '' : ` GitLab's went to ${to}.`;
  return `\`${escapeControls(command.join(' '))}\` ${end}. ${sent}${summary.requests + summary.possible === 0 ? noneSent : where}`;
}

/** Silence is no proof: `jest.mock` and mocks of a client answer above all that is watched. */
const noneSent =
  " None was GitLab's, so that nothing is known of them: if a mock stands in for the client itself (jest.mock, axios-mock-adapter), let one answer in place of the server (nock, msw), or run the program itself with `--to core`.";

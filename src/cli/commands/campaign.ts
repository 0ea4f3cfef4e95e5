import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { readList, toRepositories } from '../../campaign/repositories.js';
import type { Repository } from '../../campaign/repositories.js';
import { inParallel, runProgram } from '../../campaign/run.js';
import type { Ended } from '../../campaign/run.js';
import { takeShare } from '../../campaign/shard.js';
import { describeFailure } from '../../files/failure.js';
import { program } from '../../installation.js';
import type { ReportDocument } from '../../reporters/document.js';
import { joinRepositories, toFailedDocument } from '../../reporters/merge.js';
import { DocumentError, readDocument } from '../../reporters/read-document.js';
import { counted, describeSummary } from '../../reporters/summary.js';
import type { CampaignArguments } from '../arguments.js';
import type { CampaignCommand } from '../campaign.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import { openFileReports, parseFormat, printProblems, printReport, writeFileReports } from '../output.js';
import type { FileReport } from '../output.js';
import { RepositoryProgress } from '../repository-progress.js';
import { chooseShard } from '../shard.js';
import { StopSignals } from '../stop-signals.js';
import { terminal } from '../terminal.js';
import { toWords } from '../words.js';

/** What became of a repository. */
interface Outcome {
  readonly repository: Repository;
  readonly document: ReportDocument;
  /** Of the program that looked at it; null if none did, or it did not end by itself. */
  readonly exitCode: number | null;
}

/**
 * Does what a command does in each of several repositories, each by a process of its own: so each has its own
 * configuration, and whatever ends one, the others go on. Reports on all of them together.
 */
export async function runCampaign(command: CampaignCommand, args: CampaignArguments): Promise<number> {
  refuseTogether(args);
  const format = parseFormat(args.format ?? 'text');
  const all = listRepositories(args);
  const shard = chooseShard(args);
  const repositories = shard === null ? all : takeShare(all, shard);
  const reports = openReports(args.report, repositories);
  const outcomes = await runAll(repositories, [command, ...toWords(command, args)], args);
  if (typeof outcomes === 'number') return outcomes;
  refuseCommonFault(outcomes);
  for (const [at, { document }] of outcomes.entries()) await writeFileReports(reports.each[at] ?? [], document);
  const joined = joinRepositories(outcomes.map(({ repository: { name }, document }) => ({ name, document })));
  await writeFileReports(reports.joined, joined);
  process.exitCode = toExitCode(outcomes);
  await printReport(joined, format);
  if (format !== 'text') printProblems(joined);
  if (format !== 'text' && !args.quiet) terminal.people(`${describeSummary(joined.summary)}\n`);
  return toExitCode(outcomes);
}

/** What asks a person, or is about one run in one place. */
function refuseTogether(args: CampaignArguments): void {
  const values: Readonly<Record<string, unknown>> = { ...args };
  const alone = ['interactive', 'undo'].find((name) => values[name] === true);
  if (alone !== undefined)
    throw new UsageError(`--${alone} is for one repository at a time: run it there, without --repos and other paths.`);
}

/** @throws {UsageError} if there is no such list, or nothing in it */
function listRepositories({ repos, paths }: CampaignArguments): Repository[] {
  if (repos === undefined) return toRepositories(paths, '.');
  if (paths.length !== 1 || paths[0] !== '.')
    throw new UsageError(`Repositories are named by --repos ${repos} or by paths: give one of them.`);
  const list = readList(readOrRefuse(repos));
  if (list.length === 0) throw new UsageError(`--repos ${repos} names no repository: expected a directory a line.`);
  return toRepositories(list, dirname(repos));
}

function readOrRefuse(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--repos ${file} cannot be read: ${describeFailure(error)}.`);
  }
}

interface Reports {
  /** By repository. */
  readonly each: readonly (readonly FileReport[])[];
  readonly joined: readonly FileReport[];
}

const namePattern = /\{name\}/g;

/** A file with `{name}` in it is one for each repository, any other one for all of them together. */
function openReports(values: readonly string[], repositories: readonly Repository[]): Reports {
  const own = values.filter((value) => value.includes('{name}'));
  const toOwn = ({ name }: Repository): string[] => own.map((value) => value.replace(namePattern, () => name));
  const joined = values.filter((value) => !own.includes(value));
  const reports = openFileReports([...joined, ...repositories.flatMap(toOwn)]);
  return {
    joined: reports.slice(0, joined.length),
    each: repositories.map((_, at) => {
      const start = joined.length + at * own.length;
      return reports.slice(start, start + own.length);
    }),
  };
}

/** @returns the exit code instead, if a signal stopped it */
async function runAll(
  repositories: readonly Repository[],
  words: readonly string[],
  { jobs = availableParallelism(), quiet }: CampaignArguments,
): Promise<readonly Outcome[] | number> {
  const stop = new StopSignals();
  stop.listen();
  const progress = new RepositoryProgress(repositories.length, process.stderr, !quiet);
  try {
    // Where several run at a time, each has one thread.
    const own = Math.min(jobs, repositories.length) > 1 ? [...words, '--jobs=1'] : words;
    const outcomes = await inParallel(repositories, jobs, async (repository) => {
      const outcome = await runIn(repository, own, stop.signal);
      progress.advance();
      return outcome;
    });
    progress.end();
    if (!stop.signal.aborted) return outcomes;
    const done = outcomes.filter(({ exitCode }) => exitCode !== null && exitCode < 128).length;
    terminal.people(
      `v4ward: stopped: ${String(done)} of ${counted(outcomes.length, 'repository')} done. Run it again to go on.\n`,
    );
    return stop.exitCode;
  } finally {
    progress.end();
    stop.release();
  }
}

async function runIn(repository: Repository, words: readonly string[], signal: AbortSignal): Promise<Outcome> {
  const { directory, fault, name } = repository;
  if (fault !== null) return { repository, document: toFailedDocument(fault), exitCode: null };
  const ended = await runProgram(
    [process.execPath, ...process.execArgv, program, ...words],
    resolve(directory),
    signal,
  );
  return { repository, document: toDocument(ended, name), exitCode: ended.exitCode };
}

function toDocument(ended: Ended, name: string): ReportDocument {
  if (ended.exitCode === null || ended.exitCode === exitCodes.usage) return toFailedDocument(describeEnd(ended));
  try {
    return readDocument(ended.stdout, name);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return toFailedDocument(describeEnd(ended));
  }
}

/** Its last words, or how it ended if it had none. Where in the program a fault is, one learns by running it there. */
function describeEnd({ exitCode, signal, stderr }: Ended): string {
  const words = stderr.trim().replace(/^v4ward: /, '');
  if (signal !== null) return `was ended by ${signal}`;
  if (words === '') return `ended with exit code ${String(exitCode)} and without a report`;
  return words.startsWith('internal error') ? (words.split('\n')[0] ?? words) : words;
}

/** What is wrong with the command line is wrong everywhere. */
function refuseCommonFault(outcomes: readonly Outcome[]): void {
  const [first, ...others] = outcomes;
  if (first === undefined || others.length === 0 || first.exitCode !== exitCodes.usage) return;
  const message = first.document.errors[0]?.message;
  const isCommon = others.every(
    ({ exitCode, document }) => exitCode === exitCodes.usage && document.errors[0]?.message === message,
  );
  if (isCommon) throw new UsageError(`The same in all ${counted(outcomes.length, 'repository')}: ${message ?? ''}`);
}

/** What could not be done weighs more than what was found. */
function toExitCode(outcomes: readonly Outcome[]): number {
  if (outcomes.some(({ document }) => document.errors.length > 0)) return exitCodes.incomplete;
  return outcomes.some(({ exitCode }) => exitCode === exitCodes.findings) ? exitCodes.findings : exitCodes.fine;
}

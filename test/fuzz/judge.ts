import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, migrate } from '../../codemods/index.js';
import type { Checked } from '../../codemods/index.js';
import { toAsked, toAskedOfV4 } from '../support/sandbox/compare.js';
import type { Asked } from '../support/sandbox/compare.js';
import type { Recorder, Sent } from '../support/sandbox/recorder.js';
import { iids } from './answers.js';
import { makeProgram } from './programs.js';
import type { Program } from './programs.js';
import { runProgram } from './run.js';

/** What became of a program. */
export interface Judgement {
  readonly program: Program;
  readonly moved: number;
  /** Requests that stay v3, of which something says so. */
  readonly open: number;
  /** What is wrong; empty if nothing is. */
  readonly defects: readonly string[];
  /** The files after the migration. */
  readonly files: ReadonlyMap<string, string>;
}

/** Makes a program, runs it, moves it, runs it again, and compares. */
export async function judge(numbers: readonly number[], recorder: Recorder): Promise<Judgement> {
  const program = makeProgram(numbers);
  const directory = mkdtempSync(join(tmpdir(), 'program-'));
  try {
    return await judgeIn(directory, program, recorder);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function judgeIn(directory: string, program: Program, recorder: Recorder): Promise<Judgement> {
  const { entry, environment } = program;
  for (const [name, text] of program.files) writeFile(directory, name, text);
  const before = await record(recorder, () => runProgram(program.files, entry, environment));
  if (before.length !== program.sends)
    return { program, moved: 0, open: 0, defects: ['the program is not what it should be'], files: program.files };
  const found = await check(directory);
  await migrate(directory, { write: true, allowDirty: true });
  const files = readFiles(directory);
  const attempt = await attemptRun(recorder, () => runProgram(files, entry, environment));
  const again = await migrate(directory, { allowDirty: true });
  // What a person has to change first may decide whether a request is sent.
  const isLeft = found.result.findings.some(({ rule, certainty }) => rule === 'no-v3-response' && certainty !== 'safe');
  const mayBeSent = isLeft ? before.slice(0, attempt.sent.length) : before;
  const verdicts = mayBeSent.map((sent, at) => compare(sent, attempt.sent[at]));
  return {
    program,
    files,
    moved: verdicts.filter((verdict) => verdict === 'moved').length,
    open: verdicts.filter((verdict) => verdict === 'as it was').length,
    defects: [
      ...(attempt.failure === null ? [] : [`the moved program fails: ${attempt.failure}`]),
      ...(attempt.sent.length === mayBeSent.length ? [] : ['the moved program sends another number of requests']),
      ...verdicts.filter((verdict) => verdict !== 'moved' && verdict !== 'as it was'),
      ...(again.texts.size === 0 ? [] : ['a second run changes something']),
      ...(verdicts.includes('as it was') ? listSilent(found, program) : []),
      ...(found.result.requests >= program.sends || found.result.unresolved.length > 0
        ? []
        : [`${String(found.result.requests)} of ${String(program.sends)} requests found`]),
    ],
  };
}

function writeFile(directory: string, name: string, text: string): void {
  mkdirSync(join(directory, name, '..'), { recursive: true });
  writeFileSync(join(directory, name), text);
}

function readFiles(directory: string): Map<string, string> {
  return new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}

async function record(recorder: Recorder, run: () => Promise<void>): Promise<readonly Sent[]> {
  recorder.sent.length = 0;
  await run();
  return [...recorder.sent];
}

async function attemptRun(
  recorder: Recorder,
  run: () => Promise<void>,
): Promise<{ sent: readonly Sent[]; failure: string | null }> {
  try {
    return { sent: await record(recorder, run), failure: null };
  } catch (error) {
    return { sent: [...recorder.sent], failure: String(error) };
  }
}

/** What a request became: moved, as it was, or what it should be and is not. */
function compare(before: Sent, after: Sent | undefined): string {
  if (after === undefined) return 'a request is no longer sent';
  const now = toAsked(after);
  if (isEqual(now, toAsked(before))) return 'as it was';
  const wanted = toAskedOfV4(before, iids);
  return isEqual(now, wanted) ? 'moved' : `sends ${print(now)}\n      where ${print(wanted)} is meant`;
}

function isEqual(one: Asked, other: Asked): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function print({ method, path, parameters }: Asked): string {
  return `${method} ${path}?${parameters.join('&')}`;
}

/** What stays v3 must be explained. */
function listSilent({ result }: Checked, { sends }: Program): string[] {
  const { findings, unresolved } = result;
  const explained = unresolved.length > 0 || findings.some(({ certainty }) => certainty !== 'safe');
  return explained ? [] : [`nothing says why one of ${String(sends)} requests stays as it was`];
}

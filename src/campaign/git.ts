import { execFile } from 'node:child_process';
import type { ChildProcess, ExecFileException } from 'node:child_process';
import { toPlainEnvironment } from '../files/plain-git.js';

/** Git said no, or could not be run. The message is what it said. */
export class GitError extends Error {
  override readonly name = 'GitError';

  /** @param exitCode null if git did not run to its end */
  constructor(
    message: string,
    readonly exitCode: number | null,
  ) {
    super(message);
  }
}

export interface GitOptions {
  /** What git reads from standard input. */
  readonly input?: string;
  /** Configuration for this call, `key=value`. */
  readonly config?: readonly string[];
  /** Ends git when it is aborted; the call is over when git is. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs git in a directory, without a shell, and resolves to what it prints.
 *
 * @throws {GitError}
 */
export function runGit(directory: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { input = '', config = [], signal } = options;
  const settings = [...ownSettings, ...config].flatMap((setting) => ['-c', setting]);
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      ['--no-optional-locks', '--literal-pathspecs', ...settings, ...args],
      { cwd: directory, env: toEnvironment(process.env), encoding: 'utf8', maxBuffer: 1 << 30, signal },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else
          afterExit(child, () => {
            reject(toGitError(error, stderr, stdout));
          });
      },
    );
    child.stdin?.on('error', () => {
      // Git did not read all of it; its exit code says whether that matters.
    });
    child.stdin?.end(input);
  });
}

/** A process that is ended by a signal is told of at once, while it may still be writing into the repository. */
function afterExit(child: ChildProcess, action: () => void): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) action();
  else child.once('exit', action);
}

/**
 * What git prints, or null if it says no.
 *
 * @throws {GitError} if it cannot be run
 */
export async function askGit(directory: string, args: readonly string[], signal?: AbortSignal): Promise<string | null> {
  try {
    return trimEnd(await runGit(directory, args, { signal }));
  } catch (error) {
    if (error instanceof GitError && error.exitCode !== null) return null;
    throw error;
  }
}

/** Without the line's end, of which a name may hold more. */
export function trimEnd(line: string): string {
  return line.replace(/\n$/, '');
}

/** What git prints with `-z`. */
export function splitNames(output: string): string[] {
  return output.split('\0').filter((name) => name !== '');
}

/**
 * A repository's configuration may name a program that tells git what changed, which any `git status` runs; here git
 * looks for itself. Nor is a repository tidied up behind its owner's back.
 */
const ownSettings = ['core.fsmonitor=false', 'gc.auto=0', 'maintenance.auto=false'];

/** Nobody is there to answer questions; messages are read, so they are in git's own language. */
function toEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...toPlainEnvironment(environment), GIT_EDITOR: 'true' };
}

function toGitError(error: ExecFileException, stderr: string, stdout: string): GitError {
  return new GitError(describe(error, stderr, stdout), typeof error.code === 'number' ? error.code : null);
}

/** Git says what is wrong on stderr; hints about its configuration are for those who called it. */
function describe(error: ExecFileException, stderr: string, stdout: string): string {
  if (error.code === 'ENOENT') return 'git cannot be run: install it, or put it on the PATH';
  const said = [stderr, stdout].map((text) => withoutHints(text)).find((text) => text !== '');
  return said ?? error.message;
}

function withoutHints(text: string): string {
  const lines = text.split('\n').filter((line) => !/^(?:remote: )?hint: /.test(line));
  return lines
    .map((line) => line.replace(/^(?:fatal|error): /, '').trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

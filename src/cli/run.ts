import { escapeControls } from '../reporters/escape.js';
import { version } from '../version.js';
import type { Command } from './command.js';
import { commands } from './commands.js';
import { exitCodes } from './exit-codes.js';
import { parseCommandLine } from './parse.js';
import type { Call } from './parse.js';
import { endOnClosedOutput, terminal } from './terminal.js';

/** Runs a command line, and sets the exit code of the process. Only what the command needs is loaded. */
export async function run(args: readonly string[]): Promise<void> {
  endOnClosedOutput();
  process.on('uncaughtException', fail);
  if (args[0] === '--complete') {
    await complete(args.slice(2));
    return;
  }
  try {
    process.exitCode = await perform(parseCommandLine(args, commands));
  } catch (error) {
    process.exitCode = exitCodes.usage;
    terminal.people(`${describeError(error)}\n`);
  }
}

/** What nobody awaits, such as what a configuration starts, would end the process as if there were findings. */
function fail(error: unknown): void {
  process.stderr.write(`${describeError(error)}\n`, () => process.exit(exitCodes.usage));
}

async function perform(call: Call): Promise<number> {
  if (call.kind === 'help') return await showHelp(call.command);
  if (call.kind === 'version') return showVersion();
  const work = await call.command.load();
  return await work(call.values as never);
}

function showVersion(): number {
  terminal.data(`${version}\n`);
  return exitCodes.fine;
}

async function showHelp(command: Command | null): Promise<number> {
  const { describeCommand, describeProgram } = await import('./help.js');
  const { toWidth } = await import('./layout.js');
  const width = toWidth(process.stdout.columns);
  terminal.data(command === null ? describeProgram(commands, width) : describeCommand(command, width));
  return exitCodes.fine;
}

/** For shells, which ask while somebody types: whatever goes wrong, there is nothing to offer. */
async function complete(words: readonly string[]): Promise<void> {
  const { listCompletions } = await import('./complete.js');
  const { listSelection } = await import('./rows.js');
  const names = listCompletions(words, commands, listSelection);
  terminal.data(names.map((name) => `${name}\n`).join(''));
}

const expectedErrors = new Set([
  'UsageError',
  'PathError',
  'ConfigurationError',
  'SelectionError',
  'UncommittedError',
  'RepositoryError',
  'CommandError',
  'JournalError',
  'DocumentError',
  'BranchError',
  'BaselineError',
]);

/** Wrong input is told in words; only a fault of the program shows where it happened. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `v4ward: internal error: ${String(error)}`;
  if (isWithoutDirectory(error)) return 'v4ward: The working directory is no longer there: go to another one.';
  const text = expectedErrors.has(error.name)
    ? error.message
    : `internal error, please report it: ${error.stack ?? error.message}`;
  return `v4ward: ${text.split('\n').map(escapeControls).join('\n')}`;
}

/** What the system says of `process.cwd()` where the directory was removed. */
function isWithoutDirectory(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'uv_cwd';
}

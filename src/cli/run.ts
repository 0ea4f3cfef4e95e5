import yargs from 'yargs';
import type { Argv } from 'yargs';
import { suggestName } from '../configuration/spelling.js';
import { escapeControls } from '../reporters/escape.js';
import { version } from '../version.js';
import { commands, optionNames } from './commands.js';
import { exitCodes, UsageError } from './exit-codes.js';
import { endOnClosedOutput, terminal } from './terminal.js';

/** Runs a command line, and sets the exit code of the process. Only what the command needs is loaded. */
export async function run(args: readonly string[]): Promise<void> {
  endOnClosedOutput();
  try {
    await toParser(args).parseAsync();
  } catch (error) {
    process.exitCode = exitCodes.usage;
    terminal.people(`${describeError(error)}\n`);
  }
}

function toParser(args: readonly string[]): Argv {
  const parser = yargs([...args])
    .scriptName('v4ward')
    .locale('en')
    .usage('$0 <command> [paths…]\n\nMoves client code from the GitLab REST API v3 to v4.')
    .parserConfiguration({ 'greedy-arrays': false, 'boolean-negation': false })
    .version(version)
    .help()
    .alias('help', 'h')
    .wrap(Math.min(process.stdout.columns || 100, 120))
    .epilogue(
      'Exit codes: 0 nothing open, 1 findings, 2 usage or configuration, 3 some files could not be read, parsed or written.',
    )
    .example('$0 check src', 'what is to do below src')
    .example('$0 migrate', 'the safe fixes, as a diff; nothing is written')
    .example('$0 migrate --write', 'the safe fixes, written')
    .example("$0 translate 'DELETE /projects/1/star'", 'the v4 form of one request')
    .exitProcess(false)
    .strict()
    .demandCommand(1, 'Say what to do: v4ward <command>.')
    .fail(fail);
  for (const command of commands) parser.command(command);
  return parser;
}

/** For wrong usage yargs gives a message of its own, at times in an error of its own; else the error that a command threw. */
function fail(message: string, error: Error | undefined): never {
  if (error !== undefined && error.name !== 'YError') throw error;
  const said = error?.message ?? message;
  throw new UsageError(`${describeUnknown(said) ?? said}\n\`v4ward --help\` shows what there is.`);
}

/** yargs tells unknown commands and options in one list. */
function describeUnknown(message: string): string | null {
  const match = /^Unknown (?:argument|command)s?: (.+)$/.exec(message);
  if (match?.[1] === undefined) return null;
  const known = [...optionNames, ...commands.map(({ command }) => String(command).split(' ')[0] ?? '')];
  return match[1]
    .split(', ')
    .map((name) => `There is no command or option "${name}".${suggestName(name.replace(/^-+/, ''), known)}`)
    .join('\n');
}

const expectedErrors = new Set([
  'UsageError',
  'PathError',
  'ConfigurationError',
  'SelectionError',
  'UncommittedError',
  'RepositoryError',
  'CommandError',
]);

/** Wrong input is told in words; only a fault of the program shows where it happened. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `v4ward: internal error: ${String(error)}`;
  const text = expectedErrors.has(error.name)
    ? error.message
    : `internal error, please report it: ${error.stack ?? error.message}`;
  return `v4ward: ${text.split('\n').map(escapeControls).join('\n')}`;
}

import { UsageError } from './exit-codes.js';
import type { Arguments, Argv, CommandModule } from 'yargs';

/**
 * The commands with their options. What a command does is in a module of its own, loaded when it is called, so that
 * `--help` and the small commands start fast.
 */

const formats = ['text', 'json'] as const;

const paths = {
  describe: 'Files and directories',
  type: 'string',
  array: true,
  defaultDescription: '.',
} as const;

/** The value of an option that is given once; of several the last one counts, as everywhere. */
function last<Value>(value: Value | readonly Value[]): Value | undefined {
  return Array.isArray(value) ? (value as readonly Value[]).at(-1) : (value as Value);
}

const only = {
  describe: 'Only this row or rule (repeatable)',
  type: 'string',
  array: true,
  requiresArg: true,
  default: [] as string[],
} as const;
const skip = {
  describe: 'Not this row or rule (repeatable)',
  type: 'string',
  array: true,
  requiresArg: true,
  default: [] as string[],
} as const;
const format = { describe: 'Format of the report', choices: formats, requiresArg: true, coerce: last<string> } as const;
const report = {
  describe: 'Write a report to a file too: FORMAT=FILE (repeatable)',
  type: 'string',
  array: true,
  requiresArg: true,
  default: [] as string[],
} as const;
const config = {
  describe: 'Configuration file, instead of the nearest one',
  type: 'string',
  requiresArg: true,
  coerce: last<string>,
} as const;
const failOn = {
  describe: 'The least that exits with 1: safe fixes, suggestions too, manual ones too, unresolved requests too',
  choices: ['safe', 'suggestion', 'manual', 'unresolved', 'never'],
  default: 'manual',
  requiresArg: true,
  coerce: last<string>,
} as const;
const quiet = { describe: 'No words for people on stderr', type: 'boolean', default: false } as const;
const json = { describe: 'JSON instead of text', type: 'boolean', default: false } as const;

const checkOptions = { only, skip, format, report, config, 'fail-on': failOn, quiet } as const;
const to = {
  describe:
    "Send GitLab's requests there instead: the address of a server, or `core` for one that is started for the run",
  type: 'string',
  requiresArg: true,
  coerce: last<string>,
} as const;
const verifyOptions = { to, ...checkOptions } as const;
const migrateOptions = {
  write: { describe: 'Apply safe fixes to the files', type: 'boolean', default: false },
  suggestions: { describe: 'Apply suggestions too', type: 'boolean', default: false },
  partial: {
    describe: 'Apply what a blocked base holds back too, all but the prefix',
    type: 'boolean',
    default: false,
  },
  todo: {
    describe: 'Leave TODO(v4ward) comments for manual findings, and take out those that are settled',
    type: 'boolean',
    default: false,
  },
  'allow-dirty': { describe: 'Write files that have uncommitted changes too', type: 'boolean', default: false },
  ...checkOptions,
} as const;

const serveOptions = {
  port: {
    describe: 'Port; 0 takes any that is free',
    type: 'string',
    default: '0',
    requiresArg: true,
    coerce: toPort,
  },
  host: {
    describe: 'Address to listen on',
    type: 'string',
    default: '127.0.0.1',
    requiresArg: true,
    coerce: last<string>,
  },
  data: {
    describe: 'SQLite file that keeps the state; in memory without it',
    type: 'string',
    requiresArg: true,
    coerce: last<string>,
  },
  seed: {
    describe: 'JSON file of users, tokens, groups, projects, settings and events',
    type: 'string',
    requiresArg: true,
    coerce: last<string>,
  },
  reset: { describe: 'Replace what the data file holds', type: 'boolean', default: false },
  log: { describe: 'Log requests as lines of JSON on stderr', type: 'boolean', default: false },
} as const;

/** @throws {UsageError} if it is no port */
function toPort(given: string | readonly string[]): number {
  const text = String(last(given));
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`"${text}" is no port; expected a number from 0 (any that is free) to 65535.`);
}

function describeCheck(argv: Argv): Argv {
  return argv
    .positional('paths', paths)
    .options(checkOptions)
    .example('$0 check src lib/api.ts', 'what is to do there')
    .example('$0 check --fail-on safe --format json', 'for a gate that only insists on safe fixes')
    .example('$0 check --only no-global-id', 'one rule');
}

function describeMigrate(argv: Argv): Argv {
  return argv
    .positional('paths', paths)
    .options(migrateOptions)
    .example('$0 migrate src > v4.patch', 'the safe fixes as a diff')
    .example('$0 migrate --write', 'apply them')
    .example('$0 migrate --write --suggestions', 'and what rests on an assumption');
}

function describeVerify(argv: Argv): Argv {
  return argv
    .usage('$0 verify [options] -- <command>\n\nRun a command, and report the v3 requests that it sends')
    .options(verifyOptions)
    .example('$0 verify -- npm test', 'what the tests send, mocked or not')
    .example('$0 verify --format json -- node sync.js', 'a program, with a report for programs')
    .example('$0 verify --to core -- npm test', 'against a v4 server that is started for the run')
    .example('$0 verify --to http://127.0.0.1:8080 -- npm test', 'against a server of your own');
}

function describeTranslate(argv: Argv): Argv {
  return argv
    .positional('request', { describe: "'<METHOD> <path>'; without one, lines of standard input", type: 'string' })
    .options({ json, config })
    .example("$0 translate 'GET /projects/owned'", '')
    .example('$0 translate --json < requests.txt', 'one line of JSON a request');
}

function describeExplain(argv: Argv): Argv {
  return argv
    .positional('change', { describe: "A row's id", type: 'string', demandOption: true })
    .options({ config })
    .example('$0 explain project-unstar', '');
}

function describeCatalogue(argv: Argv): Argv {
  return argv.options({ json, config }).example('$0 catalogue --json', 'every row with all that it says');
}

function describeServe(argv: Argv): Argv {
  return argv
    .options(serveOptions)
    .example('$0 serve --port 8080', 'a small demo, in memory')
    .example('$0 serve --seed seed.json --data core.sqlite', 'data of your own, kept in a file');
}

/** A command whose work is loaded when it is asked for. What its arguments are, its options above declare. */
function toCommand(
  command: string,
  describe: string,
  builder: (argv: Argv) => Argv,
  load: () => Promise<(args: never) => number | Promise<number>>,
): CommandModule {
  return {
    command,
    describe,
    builder,
    handler: async (args) => {
      const perform = await load();
      process.exitCode = await perform(withOperands(args) as never);
    },
  };
}

/** yargs leaves what stands behind `--` among the words that name the command: it is what the command is called on. */
function withOperands(args: Arguments): Arguments {
  const { paths, request } = args as { paths?: readonly string[]; request?: string };
  const words = args._.slice(1).map(String);
  const all = [...(paths ?? []), ...words];
  return { ...args, paths: all.length === 0 ? ['.'] : all, request: request ?? words[0], command: words };
}

export const commands = [
  toCommand(
    'check [paths..]',
    'Report what v4 changes; the gate',
    describeCheck,
    async () => (await import('./commands/check.js')).check,
  ),
  toCommand(
    'migrate [paths..]',
    'Print the fixes as a diff, or write them',
    describeMigrate,
    async () => (await import('./commands/migrate.js')).migrate,
  ),
  toCommand(
    'verify',
    'Run a command, and report the v3 requests that it sends',
    describeVerify,
    async () => (await import('./commands/verify.js')).verify,
  ),
  toCommand(
    'translate [request]',
    'The v4 form of a v3 request',
    describeTranslate,
    async () => (await import('./commands/translate.js')).translate,
  ),
  toCommand(
    'explain <change>',
    'What a change is, and what to do about it',
    describeExplain,
    async () => (await import('./commands/explain.js')).explain,
  ),
  toCommand(
    'catalogue',
    'All changes',
    describeCatalogue,
    async () => (await import('./commands/catalogue.js')).listCatalogue,
  ),
  toCommand(
    'serve',
    'Serve API v4: notification settings and events',
    describeServe,
    async () => (await import('./commands/serve.js')).serve,
  ),
];

export const optionNames: readonly string[] = [
  ...Object.keys(migrateOptions),
  ...Object.keys(serveOptions),
  'to',
  'json',
  'help',
  'version',
];

import { formatNames } from '../reporters/formats.js';
import { defaultSubject } from '../campaign/message.js';
import { orInEach } from './campaign.js';
import type { Command, Option } from './command.js';
import { UsageError } from './exit-codes.js';
import { toShard } from './shard.js';

/**
 * The commands with their options. What a command does is in a module of its own, loaded when it is called, so that
 * `--help` and the small commands start fast.
 */

/** Where tools keep what they can make again; no package of the project's. */
const defaultCache = 'node_modules/.cache/v4ward/check';

type Options = Readonly<Record<string, Option>>;

const paths = {
  name: 'paths',
  describe: 'Files and directories',
  many: true,
  default: ['.'],
  completes: 'files',
} as const;

const config = {
  config: {
    describe: 'Configuration file, instead of the nearest one',
    type: 'string',
    value: 'FILE',
    completes: 'files',
  },
} as const satisfies Options;

const json = { json: { describe: 'JSON instead of text', type: 'boolean' } } as const satisfies Options;

const selection = {
  only: {
    describe: 'Only this row or rule (repeatable)',
    type: 'string',
    value: 'CHANGE',
    array: true,
    completes: 'selection',
  },
  skip: {
    describe: 'Not this row or rule (repeatable)',
    type: 'string',
    value: 'CHANGE',
    array: true,
    completes: 'selection',
  },
} as const satisfies Options;

const checkOptions = {
  ...selection,
  format: { describe: 'Format of the report', type: 'string', value: 'FORMAT', choices: formatNames },
  report: {
    describe: 'Write a report to a file too (repeatable)',
    type: 'string',
    value: 'FORMAT=FILE',
    array: true,
    completes: 'nothing',
  },
  ...config,
  'fail-on': {
    describe: 'The least that exits with 1: safe fixes, suggestions too, manual ones too, unresolved requests too',
    type: 'string',
    value: 'LEVEL',
    choices: ['safe', 'suggestion', 'manual', 'unresolved', 'never'],
    default: 'manual',
  },
  quiet: { describe: 'No words for people on stderr', type: 'boolean' },
} as const satisfies Options;

const repositoryOptions = {
  repos: {
    describe: 'File that lists repositories, a directory a line: each is looked at as a project of its own',
    type: 'string',
    value: 'FILE',
    completes: 'files',
  },
  jobs: {
    describe:
      'How many repositories at a time, as many as there are cores if left out; in one, 1 is for no second thread',
    type: 'string',
    value: 'N',
    coerce: toJobs,
    completes: 'nothing',
  },
  shard: {
    describe: 'One of N parts, for parallel jobs; CI_NODE_INDEX and CI_NODE_TOTAL say it too',
    type: 'string',
    value: 'I/N',
    coerce: toShard,
    completes: 'nothing',
  },
  'allow-empty': { describe: 'No file to look at is nothing to do, and no error', type: 'boolean' },
} as const satisfies Options;

const branchOptions = {
  branch: {
    describe: 'Put the fixes on a branch of this name, and leave the working tree as it is',
    type: 'string',
    value: 'NAME',
    implies: ['commit'],
    conflicts: ['allow-dirty', 'interactive', 'undo'],
    completes: 'nothing',
  },
  commit: { describe: 'Make the branch, with one commit', type: 'boolean', implies: ['branch'] },
  message: {
    describe: 'Subject of the commit, and title of the merge request',
    type: 'string',
    value: 'TEXT',
    implies: ['branch'],
    default: defaultSubject,
    coerce: toSubject,
    completes: 'nothing',
  },
  push: {
    describe: 'Push the branch, and have GitLab open a merge request',
    type: 'boolean',
    implies: ['branch'],
  },
  remote: {
    describe: 'Where to push',
    type: 'string',
    value: 'NAME',
    implies: ['push'],
    default: 'origin',
    completes: 'nothing',
  },
  'no-verify': { describe: "Leave the repository's hooks out", type: 'boolean', implies: ['branch'] },
} as const satisfies Options;

const mergeOptions = {
  format: checkOptions.format,
  report: checkOptions.report,
  'fail-on': checkOptions['fail-on'],
  quiet: checkOptions.quiet,
} as const satisfies Options;

const gateOptions = {
  baseline: {
    describe: 'Let pass what this file holds',
    type: 'string',
    value: 'FILE',
    completes: 'files',
  },
  'update-baseline': {
    describe: 'Write the baseline anew: what is open goes in, what is no longer found goes out',
    type: 'boolean',
    implies: ['baseline'],
  },
  since: {
    describe: 'Report only what changed since this branch left that one: lines of the merge request',
    type: 'string',
    value: 'REF',
    completes: 'nothing',
  },
  staged: {
    describe: 'Report only what is staged, as it is staged: for a hook before commits',
    type: 'boolean',
    conflicts: ['since'],
  },
  cache: {
    describe: 'Keep the results, and take them again as long as nothing has changed that they rest on',
    type: 'boolean',
    conflicts: ['staged'],
  },
  'cache-location': {
    describe: 'File that keeps the results',
    type: 'string',
    value: 'FILE',
    implies: ['cache'],
    default: defaultCache,
    completes: 'files',
  },
  'max-warnings': {
    describe: 'Exit with 1 if more than this is open of what --fail-on lets pass',
    type: 'string',
    value: 'N',
    coerce: toCount,
    completes: 'nothing',
  },
  ...checkOptions,
} as const satisfies Options;

const migrateOptions = {
  write: { describe: 'Apply safe fixes to the files', type: 'boolean' },
  suggestions: { describe: 'Apply suggestions too', type: 'boolean' },
  partial: { describe: 'Apply what a blocked base holds back too, all but the prefix', type: 'boolean' },
  todo: {
    describe: 'Leave TODO(v4ward) comments for manual findings, and take out those that are settled',
    type: 'boolean',
  },
  'allow-dirty': { describe: 'Write files that have uncommitted changes too', type: 'boolean' },
  interactive: {
    describe: 'Ask about each fix, suggestions too, and write those that are accepted',
    type: 'boolean',
    conflicts: ['repos', 'shard', 'branch'],
  },
  undo: {
    describe: 'Take back what the last migration wrote, of the whole repository',
    type: 'boolean',
    conflicts: [
      ...['write', 'interactive', 'suggestions', 'partial', 'todo', 'only', 'skip', 'format', 'report'],
      ...['repos', 'shard', 'branch'],
    ],
  },
  ...checkOptions,
} as const satisfies Options;

const verifyOptions = {
  to: {
    describe:
      "Send GitLab's requests there instead: the address of a server, or `core` for one that is started for the run",
    type: 'string',
    value: 'URL',
    completes: 'nothing',
  },
  'only-run': {
    describe: 'Compare with the files that sent requests, and leave the others unread: faster in a large project',
    type: 'boolean',
  },
  ...checkOptions,
} as const satisfies Options;

const serveOptions = {
  port: {
    describe: 'Port; 0 takes any that is free',
    type: 'string',
    value: 'PORT',
    default: '0',
    coerce: toPort,
    completes: 'nothing',
  },
  host: {
    describe: 'Address to listen on',
    type: 'string',
    value: 'ADDRESS',
    default: '127.0.0.1',
    completes: 'nothing',
  },
  data: {
    describe: 'SQLite file that keeps the state; in memory without it',
    type: 'string',
    value: 'FILE',
    completes: 'files',
  },
  seed: {
    describe: 'JSON file of users, tokens, groups, projects, settings and events',
    type: 'string',
    value: 'FILE',
    completes: 'files',
  },
  reset: { describe: 'Replace what the data file holds', type: 'boolean' },
  log: { describe: 'Log requests as lines of JSON on stderr', type: 'boolean' },
} as const satisfies Options;

/** @throws {UsageError} if it is no port */
function toPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`"${text}" is no port; expected a number from 0 (any that is free) to 65535.`);
}

/** @throws {UsageError} if it is no number of jobs */
function toJobs(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`"${text}" is no number of jobs; expected one from 1 to 9999.`);
}

/** @throws {UsageError} if it is not one line */
function toSubject(text: string): string {
  if (/\S/.test(text) && !/[\n\r]/.test(text)) return text.trim();
  throw new UsageError('expected one line of text.');
}

/** @throws {UsageError} if it is no number */
function toCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError('expected a whole number, 0 or more.');
}

export const commands: readonly Command[] = [
  {
    name: 'init',
    describe: 'Set v4ward up: configuration, ESLint and CI',
    options: { yes: { describe: 'Write without asking', type: 'boolean' } },
    examples: [
      ['init', 'shows what it would write, and asks'],
      ['init --yes', 'writes it'],
    ],
    load: async () => (await import('./commands/init.js')).init,
  },
  {
    name: 'check',
    describe: 'Report what v4 changes; the gate',
    operands: paths,
    options: { ...gateOptions, ...repositoryOptions },
    examples: [
      ['check src lib/api.ts', 'what is to do there'],
      ['check --fail-on safe --format json', 'for a gate that only insists on safe fixes'],
      ['check --only no-global-id', 'one rule'],
      ['check --baseline v4ward-baseline.jsonl --update-baseline', 'let pass what is open today'],
      ['check --baseline v4ward-baseline.jsonl', 'and only what comes after it fails'],
      ['check --repos repos.txt --report json={name}.json', 'many repositories, a report each'],
      ['check --since origin/main', 'what a merge request brings'],
    ],
    load: orInEach('check', async () => (await import('./commands/check.js')).check),
  },
  {
    name: 'migrate',
    describe: 'Print the fixes as a diff, or write them',
    operands: paths,
    options: { ...migrateOptions, ...repositoryOptions, ...branchOptions },
    examples: [
      ['migrate src > v4.patch', 'the safe fixes as a diff'],
      ['migrate --write', 'apply them'],
      ['migrate --write --suggestions', 'and what rests on an assumption'],
      ['migrate --repos repos.txt --branch v4 --commit --push', 'a merge request in each of many'],
      ['migrate --interactive', 'ask about each'],
      ['migrate --undo', 'take back what was written last'],
    ],
    load: orInEach('migrate', async () => (await import('./commands/migrate.js')).migrate),
  },
  {
    name: 'merge',
    describe: 'Join the reports of several runs',
    operands: {
      name: 'files',
      describe: 'Reports that --format json or --report json=FILE made',
      required: true,
      many: true,
      completes: 'files',
    },
    options: mergeOptions,
    examples: [
      ['merge reports/*.json --report json=all.json', 'what all repositories need, by change'],
      ['merge shard-*.json --format json', 'the parts of one run'],
    ],
    load: async () => (await import('./commands/merge.js')).merge,
  },
  {
    name: 'verify',
    describe: 'Run a command, and report the v3 requests that it sends',
    operands: {
      name: 'command',
      describe: 'What to run, with its own options',
      required: true,
      many: true,
      behindDashes: true,
    },
    options: verifyOptions,
    examples: [
      ['verify -- npm test', 'what the tests send, mocked or not'],
      ['verify --format json -- node sync.js', 'a program, with a report for programs'],
      ['verify --to core -- npm test', 'against a v4 server that is started for the run'],
      ['verify --to http://127.0.0.1:8080 -- npm test', 'against a server of your own'],
    ],
    load: async () => (await import('./commands/verify.js')).verify,
  },
  {
    name: 'translate',
    describe: 'The v4 form of a v3 request',
    operands: {
      name: 'request',
      describe: "'<METHOD> <path>'; without one, lines of standard input",
      completes: 'nothing',
    },
    options: { ...json, ...config },
    examples: [
      ["translate 'GET /projects/owned'", 'one request'],
      ['translate --json < requests.txt', 'one line of JSON a request'],
    ],
    load: async () => (await import('./commands/translate.js')).translate,
  },
  {
    name: 'explain',
    describe: 'What a change is, and what to do about it',
    operands: {
      name: 'change',
      describe: 'The id of a row, or the name of a rule',
      required: true,
      completes: 'selection',
    },
    options: { ...json, ...config },
    examples: [
      ['explain project-unstar', 'one change'],
      ['explain no-global-id', 'one rule'],
    ],
    load: async () => (await import('./commands/explain.js')).explain,
  },
  {
    name: 'catalogue',
    describe: 'All changes',
    options: { ...json, ...selection, ...config },
    examples: [
      ['catalogue --only no-v3-response', 'those of one rule'],
      ['catalogue --json', 'every row with all that it says'],
    ],
    load: async () => (await import('./commands/catalogue.js')).listCatalogue,
  },
  {
    name: 'serve',
    describe: 'Serve API v4: notification settings and events',
    options: serveOptions,
    examples: [
      ['serve --port 8080', 'a small demo, in memory'],
      ['serve --seed seed.json --data core.sqlite', 'data of your own, kept in a file'],
    ],
    load: async () => (await import('./commands/serve.js')).serve,
  },
  {
    name: 'completion',
    describe: 'What a shell reads to complete command lines',
    operands: { name: 'shell', describe: 'The shell', required: true, choices: ['bash', 'zsh', 'fish'] },
    options: {},
    examples: [
      ['completion bash >> ~/.bashrc', 'for bash'],
      ['completion zsh >> ~/.zshrc', 'for zsh, behind `compinit`'],
      ['completion fish > ~/.config/fish/completions/v4ward.fish', 'for fish'],
    ],
    load: async () => (await import('./commands/completion.js')).printCompletion,
  },
];

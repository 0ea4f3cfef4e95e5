import { parseArgs } from 'node:util';
import { suggestName } from '../configuration/spelling.js';
import type { Command, Operands, Option, Valued } from './command.js';
import { commonOptions } from './command.js';
import { UsageError } from './exit-codes.js';

/** What a command is called with, by the names of its options in camel case, and of its operands. */
export type Values = Readonly<Record<string, unknown>>;

/** A command, and what it is called with; `help` if its help is asked for, `version` if the version is. */
export type Call = { readonly kind: 'help'; readonly command: Command | null } | { readonly kind: 'version' } | Run;

export interface Run {
  readonly kind: 'run';
  readonly command: Command;
  readonly values: Values;
}

/**
 * Reads a command line: `<command> [options and operands] [-- operands]`, as POSIX has them (12.2), with long options.
 *
 * @throws {UsageError} which says what was given, what is expected, and where to read more
 */
export function parseCommandLine(args: readonly string[], commands: readonly Command[]): Call {
  const [name, ...others] = args;
  if (name === undefined)
    throw new UsageError(`Say what to do: v4ward <command>, such as \`v4ward check\`.${more(null)}`);
  if (name === '--help' || name === '-h') return { kind: 'help', command: null };
  if (name === '--version') return { kind: 'version' };
  const command = findCommand(name, commands);
  const tokens = tokenize(others, command);
  if (has(tokens, 'help')) return { kind: 'help', command };
  if (has(tokens, 'version')) return { kind: 'version' };
  refuseUnknown(tokens, command, commands);
  const options = readOptions(tokens, command);
  refuseCombinations(tokens, command);
  return { kind: 'run', command, values: { ...options, ...readOperands(tokens, command) } };
}

/** Where to read on, on a line of its own. */
function more(command: Command | null): string {
  return command === null
    ? '\n`v4ward --help` lists the commands.'
    : `\n\`v4ward ${command.name} --help\` shows what it takes.`;
}

function findCommand(name: string, commands: readonly Command[]): Command {
  const command = commands.find((one) => one.name === name);
  if (command !== undefined) return command;
  if (name.startsWith('-'))
    throw new UsageError(`The command comes first: v4ward <command> ${name} …, such as \`v4ward check\`.${more(null)}`);
  const names = commands.map((one) => one.name);
  throw new UsageError(`There is no command "${name}".${suggestName(name, names)}${more(null)}`);
}

type Token = ReturnType<typeof tokenize>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokenize(args: readonly string[], { options }: Command) {
  const all: Record<string, Option> = { ...options, ...commonOptions };
  const types = Object.entries(all).map(([name, { type }]) => [name, { type }] as const);
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

function isOption(token: Token): token is OptionToken {
  return token.kind === 'option';
}

function has(tokens: readonly Token[], name: string): boolean {
  return tokens.some((token) => isOption(token) && token.name === name);
}

function getOption({ options }: Command, name: string): Option | null {
  return Object.hasOwn(options, name) ? (options[name] ?? null) : null;
}

function refuseUnknown(tokens: readonly Token[], command: Command, commands: readonly Command[]): void {
  const unknown = tokens.filter(isOption).filter(({ name }) => getOption(command, name) === null);
  if (unknown.length === 0) return;
  const lines = unknown.map(({ name, rawName }) => describeUnknown({ name, rawName }, command, commands));
  throw new UsageError([...new Set(lines)].join('\n') + more(command));
}

/** An option that another command has is told as such; else the one that was probably meant. */
function describeUnknown(
  { name, rawName }: Pick<OptionToken, 'name' | 'rawName'>,
  command: Command,
  commands: readonly Command[],
): string {
  const said = `\`v4ward ${command.name}\` has no option "${rawName}".`;
  const others = commands.filter((one) => getOption(one, name) !== null).map((one) => `\`v4ward ${one.name}\``);
  if (others.length > 0) return `${said} It is one of ${others.join(', ')}.`;
  const known = [...Object.keys(command.options), ...Object.keys(commonOptions)].map((one) => `--${one}`);
  return said + suggestName(rawName, known);
}

function readOptions(tokens: readonly Token[], command: Command): Values {
  const given = tokens.filter(isOption);
  const entries = Object.entries(command.options).map(([name, option]) => {
    const own = given.filter((token) => token.name === name);
    return [toArgumentName(name), option.type === 'boolean' ? readSwitch(own) : readValues(own, option, command)];
  });
  return Object.fromEntries(entries) as Values;
}

/** `fail-on` is `failOn` to the code. */
export function toArgumentName(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function readSwitch(given: readonly OptionToken[]): boolean {
  const wrong = given.find(({ value }) => value !== undefined);
  if (wrong === undefined) return given.length > 0;
  throw new UsageError(
    `${wrong.rawName}=${String(wrong.value)}: ${wrong.rawName} takes no value; leave it out for no.`,
  );
}

function readValues(given: readonly OptionToken[], option: Valued, command: Command): unknown {
  const values = given.map((token) => readValue(token, option, command));
  if (option.array === true) return values;
  if (values.length > 0) return values.at(-1);
  return option.default === undefined ? undefined : convert(option.default, option);
}

function readValue({ rawName, value, inlineValue }: OptionToken, option: Valued, command: Command): unknown {
  if (value === undefined || (!inlineValue && isOptionOf(value, command)))
    throw new UsageError(`${rawName} needs a value: ${describeValue(rawName, option)}${more(command)}`);
  const { choices } = option;
  if (choices !== undefined && !choices.includes(value))
    throw new UsageError(
      `${rawName} ${value}: expected one of ${choices.join(', ')}.${suggestName(value, choices)}${more(command)}`,
    );
  try {
    return convert(value, option);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${rawName} ${value}: ${error.message}${more(command)}`);
  }
}

function convert(text: string, { coerce }: Valued): unknown {
  return coerce === undefined ? text : coerce(text);
}

/** `--config --json`: the value was forgotten. */
function isOptionOf(value: string, command: Command): boolean {
  const name = value.slice(2).split('=', 1)[0] ?? '';
  return value === '--' || (value.startsWith('--') && getOption(command, name) !== null);
}

function describeValue(rawName: string, { choices, value = 'VALUE' }: Valued): string {
  return choices === undefined ? `${rawName} ${value}.` : `one of ${choices.join(', ')}.`;
}

function refuseCombinations(tokens: readonly Token[], command: Command): void {
  for (const { name, rawName } of tokens.filter(isOption)) {
    const { implies = [], conflicts = [] } = getOption(command, name) ?? {};
    const against = conflicts.find((other) => has(tokens, other));
    if (against !== undefined)
      throw new UsageError(`${rawName} and --${against} cannot go together: give one of them.${more(command)}`);
    if (implies.length > 0 && !implies.some((other) => has(tokens, other)))
      throw new UsageError(
        `${rawName} means nothing without ${implies.map((other) => `--${other}`).join(' or ')}: add it.${more(command)}`,
      );
  }
}

function readOperands(tokens: readonly Token[], command: Command): Values {
  const { operands } = command;
  const words = tokens.filter((token) => token.kind === 'positional');
  const dashes = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? Infinity;
  const before = words.find(({ index }) => index < dashes);
  if (operands === undefined && words[0] !== undefined)
    throw new UsageError(`\`v4ward ${command.name}\` takes no "${words[0].value}", only options.${more(command)}`);
  if (operands === undefined) return {};
  if (operands.behindDashes === true && before !== undefined)
    throw new UsageError(
      `Put the ${operands.name} behind \`--\`: v4ward ${command.name} -- ${before.value} ….${more(command)}`,
    );
  const values = words.map(({ value }) => value);
  refuseOperands(values, operands, command);
  return { [operands.name]: operands.many === true ? withDefault(values, operands) : values[0] };
}

function withDefault(values: readonly string[], { default: otherwise = [] }: Operands): readonly string[] {
  return values.length === 0 ? otherwise : values;
}

function refuseOperands(values: readonly string[], operands: Operands, command: Command): void {
  const { name, required, many, choices, behindDashes } = operands;
  const [example] = command.examples;
  if (required === true && values.length === 0)
    throw new UsageError(
      `Say which ${name}${behindDashes === true ? ', behind `--`' : ''}: v4ward ${example?.[0] ?? command.name}${more(command)}`,
    );
  if (many !== true && values[1] !== undefined)
    throw new UsageError(
      `\`v4ward ${command.name}\` takes one ${name}; "${values[1]}" is one too many.${more(command)}`,
    );
  const wrong = values.find((value) => choices?.includes(value) === false);
  if (choices !== undefined && wrong !== undefined)
    throw new UsageError(
      `"${wrong}" is no ${name}; expected one of ${choices.join(', ')}.${suggestName(wrong, choices)}${more(command)}`,
    );
}

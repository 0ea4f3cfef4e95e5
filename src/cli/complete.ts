import type { Command, Completed, Option } from './command.js';
import { commonOptions } from './command.js';

/** The names of rows and rules, read when they are asked for. */
type Selection = () => readonly string[];

/**
 * What a shell may offer for the last of the words behind `v4ward`. Nothing where files are meant: shells know them.
 *
 * @param words those before the cursor; the last is begun, or empty
 */
export function listCompletions(
  words: readonly string[],
  commands: readonly Command[],
  selection: Selection,
): readonly string[] {
  // bash makes `=` a word of its own.
  const parts = words.filter((word, index) => word !== '=' || index === words.length - 1);
  const begun = parts.at(-1) === '=' ? '' : (parts.at(-1) ?? '');
  return candidatesFor(parts, begun, commands, selection).filter((name) => name.startsWith(begun));
}

function candidatesFor(
  words: readonly string[],
  begun: string,
  commands: readonly Command[],
  selection: Selection,
): readonly string[] {
  const command = commands.find(({ name }) => name === words[0]);
  if (words.length <= 1) return begun.startsWith('-') ? toNames(commonOptions) : commands.map(({ name }) => name);
  if (command === undefined || words.slice(0, -1).includes('--')) return [];
  const options: Readonly<Record<string, Option>> = { ...command.options, ...commonOptions };
  const [name, joined] = splitJoined(begun);
  if (joined) return valuesOf(options[name.slice(2)], selection).map((value) => `${name}=${value}`);
  const before = words.at(-2) ?? '';
  const option = before.startsWith('--') ? options[before.slice(2)] : undefined;
  if (option?.type === 'string') return valuesOf(option, selection);
  if (begun.startsWith('-')) return toNames(options).filter((each) => !words.includes(each) || isArray(options, each));
  const { operands } = command;
  return operands === undefined ? [] : [...(operands.choices ?? []), ...namesOf(operands.completes, selection)];
}

/** `--format=js`, as shells other than bash leave it. */
function splitJoined(begun: string): readonly [name: string, joined: boolean] {
  const at = begun.indexOf('=');
  return begun.startsWith('--') && at > 0 ? [begun.slice(0, at), true] : [begun, false];
}

function toNames(options: Readonly<Record<string, Option>>): string[] {
  return Object.keys(options).map((name) => `--${name}`);
}

function isArray(options: Readonly<Record<string, Option>>, name: string): boolean {
  const option = options[name.slice(2)];
  return option?.type === 'string' && option.array === true;
}

function valuesOf(option: Option | undefined, selection: Selection): readonly string[] {
  return option?.type === 'string' ? [...(option.choices ?? []), ...namesOf(option.completes, selection)] : [];
}

function namesOf(completes: Completed | undefined, selection: Selection): readonly string[] {
  return completes === 'selection' ? selection() : [];
}

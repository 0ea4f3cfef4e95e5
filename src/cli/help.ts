import type { Command, Example, Operands, Option } from './command.js';
import { commonOptions } from './command.js';
import { toSection, wrap } from './layout.js';
import type { Line } from './layout.js';

const exitCodesLine =
  'Exit codes: 0 nothing open, 1 findings, 2 usage or configuration, 3 some files could not be read, parsed or written.';

const startExamples: readonly Example[] = [
  ['check src', 'what is to do below src'],
  ['migrate', 'the safe fixes, as a diff; nothing is written'],
  ['migrate --write', 'the safe fixes, written'],
  ["translate 'DELETE /projects/1/star'", 'the v4 form of one request'],
];

/**
 * What there is, from the tables of the commands.
 *
 * @param width the columns of the terminal
 */
export function describeProgram(commands: readonly Command[], width: number): string {
  return toText([
    'v4ward <command> [options]',
    'Moves client code from the GitLab REST API v3 to v4.',
    toSection(
      'Commands',
      commands.map((command) => [toUsage(command), command.describe] as const),
      width,
    ),
    toSection('Options', toOptionLines(commonOptions), width),
    toSection('Examples', toExampleLines(startExamples), width),
    wrap('`v4ward <command> --help` tells about one.', width),
    wrap(exitCodesLine, width),
  ]);
}

/** What a command takes. */
export function describeCommand(command: Command, width: number): string {
  const { operands, options, examples } = command;
  return toText([
    `v4ward ${toUsage(command)} [options]`.replace(/ -- (.*) \[options\]$/, ' [options] -- $1'),
    wrap(`${command.describe}.`, width),
    ...(operands === undefined ? [] : [toSection('Arguments', [[operands.name, describeOperands(operands)]], width)]),
    toSection('Options', toOptionLines({ ...options, ...commonOptions }), width),
    toSection('Examples', toExampleLines(examples), width),
  ]);
}

function toText(sections: readonly string[]): string {
  return `${sections.join('\n\n')}\n`;
}

function toUsage({ name, operands }: Command): string {
  return operands === undefined ? name : `${name} ${toOperandUsage(operands)}`;
}

function toOperandUsage({ name, many, required, behindDashes }: Operands): string {
  const each = `${name}${many === true ? '...' : ''}`;
  return `${behindDashes === true ? '-- ' : ''}${required === true ? `<${each}>` : `[${each}]`}`;
}

function describeOperands({ describe, choices, default: otherwise }: Operands): string {
  return describe + describeChoices(choices) + describeDefault(otherwise?.join(' '));
}

function toOptionLines(options: Readonly<Record<string, Option>>): Line[] {
  return Object.entries(options).map(([name, option]) => [toOptionName(name, option), describeOption(option)] as const);
}

function toOptionName(name: string, option: Option): string {
  const long = option.type === 'boolean' ? `--${name}` : `--${name} ${option.value ?? 'VALUE'}`;
  return name === 'help' ? `-h, ${long}` : `    ${long}`;
}

function describeOption(option: Option): string {
  if (option.type === 'boolean') return option.describe;
  return option.describe + describeChoices(option.choices) + describeDefault(option.default);
}

function describeChoices(choices: readonly string[] | undefined): string {
  return choices === undefined ? '' : ` [${choices.join(', ')}]`;
}

function describeDefault(otherwise: string | undefined): string {
  return otherwise === undefined ? '' : ` (default: ${otherwise})`;
}

function toExampleLines(examples: readonly Example[]): Line[] {
  return examples.map(([line, about]) => [`v4ward ${line}`, about] as const);
}

import { chooseBase } from './bases.js';
import { Choices } from './choices.js';
import { answering } from './answers.js';
import { clients } from './clients.js';
import { layouts } from './layouts.js';
import { chooseRequest } from './requests.js';
import { chooseStyle, declare, exportNamed, quoteText } from './style.js';
import type { Style } from './style.js';
import type { Work } from './work.js';

/** A program that sends what whoever made it knows. */
export interface Program {
  /** By name. The one that is run exports `main`. */
  readonly files: ReadonlyMap<string, string>;
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How many requests it sends. */
  readonly sends: number;
  /** How it is made, for statistics. */
  readonly features: readonly string[];
}

/** The program that a list of choices makes; an empty list makes the plainest one. */
export function makeProgram(numbers: readonly number[]): Program {
  const choices = new Choices(numbers);
  const style = chooseStyle(choices);
  const count = 1 + choices.below(4);
  const requests = Array.from({ length: count }, () => chooseRequest(choices));
  const base = chooseBase(style, choices);
  const client = choices.pick(clients);
  const layout = choices.oneIn(5) ? answering : choices.pick(layouts);
  const work: Work = { style, choices, base, client };
  const { files, calls, sends = requests.length } = layout.write(work, requests);
  const extension = style.language === 'TypeScript' ? 'ts' : 'js';
  const entry = `main.${extension}`;
  const main = [
    ...(layout.isApart ? [] : base.lines),
    ...files.main,
    ...calls.declarations,
    `async function main() {`,
    ...chooseNoise(work),
    ...calls.statements.map((line) => `  ${line}`),
    `}`,
    exportNamed(style, ['main']),
  ];
  const written = new Map([
    [entry, main],
    ...[...base.files, ...files.others].map(([name, lines]): [string, readonly string[]] => [
      name.includes('.') ? name : `${name}.${extension}`,
      lines,
    ]),
  ]);
  return {
    files: new Map([...written].map(([name, lines]) => [name, toFile(style, name, lines)])),
    entry,
    environment: base.environment,
    sends,
    features: [style.language, base.kind, client.name, layout.kind],
  };
}

function toFile({ mark, newline }: Style, name: string, lines: readonly string[]): string {
  return (name.endsWith('.json') ? '' : mark) + lines.join(newline) + newline;
}

/** What a program does besides. */
function chooseNoise({ style, choices }: Work): string[] {
  const { semicolon } = style;
  return choices.pick([
    [],
    [],
    [`  console.info(${quoteText(style, 'asks https://gitlab.acme.test/api/v3/projects/owned')})${semicolon}`],
    [`  // formerly GET /api/v3/projects/all`],
    [`  ${declare(style, 'example', '{ id: 5, iid: 1, builds_enabled: true, public: false }')}`],
  ]);
}

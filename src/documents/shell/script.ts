import { forEachChild } from 'unbash';
import type { Assignment, ArrayValue, Command, Function as ShellFunction, SyntaxNode, Word } from 'unbash';
import type { Excerpt } from '../excerpt.js';
import { armsOf } from './arms.js';
import type { Arm } from './arms.js';

/** A command, and where in the script it stands. */
export interface Site {
  readonly command: Command;
  /** The function that it stands in. */
  readonly owner: ShellFunction | null;
  /** The lists of commands around it, outermost first. */
  readonly around: readonly SyntaxNode[];
  /** What reads its output, in a pipe. */
  readonly piped: readonly Command[];
  /** Something reads its output, in a pipe: a loop too. */
  readonly passes: boolean;
  /** What writes its input. */
  readonly fed: Command | null;
}

/** What gives a variable a value. */
export interface Setting {
  readonly name: string;
  /** Null if nobody can tell: `read NAME`. */
  readonly value: Word | ArrayValue | null;
  /** All that a loop gives it. */
  readonly others: readonly Word[];
  readonly appends: boolean;
  /** Only where it has no value yet: `${NAME:=value}`. */
  readonly fallback: boolean;
  /** `local NAME=value`. */
  readonly local: boolean;
  readonly pos: number;
  readonly owner: ShellFunction | null;
  readonly around: readonly SyntaxNode[];
}

/** A script, as its commands need to see it. */
export interface Script {
  readonly excerpt: Excerpt;
  readonly sites: readonly Site[];
  readonly settings: ReadonlyMap<string, readonly Setting[]>;
  readonly functions: ReadonlyMap<string, ShellFunction>;
  /** What it may run more than once. */
  readonly loops: readonly SyntaxNode[];
  /** What it runs for one version of the API. */
  readonly arms: readonly Arm[];
  /** The names of the variables that commands read which are no requests: `mkdir "/srv/$ROUTE"`. */
  readonly readElsewhere: ReadonlySet<string>;
}

interface At {
  readonly owner: ShellFunction | null;
  readonly around: readonly SyntaxNode[];
  readonly piped: readonly Command[];
  readonly passes: boolean;
  readonly fed: Command | null;
}

/** Lists what a script holds. */
export function toScript(excerpt: Excerpt, root: SyntaxNode): Script {
  const sites: Site[] = [];
  const settings = new Map<string, Setting[]>();
  const functions = new Map<string, ShellFunction>();
  const loops: SyntaxNode[] = [];
  const arms: Arm[] = [];
  const add = (setting: Setting): void => {
    settings.set(setting.name, [...(settings.get(setting.name) ?? []), setting]);
  };
  const visit = (node: SyntaxNode, at: At): void => {
    if (node.type === 'Script' && node.source !== undefined) return;
    if (node.type === 'Function') functions.set(node.name.value, node);
    if (/^(?:While|For|ArithmeticFor|Select)$/.test(node.type)) loops.push(node);
    if (node.type === 'Command') sites.push({ command: node, ...at });
    for (const setting of settingsOf(node, at)) add(setting);
    arms.push(...armsOf(node, excerpt));
    const inner = toInner(node, at);
    const commands: readonly SyntaxNode[] = node.type === 'Pipeline' ? node.commands : [];
    forEachChild(node, (child) => {
      const index = commands.indexOf(child);
      visit(child, index === -1 ? inner : inPipe(inner, commands, index));
    });
  };
  visit(root, { owner: null, around: [], ...unpiped });
  const readElsewhere = namesReadElsewhere(excerpt, sites, functions);
  return { excerpt, sites, settings, functions, loops, arms, readElsewhere };
}

const harmless = /^(?:echo|printf|log|info|warn|error|die|usage|test|\[|\[\[|set|shift|return|exit|read|unset|$|\$)/;

function namesReadElsewhere(
  { text }: Excerpt,
  sites: readonly Site[],
  functions: ReadonlyMap<string, ShellFunction>,
): ReadonlySet<string> {
  const others = sites.flatMap(({ command }) => {
    const name = command.name?.value ?? '';
    if (harmless.test(name) || declaring.test(name) || functions.has(name)) return [];
    const written = text.slice(command.pos, command.end);
    return /\b(?:curl|wget|https?|xhs?|httpie)\b/.test(written) ? [] : [written];
  });
  return new Set(others.flatMap((each) => [...each.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name)));
}

const unpiped = { piped: [], passes: false, fed: null };

function toInner(node: SyntaxNode, at: At): At {
  const free = node.type === 'Statement' || node.type === 'Script' ? { ...at, ...unpiped } : at;
  if (node.type === 'Function') return { ...free, owner: node };
  const isBranch = node.type === 'AndOr' || node.type === 'CompoundList' || node.type === 'Script';
  return isBranch ? { ...free, around: [...free.around, node] } : free;
}

function inPipe(at: At, commands: readonly SyntaxNode[], index: number): At {
  const before = commands[index - 1];
  return {
    ...at,
    piped: commands.slice(index + 1).filter((each) => each.type === 'Command'),
    passes: at.passes || index < commands.length - 1,
    fed: before?.type === 'Command' ? before : null,
  };
}

const unset = { others: [], appends: false, fallback: false, local: false };

function settingsOf(node: SyntaxNode, { owner, around }: At): Setting[] {
  if (node.type === 'Command') return settingsOfCommand(node).map((one) => ({ ...one, owner, around }));
  if (node.type === 'For' || node.type === 'Select') {
    const others = node.wordlist ?? [];
    return [{ ...unset, name: node.name.value, value: null, others, pos: node.pos, owner, around }];
  }
  if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default') {
    const { operator, operand } = node.operation;
    const own = { ...unset, name: node.parameter, value: operand, fallback: true, pos: node.pos, owner, around };
    return operator === '=' || operator === ':=' ? [own] : [];
  }
  return [];
}

const declaring = /^(?:export|local|declare|typeset|readonly)$/;

function settingsOfCommand(command: Command): Omit<Setting, 'owner' | 'around'>[] {
  const name = command.name?.value ?? '';
  const assigned =
    command.name === undefined
      ? command.prefix.filter((one) => one.type === 'Assignment')
      : declaring.test(name)
        ? command.args.filter((one) => one.type === 'Assignment')
        : [];
  const local = name === 'local' || name === 'typeset' || name === 'declare';
  return [...assigned.map((one) => toSetting(one, local)), ...hiddenNames(command).map((one) => hide(one, command))];
}

function toSetting({ name, value, append, index, pos }: Assignment, local: boolean): Omit<Setting, 'owner' | 'around'> {
  return { ...unset, name, value: index === undefined ? value : null, appends: append === true, local, pos };
}

/** Variables that a command sets to what nobody sees. */
function hiddenNames(command: Command): string[] {
  const words = command.args.flatMap((one) => (one.type === 'Word' ? [one.value] : []));
  switch (command.name?.value) {
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'unset':
      return words.filter((word) => /^\w+$/.test(word));
    case 'printf':
      return words[0] === '-v' && words[1] !== undefined ? [words[1]] : [];
    case 'getopts':
      return words.slice(1, 2);
    default:
      return [];
  }
}

function hide(name: string, { pos }: Command): Omit<Setting, 'owner' | 'around'> {
  return { ...unset, name, value: null, pos };
}

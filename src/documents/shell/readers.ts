import type { Command, Word } from 'unbash';
import type { Scope } from './expand.js';
import type { Script, Setting, Site } from './script.js';

// Who reads what a command prints: `curl … | jq …`, `x=$(curl …); echo "$x" | jq …`, `curl … > x.json; jq … x.json`

/** The commands that may read the output of a command, also where a function that it stands in is called. */
export function readersOf(site: Site, { script, call }: Scope): readonly Command[] {
  const own = readersIn(script, site);
  if (call === null || (own.length > 0 && !own.some((command) => isTakenApart(command, script)))) return own;
  return [...own, ...readersOf(call.site, call.from)];
}

/** Whether a command hands on what it reads, only one by one, to whoever calls the function that it stands in: `jq -c '.[]'`. */
function isTakenApart({ name, args }: Command, script: Script): boolean {
  const last = args.findLast((one): one is Word => one.type === 'Word');
  return name?.value === 'jq' && last !== undefined && whole.test(rawOf(last, script));
}

/** `.`, `.[]`, `.[0]`, `.[] | @base64` */
const whole = /^\.(?:\[\d*\])?(?:\s*\|\s*(?:@base64|@json|tojson))?$/;

function readersIn(script: Script, site: Site): Command[] {
  const index = toIndex(script);
  const end = site.piped.findIndex((command) => !passesOn(command, script));
  const writers = [site.command, ...(end === -1 ? site.piped : site.piped.slice(0, end))];
  const files = writers.flatMap((command) => filesOf(command, script));
  const ofFiles = files.flatMap((file) => index.byFile.get(file) ?? []).filter((other) => isBehind(other, site));
  const holders = end === -1 ? [...holdersOf(site, index), ...readInLoop(site, script)] : [];
  const ofVariables = holders.flatMap((setting) =>
    (index.byVariable.get(setting.name) ?? []).filter(({ command }) => mayHold(setting, command, script)),
  );
  const given = end === -1 && holders.length === 0 ? index.nested.filter((other) => isGivenTo(other, site)) : [];
  const kept = new Set([...ofFiles, ...ofVariables, ...given]);
  const asked = [...kept].flatMap((reader) => (reader.owner === site.owner ? [] : callsOf(reader, index, script)));
  const own = [...site.piped, ...[...kept, ...asked].flatMap(({ command, piped }) => [command, ...piped])];
  return [...new Set(own.flatMap((command) => [command, ...within(command, index)]))];
}

/** What calls the function that a command stands in, and may tell it what to read: `_jq '.name'`, of `_jq() { echo "$row" | jq "$1"; }`. */
function callsOf({ owner }: Site, { calls }: Index, { excerpt }: Script): readonly Site[] {
  if (owner === null || !/\$\{?[1-9@*]/.test(excerpt.text.slice(owner.pos, owner.end))) return [];
  return calls.get(owner.name.value) ?? [];
}

/** What stands in the function of the script that a command is: `… | title`, of `title() { jq -r .title; }`. */
function within({ name }: Command, { bodies }: Index): readonly Command[] {
  return (bodies.get(name?.value ?? '') ?? []).map(({ command }) => command);
}

function passesOn(command: Command, script: Script): boolean {
  return /^(?:tee|cat)$/.test(command.name?.value ?? '') || isTakenApart(command, script);
}

/** What reads something, by its name: each request of a script is asked about. */
interface Index {
  /** `echo "$x" | jq .name`, `jq .name <<< "$x"`. */
  readonly byVariable: ReadonlyMap<string, readonly Site[]>;
  /** `jq .name x.json`, `jq .name < x.json`, `cat x.json | jq .name`. */
  readonly byFile: ReadonlyMap<string, readonly Site[]>;
  /** What holds other commands: `jq .name <(curl …)`, `echo "$(curl …)" | jq .name`. */
  readonly nested: readonly Site[];
  /** The settings that do: `x=$(curl …)`, `for x in $(curl …)`. */
  readonly settings: readonly Setting[];
  /** The calls of the script's functions, and what stands in these, by their names. */
  readonly calls: ReadonlyMap<string, readonly Site[]>;
  readonly bodies: ReadonlyMap<string, readonly Site[]>;
}

const indexes = new WeakMap<Script, Index>();
const nesting = /\$\(|`|<\(/;

function toIndex(script: Script): Index {
  const known = indexes.get(script);
  if (known !== undefined) return known;
  const { sites, settings, excerpt } = script;
  const isNesting = (node: { readonly pos: number; readonly end: number } | null): boolean =>
    node !== null && nesting.test(excerpt.text.slice(node.pos, node.end));
  const index = {
    byVariable: groupBy(sites, (site) => variablesOf(site, script)),
    byFile: groupBy(sites, (site) => filesReadBy(site, script)),
    nested: sites.filter(({ command, fed }) => isNesting(command) || isNesting(fed)),
    settings: [...settings.values()].flat().filter((setting) => valuesOf(setting).some(isNesting)),
    calls: groupBy(sites, ({ command }) => (isOwn(command, script) ? [command.name?.value ?? ''] : [])),
    bodies: groupBy(sites, ({ owner }) => (owner === null ? [] : [owner.name.value])),
  };
  indexes.set(script, index);
  return index;
}

function valuesOf({ value, others }: Setting): readonly { readonly pos: number; readonly end: number }[] {
  return value === null ? others : [value];
}

function isOwn({ name }: Command, { functions }: Script): boolean {
  return functions.has(name?.value ?? '');
}

function groupBy(sites: readonly Site[], namesOf: (site: Site) => readonly string[]): Map<string, Site[]> {
  const groups = new Map<string, Site[]>();
  for (const site of sites)
    for (const name of new Set(namesOf(site))) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [site]);
      else group.push(site);
    }
  return groups;
}

function isGivenTo({ command, fed }: Site, { command: inner }: Site): boolean {
  if (fed !== null) return isPrinter(fed) && isAround(fed, inner);
  return isAround(command, inner) && !isPrinter(command);
}

function isAround(outer: { readonly pos: number; readonly end: number }, inner: Command): boolean {
  return outer.pos < inner.pos && inner.end <= outer.end;
}

function isPrinter({ name }: Command): boolean {
  return /^(?:echo|printf|print)$/.test(name?.value ?? '');
}

// Variables

/** The settings that hold what a command prints. */
function holdersOf({ command }: Site, { settings }: Index): Setting[] {
  const around = settings.filter((setting) => valuesOf(setting).some((value) => isAround(value, command)));
  const innermost = Math.max(...around.map(({ pos }) => pos));
  return around.filter(({ pos }) => pos === innermost);
}

/** What a loop reads that is fed by a command: `curl … | while read -r row; do`, `while read -r row; do … done < <(curl …)`. */
function readInLoop({ command, piped }: Site, { excerpt: { text }, loops, settings }: Script): Setting[] {
  const last = piped.at(-1) ?? command;
  const loop = loops.find(
    ({ pos, end }) =>
      (last.end <= pos && /^\s*\|[\s\\]*$/.test(text.slice(last.end, pos))) ||
      (end <= command.pos && /^\s*<(?:\s*<\(|<<\s*"?\$\()\s*$/.test(text.slice(end, command.pos))),
  );
  if (loop?.type !== 'While') return [];
  const { clause } = loop;
  return [...settings.values()]
    .flat()
    .filter(({ value, others, pos }) => value === null && others.length === 0 && clause.pos <= pos && pos < clause.end);
}

/** The variables of which a command is given the values. */
function variablesOf({ command, fed }: Site, script: Script): string[] {
  const { excerpt } = script;
  const printed = fed !== null && isPrinter(fed) ? fed.args : [];
  const words = isOwn(command, script) ? command.args : [];
  const given = command.redirects.flatMap((one) => (one.type === 'HereString' ? (one.target ?? []) : []));
  const texts = [...printed, ...given, ...words].map(({ pos, end }) => excerpt.text.slice(pos, end));
  return texts.flatMap((text) => [...text.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name));
}

/** Whether a variable may still have the value of a setting where a command reads it: in a loop, what is set further down too. */
function mayHold(setting: Setting, { pos }: Command, { settings }: Script): boolean {
  const all = settings.get(setting.name) ?? [];
  const before = all.filter((one) => one.pos < pos);
  const last = before.at(-1);
  if (last === undefined) return true;
  const branch = last.around.at(-1);
  const isSure = branch === undefined || last.around.length <= 1 || branch.end > pos;
  return isSure ? last === setting : before.includes(setting);
}

// Files

/** The files that a command writes its output to, as they are written: `> x.json`, `-o x.json`, `tee x.json`. */
function filesOf(command: Command, script: Script): string[] {
  const redirected = command.redirects.flatMap((one) =>
    one.type === 'Redirect' && /^(?:>|>>|>\||&>)$/.test(one.operator) ? (one.target ?? []) : [],
  );
  const words = wordsOf(command);
  const named = words.filter((_, index) => /^(?:-\w*[oO]|--output(?:-document)?)$/.test(words[index - 1]?.value ?? ''));
  const copied = command.name?.value === 'tee' ? words.filter(({ value }) => !value.startsWith('-')) : [];
  const written = [...redirected, ...named, ...copied].map((word) => rawOf(word, script));
  const joined = words.flatMap(({ value }) => /^--output(?:-document)?=(.+)$/.exec(value)?.[1] ?? []);
  return [...written, ...joined].filter((file) => file !== '' && file !== '-' && file !== '/dev/null');
}

function filesReadBy({ command, fed }: Site, script: Script): string[] {
  const read = command.redirects.flatMap((one) =>
    one.type === 'Redirect' && one.operator === '<' ? (one.target ?? []) : [],
  );
  const shown = fed !== null && /^(?:cat|head|tail)$/.test(fed.name?.value ?? '') ? wordsOf(fed) : [];
  return [...wordsOf(command), ...read, ...shown].map((word) => rawOf(word, script));
}

/** Whether a command is run after what writes a file, and is no part of that. */
function isBehind({ command }: Site, writer: Site): boolean {
  return command.pos > writer.command.pos && !writer.piped.includes(command);
}

function wordsOf({ args }: Command): Word[] {
  return args.filter((one): one is Word => one.type === 'Word');
}

function rawOf({ pos, end }: Word, { excerpt }: Script): string {
  return excerpt.text.slice(pos, end).replaceAll(/["']/g, '');
}

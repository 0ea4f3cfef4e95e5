import type { Command, Word } from 'unbash';
import type { Scope } from './expand.js';
import type { Script, Setting, Site } from './script.js';

// Who reads what a command prints: `curl … | jq …`, `x=$(curl …); echo "$x" | jq …`, `curl … > x.json; jq … x.json`

/** The commands that may read the output of a command, also where a function that it stands in is called. */
export function readersOf(site: Site, { script, call }: Scope): readonly Command[] {
  const own = readersIn(script, site);
  return own.length > 0 || call === null ? own : readersOf(call.site, { ...call.from, script });
}

function readersIn(script: Script, site: Site): Command[] {
  const end = site.piped.findIndex((command) => !passesOn(command));
  const writers = [site.command, ...(end === -1 ? site.piped : site.piped.slice(0, end))];
  const files = writers.flatMap((command) => filesOf(command, script));
  const holders = end === -1 ? holdersOf(site, script) : [];
  const kept = script.sites.filter(
    (other) =>
      files.some((file) => readsFile(other, file, site, script)) ||
      holders.some((setting) => readsVariable(other, setting, script)) ||
      (end === -1 && isGivenTo(other, site.command, script)),
  );
  return [...site.piped, ...kept.flatMap(({ command, piped }) => [command, ...piped])];
}

function passesOn({ name }: Command): boolean {
  return /^(?:tee|cat)$/.test(name?.value ?? '');
}

/** `jq .name <(curl …)`, `echo "$(curl …)" | jq .name`. */
function isGivenTo({ command, fed }: Site, inner: Command, script: Script): boolean {
  if (fed !== null) return isPrinter(fed) && isAround(fed, inner);
  const isHeld = [...script.settings.values()].flat().some(({ value }) => value !== null && isAround(value, inner));
  return !isHeld && !isPrinter(command) && command.name !== undefined && isAround(command, inner);
}

function isAround(outer: { readonly pos: number; readonly end: number }, inner: Command): boolean {
  return outer.pos < inner.pos && inner.end <= outer.end;
}

function isPrinter({ name }: Command): boolean {
  return /^(?:echo|printf|print)$/.test(name?.value ?? '');
}

// Variables

/** The settings that hold what a command prints. */
function holdersOf({ command }: Site, { settings }: Script): Setting[] {
  const around = [...settings.values()].flat().filter(({ value }) => value !== null && isAround(value, command));
  const innermost = Math.max(...around.map(({ pos }) => pos));
  return around.filter(({ pos }) => pos === innermost);
}

/** `echo "$x" | jq .name`, `jq .name <<< "$x"`. */
function readsVariable({ command, fed }: Site, setting: Setting, script: Script): boolean {
  if (settingsBefore(command, setting, script).every((one) => one !== setting)) return false;
  const printed = fed !== null && isPrinter(fed) ? fed.args : [];
  const given = command.redirects.flatMap((one) => (one.type === 'HereString' ? (one.target ?? []) : []));
  const name = new RegExp(`\\$(?:${setting.name}\\b|\\{${setting.name}\\b)`);
  return [...printed, ...given].some(({ pos, end }) => name.test(script.excerpt.text.slice(pos, end)));
}

/** Those of a variable's settings that may hold where it is read: in a loop, what is set further down too. */
function settingsBefore({ pos }: Command, { name }: Setting, { settings }: Script): readonly Setting[] {
  const all = settings.get(name) ?? [];
  const before = all.filter((one) => one.pos < pos);
  const last = before.at(-1);
  if (last === undefined) return all;
  const branch = last.around.at(-1);
  return branch === undefined || last.around.length <= 1 || branch.end > pos ? [last] : before;
}

// Files

/** The files that a command writes its output to, as they are written: `> x.json`, `-o x.json`, `tee x.json`. */
function filesOf(command: Command, script: Script): string[] {
  const redirected = command.redirects.flatMap((one) =>
    one.type === 'Redirect' && /^(?:>|>>|>\||&>)$/.test(one.operator) ? (one.target ?? []) : [],
  );
  const words = command.args.filter((one): one is Word => one.type === 'Word');
  const named = words.filter((_, index) => /^(?:-\w*[oO]|--output(?:-document)?)$/.test(words[index - 1]?.value ?? ''));
  const copied = command.name?.value === 'tee' ? words.filter(({ value }) => !value.startsWith('-')) : [];
  const written = [...redirected, ...named, ...copied].map((word) => rawOf(word, script));
  const joined = words.flatMap(({ value }) => /^--output(?:-document)?=(.+)$/.exec(value)?.[1] ?? []);
  return [...written, ...joined].filter((file) => file !== '' && file !== '-' && file !== '/dev/null');
}

/** `jq .name x.json`, `jq .name < x.json`, `cat x.json | jq .name`. */
function readsFile({ command, fed }: Site, file: string, writer: Site, script: Script): boolean {
  if (command.pos <= writer.command.pos || writer.piped.includes(command)) return false;
  const read = command.redirects.flatMap((one) =>
    one.type === 'Redirect' && one.operator === '<' ? (one.target ?? []) : [],
  );
  const shown = fed !== null && /^(?:cat|head|tail)$/.test(fed.name?.value ?? '') ? fed.args : [];
  return [...command.args, ...read, ...shown].some((word) => word.type === 'Word' && rawOf(word, script) === file);
}

function rawOf({ pos, end }: Word, { excerpt }: Script): string {
  return excerpt.text.slice(pos, end).replaceAll(/["']/g, '');
}

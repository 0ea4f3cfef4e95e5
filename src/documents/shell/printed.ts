import type { Command, CommandExpansionPart, Word } from 'unbash';
import { known, lengthOf, show, slice, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { expandHereDoc, expandWord, joinAll } from './expand.js';
import type { Argument, Scope, Standing } from './expand.js';
import type { Script, Site } from './script.js';

// What commands print: `"$(url /projects)"` is the address that the function `url` prints, if that is all it does

/**
 * What a substitution of a command gives; null if nobody can tell. The command is remembered as followed.
 */
export function expandPrinted(
  { script: inner }: CommandExpansionPart,
  scope: Scope,
  standing: Standing,
  depth: number,
): readonly Text[] | null {
  const [statement, ...others] = inner?.commands ?? [];
  const command = statement?.command;
  if (command?.type !== 'Command' || others.length > 0 || command.prefix.length > 0) return null;
  const site: Site = { command, owner: standing.owner, around: standing.around, piped: [], passes: false, fed: null };
  const target = scope.script.functions.get(command.name?.value ?? '');
  const texts =
    target === undefined
      ? (documentOf(site, scope) ?? printedBy(site, scope, depth))
      : printedByFunction(site, target, scope, depth);
  if (texts !== null) scope.followed.add(command);
  return texts;
}

/** `$(cat <<EOF … EOF)` */
function documentOf(site: Site, scope: Scope): readonly Text[] | null {
  const { name, args, redirects } = site.command;
  const [only, ...others] = redirects;
  if (name?.value !== 'cat' || args.length > 0 || only?.type !== 'HereDoc' || others.length > 0) return null;
  const text = expandHereDoc(only, scope, site);
  const end = show(text).length - show(text).trimEnd().length;
  return [slice(text, 0, lengthOf(text) - end)];
}

function printedByFunction(
  site: Site,
  target: NonNullable<Site['owner']>,
  scope: Scope,
  depth: number,
): readonly Text[] | null {
  const [only, ...others] = scope.script.sites.filter(({ owner }) => owner === target);
  if (only === undefined || others.length > 0 || only.command.redirects.length > 0 || only.passes) return null;
  const words = wordsOf(site.command);
  const args = words.map((word): readonly Text[] => expandWord(word, scope, site, depth));
  if (args.some(({ length }) => length !== 1) || words.some(isList)) return null;
  const given = args.map(([text = []]): Argument => ({ text, place: null, whole: null, hidden: false }));
  return printedBy(only, { ...scope, call: { target, args: given, site, from: scope } }, depth);
}

function isList({ text }: Word): boolean {
  return /^"?\$(?:[@*]|\{[^}]*[@*])/.test(text);
}

function printedBy({ command, owner, around }: Site, scope: Scope, depth: number): readonly Text[] | null {
  if (command.redirects.length > 0) return null;
  const words = wordsOf(command);
  const site = { owner, around, command };
  const expand = (word: Word): readonly Text[] => expandWord(word, scope, site, depth);
  if (words.some(isList)) return null;
  switch (command.name?.value) {
    case 'echo': {
      const own = words[0]?.value === '-n' ? words.slice(1) : words;
      const [only, ...others] = own;
      if (only === undefined || others.length > 0 || only.value.startsWith('-')) return null;
      return withoutEscapes(expand(only));
    }
    case 'printf': {
      const [format, ...values] = words;
      if (format === undefined || format.value.startsWith('-')) return null;
      const [written, ...more] = expand(format);
      return written === undefined || more.length > 0 ? null : fill(written, values.map(expand));
    }
    default:
      return null;
  }
}

function wordsOf({ args }: Command): Word[] {
  return args.filter((one): one is Word => one.type === 'Word');
}

function withoutEscapes(texts: readonly Text[]): readonly Text[] | null {
  return texts.some((text) => /[%\\]/.test(show(text))) ? null : texts;
}

/** `'%s/projects/%s\n'`: what stands in a format is not edited there. */
function fill(format: Text, values: readonly (readonly Text[])[]): readonly Text[] | null {
  const written = toKnown(format)?.replace(/\\n$/, '') ?? null;
  if (values.length === 0) return withoutEscapes([format]);
  const parts = written?.split('%s') ?? [];
  if (parts.length !== values.length + 1 || parts.some((part) => /[%\\]/.test(part))) return null;
  const texts = joinAll(
    parts.flatMap((part, index) => [[known(part)], values[index] ?? [[]]]),
    () => [],
  );
  return texts.some(({ length }) => length === 0) ? null : texts;
}

// Printed, and gone out of sight

/** Whether what a command prints goes to another command, into a file or into a variable that nobody follows. */
export function isLost(site: Site, scope: Scope): boolean {
  return capturedBy(site, scope.script, []).some((command) => !scope.followed.has(command));
}

/** The commands through which what a site prints is caught: itself, or calls of the function that it stands in. */
function capturedBy(site: Site, script: Script, seen: readonly unknown[]): Command[] {
  if (isCaught(site)) return [site.command];
  const { owner } = site;
  if (owner === null || seen.includes(owner) || isInFile(site)) return [];
  return script.sites
    .filter(({ command }) => command.name?.value === owner.name.value)
    .flatMap((call) => capturedBy(call, script, [...seen, owner]));
}

/** Commands that show what they read, and send nothing. */
const lookers = /^(?:grep|egrep|fgrep|wc|less|more|logger|column)$/;

function isCaught(site: Site): boolean {
  const { piped, around, passes } = site;
  const isSubstituted = around.filter(({ type }) => type === 'Script').length > 1;
  if (piped.some(({ name }) => lookers.test(name?.value ?? ''))) return false;
  return isSubstituted || passes || isKept(site);
}

function isKept({ command: { redirects } }: Site): boolean {
  return redirects.some(
    (one) =>
      one.type === 'Redirect' &&
      one.operator.includes('>') &&
      !one.operator.endsWith('&') &&
      !/^\/dev\//.test(one.target?.value ?? ''),
  );
}

/** It goes to the terminal, or to nobody. */
function isInFile({ command: { redirects } }: Site): boolean {
  return redirects.some((one) => one.type === 'Redirect' && one.operator.includes('>'));
}

import type { Version } from '../http/request.js';
import type { Place } from '../http/text.js';
import type { Document } from './document.js';
import { nameBefore } from './variables.js';

/** A base of the API that a file which is no program keeps under a name. */
export interface NamedBase {
  /** The names that it is kept under, outermost first. */
  readonly names: readonly string[];
  readonly version: Version;
  /** From where the address begins to behind its version. */
  readonly place: Place;
}

/** What is written for others to read, or was recorded: nobody takes a setting from there. */
const forPeople = /\.(?:md|mdx|markdown|har|http|rest)$/i;

/** A base and nothing behind it; something may stand for the host. */
const address = /(?<![^\s"'`<>,;=])[^\s"'`<>,;=]*\/api\/v(?<version>[34])(?=\/?(?:["'`\s,;})\]\\]|$))/g;

/** The bases that a file keeps under names, as its text has them and as its reader told them. */
export function listNamedBases(file: string, text: string, document: Document): NamedBase[] {
  if (forPeople.test(file) || !text.includes('/api/v')) return [];
  const read = document.requests
    .filter(({ sent }) => !sent)
    .flatMap(({ place, evidence }) => (place.file === file ? basesIn(text, place, evidence) : []));
  const known = new Set(read.map(({ place }) => place.end));
  const written = Array.from(text.matchAll(address), ({ index, 0: whole, groups: { version } = {} }): NamedBase[] => {
    const name = nameBefore(text, index);
    const place = { file, start: index, end: index + whole.length };
    return name === null ? [] : [{ names: [name], version: version === '3' ? 'v3' : 'v4', place }];
  }).flat();
  const isComment = ({ place }: NamedBase): boolean =>
    document.comments.some(({ start, end }) => start <= place.start && place.end <= end);
  return [...read, ...written.filter((one) => !known.has(one.place.end) || isConstant(one))].filter(
    (one) => !isComment(one),
  );
}

/** A variable that is made of another one. */
export interface NamedAlias {
  readonly name: string;
  readonly of: string;
}

const aliases = [
  /(?<![\w.$-])(?<name>[A-Za-z_]\w*)["']?(?: *[:=]) *["']?\$\{?(?<other>[A-Za-z_]\w*)/g,
  /\b(?:ENV|ARG)\s+(?<name>[A-Za-z_]\w*)[^\S\n]+["']?\$\{?(?<other>[A-Za-z_]\w*)/g,
];

/** The variables that a file makes of others: `ENV GITLAB_API=$BASE` of a Dockerfile, `GITLAB_API: ${BASE}`. */
export function listAliases(file: string, text: string): NamedAlias[] {
  if (forPeople.test(file)) return [];
  return aliases.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups: { name = '', other = '' } = {} }) => ({ name, of: other })),
  );
}

/** So many variables are made of each other one after the other. */
const mostAliases = 3;

/** The bases with the names that they are kept under where others are made of theirs. */
export function withAliases(bases: readonly NamedBase[], all: readonly NamedAlias[]): readonly NamedBase[] {
  const known = new Set(bases.map(keyOf));
  let [found, latest] = [bases, bases];
  for (let step = 0; step < mostAliases && latest.length > 0; step += 1) {
    latest = latest
      .flatMap((base) => all.flatMap(({ name, of }) => (of === base.names.at(-1) ? [{ ...base, names: [name] }] : [])))
      .filter((base) => !known.has(keyOf(base)));
    for (const base of latest) known.add(keyOf(base));
    found = [...found, ...latest];
  }
  return found;
}

function keyOf({ names, place }: NamedBase): string {
  return `${place.file}:${String(place.end)} ${names.at(-1) ?? ''}`;
}

/** A variable of the environment, which may stand in a text that is kept under names itself: `- NAME=…`. */
function isConstant({ names }: NamedBase): boolean {
  return names.every((name) => /^[A-Z_][A-Z\d_]*$/.test(name));
}

function basesIn(text: string, place: Place, names: readonly string[]): NamedBase[] {
  const [first] = /\/api\/v[34](?![\w.-])/.exec(text.slice(place.start, place.end)) ?? [];
  if (first === undefined) return [];
  const end = text.indexOf(first, place.start) + first.length;
  const version = first.endsWith('3') ? 'v3' : 'v4';
  return [{ names: names.filter((name) => !said.has(name)), version, place: { ...place, end } }];
}

/** Keys of what is a setting in itself. */
const said = new Set(['value', 'default', '']);

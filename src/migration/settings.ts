import { documentsOf } from '../analysis/requests/documents.js';
import type { FoundRequest } from '../analysis/requests/found-request.js';
import { findBaseInHole, findSettingsRead } from '../analysis/requests/settings-read.js';
import type { SettingsRead } from '../analysis/requests/settings-read.js';
import type { Project } from '../analysis/project.js';
import { listAliases, listNamedBases, withAliases } from '../documents/named-bases.js';
import type { NamedBase } from '../documents/named-bases.js';
import { gitlab } from '../http/service-names.js';
import type { Version } from '../http/request.js';
import type { Place } from '../http/text.js';

// Bases that files which are no programs keep for what reads them by name

/** A base that a request may take from somewhere, by what it is called there. */
export interface Setting {
  /** As the base of a request is named. */
  readonly base: string;
  readonly version: Version;
  readonly place: Place;
  /** It stands in the expression of the base, where nobody can follow how it is put together. */
  readonly isHidden: boolean;
}

/** Tells the settings that may be the base of a request, or may stand in its place. */
export type FindSettings = (found: FoundRequest) => readonly Setting[];

/** Opens the settings of a project. */
export function openSettings(project: Project): FindSettings {
  const documents = documentsOf(project);
  const bases = documents.flatMap(({ tree, document }) => listNamedBases(tree.file, tree.text, document));
  const all =
    bases.length === 0
      ? bases
      : withAliases(
          bases,
          documents.flatMap(({ tree }) => listAliases(tree.file, tree.text)),
        );
  for (const { names } of all) project.others?.offer('setting', names.at(-1) ?? '');
  return (found) => {
    const read = findSettingsRead(found, project);
    for (const word of wordsOf(read)) project.others?.ask('setting', word);
    const named = all.filter((one) => mayBeRead(one, read) && !isOwn(one, found)).map(toSetting);
    const hidden = toHidden(found);
    return hidden === null ? named : [...named, hidden];
  };
}

function wordsOf({ texts, records }: SettingsRead): ReadonlySet<string> {
  const last = records.flatMap((names) => names.slice(-1));
  return new Set([...texts.flatMap((text) => text.match(/\w[\w-]*/g) ?? []), ...last]);
}

function toSetting({ version, place }: NamedBase): Setting {
  return { base: `${place.file}:${String(place.end)}`, version, place, isHidden: false };
}

/** What is written where the expression of the base cannot be followed. */
function toHidden(found: FoundRequest): Setting | null {
  const place = findBaseInHole(found);
  if (place === null) return null;
  const version = /v4/.test(found.tree.text.slice(place.start, place.end)) ? 'v4' : 'v3';
  return { base: `${place.file}:${String(place.end)}`, version, place, isHidden: true };
}

/** The variable whose own value the request has. */
function isOwn({ place }: NamedBase, { request: { base } }: FoundRequest): boolean {
  return base.some(
    (piece) => piece.kind === 'known' && piece.source?.file === place.file && piece.source.end === place.end,
  );
}

function mayBeRead({ names }: NamedBase, { texts, records }: SettingsRead): boolean {
  return (
    texts.some((text) => isReadIn(text, names)) ||
    records.some((record) => names.length > 1 && record.join('\n') === names.join('\n'))
  );
}

/** A name that says little counts beside the one that it is kept under: `gitlab` and `url` of `config.get('gitlab.url')`. */
function isReadIn(text: string, names: readonly string[]): boolean {
  const [last, outer] = names.toReversed();
  if (last === undefined || !isTaken(text, last)) return false;
  return isTelling(last) || outer === undefined || new RegExp(`\\b${escape(outer)}\\b`).test(text);
}

function isTelling(name: string): boolean {
  return /^[A-Z][A-Z\d_]{2,}$/.test(name) || gitlab.test(name);
}

/** As a member, a key, a variable of a shell, or taken apart. */
function isTaken(text: string, name: string): boolean {
  return new RegExp(`(?:[.'"\`:/$({[]|\\{(?:[^{}]*\\W)?)${escape(name)}(?![\\w-])`).test(text);
}

function escape(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

import { parseRequest } from '../http/request.js';
import { gitlab } from '../http/service-names.js';
import { known } from '../http/text.js';
import type { Place } from '../http/text.js';
import { anyMethod } from './document.js';
import type { DocumentRequest } from './document.js';

/** A text that stands in settings. */
export interface SettingText {
  readonly text: string;
  /** The literal, with its quotes. */
  readonly place: Place;
  /** The names that it is kept under, outermost first. */
  readonly names: readonly string[];
  /** What stands beside it, if it is a path: the host of a recorded request, the method. */
  readonly beside?: Beside;
}

/** What a record says of the paths in it. */
export interface Beside {
  readonly hosts: readonly string[];
  readonly method: string | null;
}

/** The members of a record that say where its paths are sent, and how. */
export function toBeside(members: readonly (readonly [name: string, value: string])[], outer?: Beside): Beside {
  const hosts = members.flatMap(([name, value]) => (hostName.test(name) ? [value] : []));
  const method = members.find(([name, value]) => /^(?:method|verb)$/i.test(name) && /^[a-z]+$/i.test(value))?.[1];
  return { hosts: [...(outer?.hosts ?? []), ...hosts], method: method?.toUpperCase() ?? null };
}

/** `scope` is what Nock calls it: https://github.com/nock/nock#recording */
const hostName = /^(?:scope|host(?:_?name)?|origin|domain|server|base|(?:base_?)?ur[il])$/i;

/** @param start what an address begins with that has no scheme, and what stands before it */
export function toAddressPattern(start: RegExp): RegExp {
  return new RegExp(`(?:https?://|${start.source})${addressOfApi.source}`, 'g');
}

/** `{{ … }}` and `<<…>>` are what a template fills, spaces and all. */
const addressOfApi =
  /(?:\{\{[^{}\n]*\}\}|(?!\{\{[^{}\n]*\}\})[^\s'"`<>()|])*\/api\/v[34](?![\w.-])(?:\{\{[^{}\n]*\}\}|<<\w+>>|(?!\{\{[^{}\n]*\}\})[^\s'"`<>()|\\])*/;

/** The addresses of the API in a text, each with where it begins; what ends the sentence is none of it. */
export function matchAddresses(text: string, address: RegExp): { readonly found: string; readonly index: number }[] {
  return Array.from(text.matchAll(address), ({ index, 0: found }) => ({ found: found.replace(/[.,;:]+$/, ''), index }));
}

const settingAddress = toAddressPattern(/(?<=^|\s)(?=[$/{])/);

/**
 * The addresses of the API in settings: what reads them is out of sight, so they are told, and never edited. A path alone is
 * anybody's, unless its names say GitLab.
 *
 * @param whole the file, where a text of several lines is told at the address
 */
export function findSettings(texts: readonly SettingText[], whole = ''): DocumentRequest[] {
  return texts.flatMap(({ text, place, names, beside }) =>
    matchAddresses(withSlash(text), settingAddress)
      .filter(({ found }) => !documentation.test(found))
      .map(({ found, index }) => ({ found, index, evidence: evidenceFor(found, names, beside) }))
      .filter(({ found, evidence }) => !isPath(found) || evidence.some((name) => gitlab.test(name)))
      .map(({ found, index, evidence }) => ({
        request: parseRequest(beside?.method == null ? [anyMethod] : known(beside.method), known(found)),
        place: narrow(place, found, countBefore(text, found, index), whole),
        calls: [],
        evidence,
        sent: false,
        tail: false,
        reads: [],
      })),
  );
}

function isPath(address: string): boolean {
  return address.startsWith('/api/');
}

/** An address has a host of its own. */
function evidenceFor(address: string, names: readonly string[], beside: Beside | undefined): readonly string[] {
  return isPath(address) && beside !== undefined ? [...names, ...beside.hosts] : names;
}

const documentation = /^https?:\/\/docs\./;

/** How often an address stands before an index, in others too. */
function countBefore(text: string, found: string, index: number): number {
  return text.slice(0, index).split(found).length - 1;
}

/** Where an address stands in a text of several lines, behind so many of the same. */
function narrow(place: Place, found: string, before: number, whole: string): Place {
  const written = whole.slice(place.start, place.end);
  let index = written.includes('\n') ? written.indexOf(found) : -1;
  for (let passed = 0; passed < before && index !== -1; passed += 1) index = written.indexOf(found, index + 1);
  return index === -1 ? place : { ...place, start: place.start + index, end: place.start + index + found.length };
}

/** `api/v3` alone is a path, and so is what it begins. */
function withSlash(text: string): string {
  return /^api\/v[34](?![\w.-])/.test(text) ? `/${text}` : text;
}

/** Whether a text may hold such an address. */
export function mayHoldAddress(text: string): boolean {
  return /(?:^|\/)api\/v[34]/.test(text);
}

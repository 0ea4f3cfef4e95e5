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
}

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
  return texts.flatMap(({ text, place, names }) =>
    matchAddresses(withSlash(text), settingAddress)
      .filter(({ found }) => !documentation.test(found))
      .filter(({ found }) => !found.startsWith('/api/') || names.some((name) => gitlab.test(name)))
      .map(({ found, index }) => ({
        request: parseRequest([anyMethod], known(found)),
        place: narrow(place, found, countBefore(text, found, index), whole),
        calls: [],
        evidence: names,
        sent: false,
        tail: false,
        reads: [],
      })),
  );
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

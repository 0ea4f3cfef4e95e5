import { parseRequest } from '../http/request.js';
import { known } from '../http/text.js';
import type { Place } from '../http/text.js';
import type { DocumentRequest } from './document.js';

/** A text that stands in settings. */
export interface SettingText {
  readonly text: string;
  /** The literal, with its quotes. */
  readonly place: Place;
  /** The names that it is kept under, outermost first. */
  readonly names: readonly string[];
}

const address = /(?:https?:\/\/|(?<=^|\s)[$/{])[^\s"'`<>()|]*\/api\/v[34](?![\w.-])[^\s"'`<>()|\\]*/g;

/** The addresses of the API in settings: what reads them is out of sight, so they are told, and never edited. */
export function findSettings(texts: readonly SettingText[]): DocumentRequest[] {
  return texts.flatMap(({ text, place, names }) =>
    [...text.matchAll(address)].map(([found]) => ({
      request: parseRequest([anyMethod], known(found.replace(/[.,;:]+$/, ''))),
      place,
      calls: [],
      evidence: names,
      sent: false,
      tail: false,
      reads: [],
    })),
  );
}

const anyMethod = { kind: 'hole', place: null, label: '', encoded: false, span: 'segment' } as const;

/** Whether a text may hold such an address. */
export function mayHoldAddress(text: string): boolean {
  return /\/api\/v[34]/.test(text);
}

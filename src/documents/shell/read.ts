import { parse } from 'unbash';
import { show } from '../../http/text.js';
import { emptyDocument } from '../document.js';
import type { Document, DocumentComment } from '../document.js';
import { placeIn, withoutReturns } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';
import { mayHoldAddress } from '../settings.js';
import { unfoldBackticks } from './backticks.js';
import type { Environment, Scope } from './expand.js';
import { findShellRequests } from './requests.js';
import { toScript } from './script.js';
import { findSourcing } from './sourced.js';

/** A script's requests, or why it is none. */
export type ReadScript = { readonly document: Document } | { readonly failure: string; readonly at: number };

/**
 * Reads a script of a shell: bash, or one whose words mean the same.
 *
 * @param environment the variables that are set outside of it
 * @param jobs those of other files of CI that run in the same shell
 */
export function readScript(excerpt: Excerpt, environment: Environment, jobs: readonly string[] = []): ReadScript {
  const script = unfoldBackticks(withoutReturns(excerpt));
  const root = parse(script.text);
  const [error] = root.errors ?? [];
  if (error !== undefined) return { failure: error.message, at: script.startOf(error.pos) };
  const holders = new Map<string, string>();
  const scope: Scope = {
    script: toScript(script, root),
    environment,
    call: null,
    holders,
    expanded: new WeakMap(),
    followed: new Set(),
  };
  return { document: { ...findShellRequests(scope), comments: [], sourcing: findSourcing(scope.script, jobs) } };
}

/** The requests of a script that stands in another file: where it can't be parsed, that is what is said. */
export function readEmbedded(excerpt: Excerpt, environment: Environment, jobs: readonly string[] = []): Document {
  const sends = /\b(?:curl|wget|https?|xhs?|httpie)\b|\/api\/v[34]/.test(excerpt.text) || holdsAddress(environment);
  if (!sends && jobs.length === 0) return emptyDocument;
  const read = readScript(excerpt, environment, jobs);
  if ('document' in read) return read.document;
  if (!mayAddress(excerpt.text) && !holdsAddress(environment)) return emptyDocument;
  const reason = `the script here cannot be parsed (${read.failure}): nobody knows what it sends`;
  return { ...emptyDocument, unknowns: [{ place: placeIn(excerpt, 0, excerpt.text.length), reason }] };
}

/** Whether a text that is no script may send requests to the API: it shows an address of it, or a command for one that begins with a variable. */
function mayAddress(text: string): boolean {
  if (/\/api\/v[34]/.test(text)) return true;
  const others = text.replace(/https?:\/\/[^\s$"'][^\s"']*/g, '');
  return /(?<![\w./-])(?:curl|wget|https?|xhs?|httpie)\s/.test(text) && /\$\{?\w+\}?["']?\/[\w$]/.test(others);
}

/** Whether a program that the script runs, `./sync.py`, finds an address of the API in its environment. */
function holdsAddress(environment: Environment): boolean {
  return [...environment.values()].some((texts) => texts.some((text) => mayHoldAddress(show(text))));
}

/** Lines that are all comment, and comments behind a space: `# …`. */
export function findHashComments(text: string): DocumentComment[] {
  return [...text.matchAll(/^([^\S\n]*|[^\n#'"]*[^\S\n])#([^\n\r]*)/gm)].map(
    ({ index, 0: all, 1: before = '', 2: value = '' }) => ({
      value,
      start: index + before.length,
      end: index + all.length,
    }),
  );
}

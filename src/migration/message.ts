import { pageOf } from '../catalogue/page.js';
import type { Change } from '../catalogue/change.js';
import type { Finding } from './finding.js';

/** The parts of a message that are there when a finding is made. */
export interface Said {
  /** What is read of an answer; null where the row says it all. */
  readonly read: string | null;
  /** The v4 request; null if there is none, or if the row says it. */
  readonly form: string | null;
  /** What it rests on, or why a person must decide; null if it is safe. */
  readonly reason: string | null;
}

type Spoken = Pick<Finding, 'says' | 'page' | 'message'>;

/** What a finding of a row says. */
export function speak(row: Change, certainty: Change['certainty'], { read, form, reason }: Said): Spoken {
  const says = [
    ...(read === null ? [] : [read]),
    row.message,
    ...(form === null ? [] : [`In v4: \`${withoutHiddenMethod(form)}\`.`]),
    ...(reason === null ? [] : [toCondition(certainty, reason === row.message ? row.because : reason)]),
  ].join(' ');
  const spoken = { says, page: pageOf(row) };
  return {
    ...spoken,
    message: toMessage({ ...spoken, change: row.id, edits: [], heldBy: [], after: [], elsewhere: [] }),
  };
}

/** The message of a finding once it is known what it waits for. */
export function withWaiting<One extends Finding>(finding: One): One {
  return { ...finding, message: toMessage(finding) };
}

type Waiting = Pick<Finding, 'edits' | 'heldBy' | 'after' | 'elsewhere'>;
type Parts = Pick<Finding, 'says' | 'change' | 'page'> & Waiting;

/** Complete where nothing else is shown: what, the v4 form, why it is no fix, the row's id and the page to read. */
function toMessage(parts: Parts): string {
  const { says, change, page } = parts;
  return `${says}${describeWaiting(parts)} (${change}) ${page}`;
}

/** Where else a finding stands or writes and what it waits for, with a space before each sentence; empty if there is nothing. */
export function describeWaiting({ edits, heldBy, after, elsewhere }: Waiting): string {
  const link = edits.length === 0 ? 'It stands in' : 'Together with the edit in';
  return [
    ...(elsewhere.length === 0 ? [] : [` ${link} ${listSome(elsewhere)}.`]),
    ...(heldBy.length === 0 ? [] : [` Held back by ${listSome(heldBy)}.`]),
    ...(after.length === 0 ? [] : [` Its fix comes after ${listSome(after)}.`]),
  ].join('');
}

const most = 3;

/** `a`, `a and b`, `a, b and c`, `a, b, c and 4 more`. */
export function listSome(names: readonly string[]): string {
  const shown = names.length > most + 1 ? [...names.slice(0, most), `${String(names.length - most)} more`] : names;
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter((part) => part !== '').join(' and ');
}

function toCondition(certainty: Change['certainty'], reason: string): string {
  return certainty === 'suggestion' ? `Check first: ${withStop(reason)}` : withStop(capitalise(reason));
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A method that is out of sight says nothing to a reader. */
export function withoutHiddenMethod(request: string): string {
  return request.replace(/^\{\} /, '');
}

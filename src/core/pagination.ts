import { isSecret } from './authentication.js';
import type { Stretch } from './store/events.js';
import { structured } from './parameters.js';
import type { Parameters } from './parameters.js';
import type { ParameterSchema, Values } from './validation.js';

const defaultPerPage = 20;
const maximumPerPage = 100;

/** Above it GitLab does not say how many there are. */
const maximumTotal = 10_000;

/** How far lists are counted: one more than is told. */
export const countedAtMost = maximumTotal + 1;

export const paginationParameters = {
  page: { type: 'integer', default: 1, description: 'Number of the page; the first is 1.' },
  per_page: {
    type: 'integer',
    default: defaultPerPage,
    not: { const: 0 },
    description: `Items a page, at most ${String(maximumPerPage)}.`,
  },
} as const satisfies Readonly<Record<string, ParameterSchema>>;

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

/** What is out of range counts as the nearest, or as the default, that GitLab has for it. */
export function toPage({ page, per_page: perPage }: Values): Page {
  const number = typeof page === 'number' && page > 0 ? page : 1;
  const size = typeof perPage === 'number' && perPage > 0 ? Math.min(perPage, maximumPerPage) : defaultPerPage;
  return { number, size };
}

/** One more than the page, which tells whether another follows. */
export function toStretch({ number, size }: Page): Stretch {
  return { offset: Math.min((number - 1) * size, Number.MAX_SAFE_INTEGER - size - 1), limit: size + 1 };
}

export interface PageContext {
  readonly page: Page;
  /** What came out of the store: the page, and one more if another follows. */
  readonly found: number;
  /** All items of the list, at most `countedAtMost`. */
  readonly total: number;
  /** The address of the list, without its query. */
  readonly address: string;
  /** The parameters of the request, those of the path included. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The headers of a list; the facts on events, section 5. */
export function listPageHeaders(context: PageContext): Readonly<Record<string, string>> {
  const { page, found, total } = context;
  const isCounted = total <= maximumTotal;
  const pages = isCounted ? Math.max(1, Math.ceil(total / page.size)) : null;
  const isBeyond = page.number > 1 && found === 0;
  const previous = page.number > 1 && !isBeyond ? page.number - 1 : null;
  const next = found > page.size ? page.number + 1 : null;
  return {
    ...(pages === null ? {} : { 'X-Total': String(total), 'X-Total-Pages': String(pages) }),
    'X-Per-Page': String(page.size),
    'X-Page': String(page.number),
    'X-Next-Page': toText(next),
    'X-Prev-Page': toText(previous),
    Link: printLinks(context, { prev: previous, next, first: 1, last: pages }),
  };
}

function toText(number: number | null): string {
  return number === null ? '' : String(number);
}

/** In GitLab's order: prev, next, first, last. */
function printLinks(context: PageContext, links: Readonly<Record<string, number | null>>): string {
  return Object.entries(links)
    .flatMap(([relation, number]) => (number === null ? [] : [`<${printAddress(context, number)}>; rel="${relation}"`]))
    .join(', ');
}

function printAddress({ address, page, parameters }: PageContext, number: number): string {
  const all = { ...parameters, page: String(number), per_page: String(page.size) };
  const sorted = Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${address}?${new URLSearchParams(sorted).toString()}`;
}

/** What a link repeats: all that was asked, and defaults, but no secret. */
export function toLinkParameters(
  given: Parameters,
  defaults: Readonly<Record<string, string>>,
): Record<string, string> {
  const repeated = [...given].filter(([name, value]) => value !== structured && value !== null && !isSecret(name));
  return { ...defaults, ...Object.fromEntries(repeated.map(([name, value]) => [name, String(value)])) };
}

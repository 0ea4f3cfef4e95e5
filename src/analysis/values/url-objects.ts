import { choose, emptyRecord, optionsOf } from '../value.js';
import type { RecordValue, TextValue, Value } from '../value.js';

// Objects of a URL's parts, as `url.parse` makes them, to which code adds the options of a request:
// https://nodejs.org/api/url.html#legacy-urlobject

const parts: ReadonlySet<string> = new Set(
  'href protocol origin host hostname port path pathname search searchParams query hash auth username password slashes'.split(
    ' ',
  ),
);

/** Whether a member of such an object is a part of the URL, and no option of a request that somebody added. */
export function isUrlPart(name: string): boolean {
  return parts.has(name);
}

/** An address as an object of its parts. */
export function toUrlObject(value: Value, otherwise: () => Value): Value {
  const options = optionsOf(value).map((option): Value =>
    option.kind === 'text' ? { ...option, parts: true } : option,
  );
  return choose(options, otherwise);
}

/** The object as a record of options, in which the whole address stands for its parts; null for a text that is none. */
export function toOptions(address: TextValue): RecordValue | null {
  if (address.parts !== true) return null;
  return { ...emptyRecord, entries: new Map([['href', { value: address, written: null }]]) };
}

/** The address in such a record, which may be one of several. */
export function addressIn({ entries }: RecordValue): Value | null {
  const value = entries.get('href')?.value;
  const isAddress =
    value !== undefined && optionsOf(value).every((option) => option.kind === 'text' && option.parts === true);
  return isAddress ? value : null;
}

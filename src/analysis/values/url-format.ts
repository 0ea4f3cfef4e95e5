import { known, nothing, passThrough, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { joinTexts, queryHole, startsWith } from './library.js';
import type { At } from './members.js';
import { textual } from './texts.js';
import { choose, emptyRecord, optionsOf, unknownAt } from '../value.js';
import type { RecordValue, Value } from '../value.js';

// What `url.format` makes of the parts of an address: https://nodejs.org/api/url.html#urlformaturlobject

/** `url.format({ protocol, host, pathname, query })`. */
export function formatUrl(record: RecordValue, at: At): Value | null {
  const part = (name: string): Text | null => {
    const value = record.entries.get(name)?.value;
    if (value === undefined || value.kind === 'absent') return null;
    const text = textual(value, at.tree, at.node, at.frame);
    return text.kind === 'text' ? text.text : null;
  };
  const host = part('host') ?? part('hostname');
  const path = part('pathname');
  if (path === null || record.open) return null;
  const pathname = passThrough(path, 'pathname');
  const address = host === null ? pathname : joinTexts([...known('https://'), ...host], pathname);
  return choose(
    tailsOf(record, at).map((tail) => ({ kind: 'text', primitive: 'string', text: [...address, ...tail] })),
    () => unknownAt(at.tree, at.node, at.frame),
  );
}

/** What may stand behind the path: `search` where it holds something, and otherwise what `query` does. */
function tailsOf({ entries }: RecordValue, at: At): Text[] {
  const query = entries.get('query')?.value;
  const behind = (): Text[] => (query === undefined ? [nothing] : optionsOf(query).map((one) => toTail(one, at)));
  const search = entries.get('search')?.value;
  if (search === undefined) return behind();
  return optionsOf(search).flatMap((one) => {
    if (one.kind === 'absent' || (one.kind === 'text' && toKnown(one.text) === '')) return behind();
    return [one.kind === 'text' ? withMark(one.text) : toTail(one, at)];
  });
}

/** `search` is given its `?` where it has none. */
function withMark(search: Text): Text {
  return startsWith(search, '?') ? search : [...known('?'), ...search];
}

/** A record of parameters, in sight or not. A text is left out: it belongs into `search`. */
function toTail(query: Value, at: At): Text {
  if (query.kind === 'absent' || query.kind === 'text') return nothing;
  const record: RecordValue = query.kind === 'record' ? query : { ...emptyRecord, open: true };
  return [...known('?'), queryHole({ ...record, query: true }, at)];
}

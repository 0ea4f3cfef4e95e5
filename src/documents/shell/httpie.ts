/** https://httpie.io/docs/cli/request-items and https://github.com/ducaale/xh */
import type { Parameter } from '../../http/request.js';
import { known, search, show, slice, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { readOptions } from './arguments.js';
import type { OptionTable } from './arguments.js';
import type { Argument } from './expand.js';
import { asJson, toMethod } from './sent.js';
import type { Sent } from './sent.js';

const table: OptionTable = {
  short: 'aAopsP',
  long: new Set(
    `auth auth-type bearer boundary cert cert-key cert-key-pass ciphers default-scheme format-options history-print max-headers
    max-redirects output path-as-is pretty print proxy raw response-charset response-mime session session-read-only
    ssl style timeout verify`.split(/\s+/),
  ),
};

const item = /:=@?|==|=@?|:|@/;

/** The request of a call of HTTPie or xh: `http [METHOD] URL [ITEM…]`. */
export function readHttpie(words: readonly Argument[]): Sent[] {
  const { options, others } = readOptions(words, table);
  const [first, second] = others;
  if (first === undefined) return [];
  const named = second !== undefined && isMethod(first.text);
  const address = named ? second : first;
  const items = others.slice(named ? 2 : 1).map((word) => ({ word, sign: search(word.text, item) }));
  const raw = options.some(({ name }) => name === 'raw');
  const parameters = items.flatMap(({ word, sign }) => (sign === null ? [] : readItem(word, sign)));
  const isHidden = items.some(({ sign }) => sign === null);
  const sends = raw || parameters.some(({ location }) => location === 'body');
  return [
    {
      method: named ? toMethod(first.text, 'GET') : known(sends ? 'POST' : 'GET'),
      address: address.text,
      parameters,
      unseen: [...(raw ? (['body'] as const) : []), ...(isHidden ? (['query', 'body'] as const) : [])],
      headers: items.flatMap(({ word, sign }): Text[] => (isHeader(word.text, sign) ? [word.text] : [])),
    },
  ];
}

function isMethod(text: Text): boolean {
  const written = toKnown(text);
  return written === null ? text.length === 1 && !/[/:]/.test(show(text)) : /^[A-Za-z]+$/.test(written);
}

interface Sign {
  readonly start: number;
  readonly end: number;
}

function isHeader(text: Text, sign: Sign | null): boolean {
  return sign !== null && show(slice(text, sign.start, sign.end)) === ':';
}

function readItem({ text, whole }: Argument, { start, end }: Sign): Parameter[] {
  const sign = show(slice(text, start, end));
  if (sign === ':') return [];
  const isFile = sign.includes('@');
  return [
    {
      name: slice(text, 0, start),
      value: isFile ? null : sign === ':=' ? asJson(slice(text, end)) : slice(text, end),
      location: sign === '==' ? 'query' : 'body',
      written: { in: 'word', whole, raw: true },
    },
  ];
}

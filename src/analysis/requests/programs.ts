import { readCurl } from '../../documents/shell/curl.js';
import type { Argument } from '../../documents/shell/expand.js';
import { readHttpie } from '../../documents/shell/httpie.js';
import type { Sent } from '../../documents/shell/sent.js';
import { readWget } from '../../documents/shell/wget.js';

// Programs that send requests, which a program starts

type ReadWords = (words: readonly Argument[], input: null) => Sent[];

const programs: Readonly<Record<string, ReadWords>> = {
  curl: readCurl,
  wget: readWget,
  http: readHttpie,
  https: readHttpie,
  xh: readHttpie,
  xhs: readHttpie,
};

/** What reads the words of such a program, by the name that it is called with: `/usr/bin/curl`, `curl.exe`. Null for others. */
export function findReader(called: string): ReadWords | null {
  const name = called.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '');
  return Object.hasOwn(programs, name) ? (programs[name] ?? null) : null;
}

import { known, show } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { parseRequest } from '../../http/request.js';
import { anyMethod } from '../document.js';
import type { Document } from '../document.js';
import { evidenceOf } from '../evidence.js';
import { placeIn } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';
import { matchAddresses, mayHoldAddress, toAddressPattern } from '../settings.js';
import type { Environment } from './expand.js';

/** What runs a script that is none of a shell of Unix, as the key `shell` of a workflow names it. */
const interpreters = /^(?:pwsh|powershell|cmd|python|node|ruby|perl|php|deno|bun)\b/i;

/** @param shell what a script is run by; null if nothing says */
export function isForeign(shell: string | null): shell is string {
  return shell !== null && interpreters.test(shell);
}

/**
 * A script in a language that is not read: the addresses in it are told, and so is that it gets a variable which holds one,
 * whose base waits.
 */
export function readForeign(excerpt: Excerpt, environment: Environment, shell: string): Document {
  const place = placeIn(excerpt, 0, excerpt.text.length);
  const toRequest = (text: Text): Document['requests'][number] => {
    const request = parseRequest([anyMethod], text);
    return {
      request,
      place,
      calls: [],
      evidence: evidenceOf(request, [], new Map()),
      sent: false,
      tail: false,
      reads: [],
    };
  };
  const written = matchAddresses(excerpt.text, address).map(({ found }) => toRequest(known(found)));
  const given = namesIn(excerpt.text)
    .flatMap((name) => environment.get(name) ?? [])
    .filter((text) => mayHoldAddress(show(text)));
  const reason = `\`${shell}\` runs a script here that gets the address: look at what it sends`;
  return {
    requests: [...written, ...given.map(toRequest)],
    unknowns: given.length === 0 ? [] : [{ place, reason }],
    comments: [],
  };
}

const address = toAddressPattern(/(?<=^|[\s'"`=(])[$/{]/);

function namesIn(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z_]\w*/g) ?? [])];
}

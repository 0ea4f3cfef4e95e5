/** https://www.gnu.org/software/wget/manual/wget.html */
import { known } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { readOptions } from './arguments.js';
import type { OptionTable } from './arguments.js';
import type { Argument } from './expand.js';
import { readBody, toMethod } from './sent.js';
import type { Sent } from './sent.js';

const table: OptionTable = {
  short: 'aABDeGiIlnoOPQRtTUwX',
  long: new Set(
    `accept-regex append-output base bind-address body-data body-file ca-certificate ca-directory certificate
    certificate-type config connect-timeout cut-dirs default-page directory-prefix dns-timeout domains exclude-domains
    execute header http-password http-user ignore-length input-file level limit-rate load-cookies local-encoding max-redirect
    method output-document output-file password post-data post-file prefer-family private-key private-key-type progress
    quota read-timeout referer reject restrict-file-names retry-on-http-error save-cookies secure-protocol timeout tries
    user user-agent wait waitretry`.split(/\s+/),
  ),
};

/** The requests of a call of wget: one for each address. */
export function readWget(words: readonly Argument[]): Sent[] {
  const { options, others } = readOptions(words, table);
  const find = (...names: string[]): (typeof options)[number] | undefined =>
    options.findLast(({ name }) => names.includes(name));
  const body = find('post-data', 'body-data');
  const file = find('post-file', 'body-file');
  const parameters = body?.value == null ? [] : readBody(body.value, null);
  const posts = find('post-data', 'post-file') !== undefined;
  const otherwise = find('spider') !== undefined ? 'HEAD' : posts ? 'POST' : 'GET';
  const written = find('method')?.value ?? null;
  const method = written === null ? known(otherwise) : toMethod(written, otherwise);
  const headers = options.flatMap(({ name, value }): Text[] => (name === 'header' && value !== null ? [value] : []));
  return others.map(({ text }) => ({
    method,
    address: text,
    parameters: parameters ?? [],
    unseen: file !== undefined || parameters === null ? (['body'] as const) : [],
    headers,
  }));
}

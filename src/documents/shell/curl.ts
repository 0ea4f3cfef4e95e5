/** https://curl.se/docs/manpage.html */
import type { Parameter, ParameterLocation } from '../../http/request.js';
import { known, show, slice } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { readOptions } from './arguments.js';
import type { Option, Options, OptionTable } from './arguments.js';
import type { Argument } from './expand.js';
import { readBody, readForm, readJson, toMethod } from './sent.js';
import type { Sent } from './sent.js';

const table: OptionTable = {
  short: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
  long: new Set(
    `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at
    cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation
    dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header egd-file engine etag-compare etag-save
    expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode
    happy-eyeballs-timeout-ms haproxy-clientip header help hostpubmd5 hostpubsha256 hsts interface ipfs-gateway json
    keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize
    max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto
    proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile
    proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers
    proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer
    request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a socks5
    socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max
    tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file url url-query
    user user-agent variable write-out`.split(/\s+/),
  ),
};

type Kind = 'data' | 'raw' | 'encoded' | 'form' | 'json' | 'query' | 'upload';

/** What carries parameters. */
const carriers: ReadonlyMap<string, Kind> = new Map([
  ['d', 'data'],
  ['data', 'data'],
  ['data-ascii', 'data'],
  ['data-binary', 'data'],
  ['data-raw', 'raw'],
  ['data-urlencode', 'encoded'],
  ['F', 'form'],
  ['form', 'form'],
  ['form-string', 'form'],
  ['json', 'json'],
  ['url-query', 'query'],
  ['T', 'upload'],
  ['upload-file', 'upload'],
]);

/** The requests of a call of curl: one for each address. `--next` begins another. */
export function readCurl(words: readonly Argument[], input: Text | null): Sent[] {
  const next = words.findIndex(({ text }) => show(text) === '--next' || show(text) === '-:');
  if (next !== -1) return [...readCurl(words.slice(0, next), input), ...readCurl(words.slice(next + 1), input)];
  const all = readOptions(words, table);
  const { parameters, unseen } = readParameters(all, input);
  const method = readMethod(all);
  const headers = all.options.flatMap(({ name, value }) => (isHeader(name) && value !== null ? [value] : []));
  return findAddresses(all).map((address) => ({ method, address, parameters, unseen, headers }));
}

function isHeader(name: string): boolean {
  return name === 'H' || name === 'header' || name === 'oauth2-bearer';
}

/** A word that nobody sees is the address only if there is no other. */
function findAddresses({ options, others }: Options): Text[] {
  const given = options.flatMap(({ name, value }) => (name === 'url' && value !== null ? [value] : []));
  const seen = others.filter(({ hidden, text }) => !hidden && !isData(text)).map(({ text }) => text);
  const hidden = others.filter((one) => one.hidden).map(({ text }) => text);
  const all = [...given, ...seen];
  return all.length > 0 ? all : hidden.slice(-1);
}

/** A body that an option before it has lost: `-H -d '{ "title": … }'` makes a header of `-d`. */
function isData(text: Text): boolean {
  return /^\s*[{[]\s*\\?["']/.test(show(text));
}

function readMethod({ options, hidden, others }: Options): Text {
  const has = (names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  const written = options.findLast(({ name }) => name === 'X' || name === 'request')?.value ?? null;
  if (written !== null) return toMethod(written, 'GET');
  const secret = hidden ? others.find((one) => one.hidden && others.length > 1) : undefined;
  if (secret !== undefined) return secret.text.slice(0, 1);
  if (has(['I', 'head'])) return known('HEAD');
  if (has(['T', 'upload-file'])) return known('PUT');
  const sends = options.some(({ name }) => carriers.has(name) && carriers.get(name) !== 'query');
  return known(sends && !has(['G', 'get']) ? 'POST' : 'GET');
}

interface Parameters {
  readonly parameters: readonly Parameter[];
  readonly unseen: readonly ParameterLocation[];
}

function readParameters({ options, hidden, others }: Options, input: Text | null): Parameters {
  const location: ParameterLocation = options.some(({ name }) => name === 'G' || name === 'get') ? 'query' : 'body';
  const read = options.map((option) => readCarrier(option, location, input));
  const secret = hidden && others.length > 1;
  return {
    parameters: read.flatMap((one) => one ?? []),
    unseen: [...(read.includes(null) ? [location] : []), ...(secret ? (['query', 'body'] as const) : [])],
  };
}

/** Null if what it sends is out of sight. */
function readCarrier(
  { name, value, whole }: Option,
  location: ParameterLocation,
  input: Text | null,
): readonly Parameter[] | null {
  const kind = carriers.get(name);
  if (kind === undefined) return [];
  if (value === null || kind === 'upload') return null;
  const written = show(value);
  if (kind === 'query') return readForm(value, 'query', whole, true);
  if (kind === 'form') {
    const [field] = readForm(value, location, whole, true);
    const isFile = /^[^=]*=[@<]/.test(written);
    return field === undefined ? [] : [isFile ? { ...field, value: null } : field];
  }
  if (kind === 'encoded') return /^[^=]*@/.test(written) ? null : readForm(value, location, whole, true);
  if (written === '@-' && kind !== 'raw') return input === null ? null : readBody(input, null);
  if (written.startsWith('@') && kind !== 'raw') return null;
  if (kind === 'json') return readJson(value);
  return location === 'query' ? readForm(value, location, whole, false) : readBody(slice(value, 0), whole);
}

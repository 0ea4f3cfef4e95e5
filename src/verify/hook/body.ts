import type { SentParameter } from '../record.js';

/** The most of a body that is read for its parameters, in bytes. */
export const longestBody = 256 * 1024;

/** The names and values of a form or of JSON; none for an empty body; null if it could not be read. */
export type BodyParameters = readonly SentParameter[] | null;

/** What takes time to read comes later. */
export type ReadBody = BodyParameters | Promise<BodyParameters>;

/**
 * The parameters of a body as programs give it to `fetch` and the like. Streams are left to whoever sends them.
 *
 * @param type its `Content-Type`; null if there is none
 */
export function readBody(body: unknown, type: string | null): ReadBody {
  if (body === null || body === undefined) return [];
  if (typeof body === 'string') return parseBody(body, type);
  if (body instanceof Uint8Array) return parseBytes(body, type);
  return readers[Object.prototype.toString.call(body)]?.(body as never, type) ?? null;
}

/** By the tag of a class: packages and test environments have classes of their own. */
const readers: Readonly<Record<string, (body: never, type: string | null) => ReadBody>> = {
  '[object ArrayBuffer]': (body: ArrayBuffer, type) => parseBytes(new Uint8Array(body), type),
  '[object URLSearchParams]': (body: URLSearchParams) => [...body],
  '[object FormData]': readFormData,
  '[object Blob]': readBlob,
  '[object File]': readBlob,
  '[object Request]': readRequest,
};

function readFormData(form: FormData): SentParameter[] {
  return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : null]);
}

async function readBlob(blob: Blob, type: string | null): Promise<BodyParameters> {
  return blob.size > longestBody ? null : parseBody(await blob.text(), type ?? blob.type);
}

/** A clone of it, no further than parameters may stand. */
function readRequest(request: Request, type: string | null): ReadBody {
  return request.body === null ? [] : readStream(request.clone().body, type);
}

async function readStream(stream: Request['body'], type: string | null): Promise<BodyParameters> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > longestBody) return null;
  }
  return parseBytes(Buffer.concat(chunks), type);
}

function parseBytes(bytes: Uint8Array, type: string | null): BodyParameters {
  return bytes.length > longestBody ? null : parseBody(new TextDecoder().decode(bytes), type);
}

/**
 * The parameters of a body's text.
 *
 * @param type its `Content-Type`; null if there is none
 */
export function parseBody(text: string, type: string | null): BodyParameters {
  if (text === '') return [];
  if (text.length > longestBody) return null;
  if (type?.includes('multipart/') === true) return parseMultipart(text);
  if (/^\s*\{/.test(text)) return parseJson(text);
  return type?.includes('form-urlencoded') === true || /^[\w.[\]%+-]+=/.test(text) ? parseForm(text) : null;
}

function parseForm(text: string): SentParameter[] {
  return [...new URLSearchParams(text)];
}

function parseJson(text: string): SentParameter[] | null {
  try {
    return Object.entries(JSON.parse(text) as object).map(([name, value]: [string, unknown]) => [name, toValue(value)]);
  } catch {
    return null;
  }
}

/** What v4 changes has short values without line ends; files are told by their names alone. */
function parseMultipart(text: string): SentParameter[] {
  const parts = text.matchAll(
    /content-disposition: form-data; name="([^"]*)"([^\r\n]*)\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]*)/gi,
  );
  return [...parts].map(([, name = '', more = '', value = '']) => [name, more.includes('filename') ? null : value]);
}

/** A list or a record has no value of its own. */
function toValue(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

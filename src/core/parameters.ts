import { ApiError } from './errors.js';

/** By name: text from a query or a form, any JSON from a JSON body, `structured` for what is no single value. */
export type Parameters = ReadonlyMap<string, unknown>;

/** `level[]=watch` and the like: GitLab reads lists and records there, and nothing here takes one. */
export const structured = Symbol('structured');

/** Of a name that stands twice the last value counts, as in Rack. */
export function parseQuery(query: string): Parameters {
  return toParameters(new URLSearchParams(query));
}

function toParameters(entries: Iterable<readonly [string, unknown]>): Parameters {
  const parameters = new Map<string, unknown>();
  for (const [key, value] of entries) {
    const [, name = key] = /^([^[\]]+)\[/.exec(key) ?? [];
    parameters.set(name, name === key ? value : structured);
  }
  return parameters;
}

/** A body as it came, before anybody looks into it. */
export interface RawBody {
  readonly bytes: Buffer;
  /** Null if the request says none. */
  readonly contentType: string | null;
}

const none: Parameters = new Map();

/** A body by its media type. What is no record of parameters gives none. */
const bodyParsers: Readonly<Record<string, (body: RawBody) => Parameters | Promise<Parameters>>> = {
  'application/json': ({ bytes }) => parseJson(bytes.toString('utf8')),
  'application/x-www-form-urlencoded': ({ bytes }) => parseQuery(bytes.toString('utf8')),
  'multipart/form-data': parseMultipart,
};

/**
 * @throws {ApiError} if it is not what its type says, or of a type that GitLab does not take
 */
export async function parseBody(body: RawBody): Promise<Parameters> {
  if (body.bytes.length === 0) return none;
  const type = mediaTypeOf(body.contentType) ?? 'application/json';
  const parse = Object.hasOwn(bodyParsers, type) ? bodyParsers[type] : undefined;
  if (parse === undefined) throw new ApiError(415, { error: `The provided content-type '${type}' is not supported.` });
  return parse(body);
}

/** Whether a body of this type is one whose parameters are read. */
export function mayHoldParameters(contentType: string | null): boolean {
  const type = mediaTypeOf(contentType);
  return type === null || Object.hasOwn(bodyParsers, type);
}

function mediaTypeOf(contentType: string | null): string | null {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? null;
}

const undeclaredFormat =
  "\nProblem:\n  message body does not match declared format\nResolution:\n  when specifying application/json as content-type, you must pass valid application/json in the request's 'body'\n";

function parseJson(text: string): Parameters {
  const value = readJson(text);
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? new Map(Object.entries(value).map(([name, each]) => [name, toSingle(each)])) : none;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, { error: undeclaredFormat });
  }
}

function toSingle(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structured : value;
}

async function parseMultipart({ bytes, contentType }: RawBody): Promise<Parameters> {
  try {
    // Deprecated for its keeping all in memory; a body here is no larger than its limit.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const form = await new Response(bytes, { headers: { 'content-type': contentType ?? '' } }).formData();
    return toParameters([...form].map(([name, value]) => [name, typeof value === 'string' ? value : structured]));
  } catch {
    throw new ApiError(400, { error: 'Invalid request: the body does not match its content-type' });
  }
}

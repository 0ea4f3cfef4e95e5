import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate, demandActive, demandScope, findCredential } from './authentication.js';
import { plainError, unauthorized } from './errors.js';
import { mayHoldParameters, parseBody, parseQuery } from './parameters.js';
import type { Parameters, RawBody } from './parameters.js';
import { getGiven } from './routes/context.js';
import { isV3 } from './routes/fallback.js';
import type { Store } from './store/store.js';
import { isTooLong } from './transport.js';

/**
 * Who comes in. Every request is authenticated before anything else of it is looked at: its path, its size, its body.
 * A token may stand in the body too, which is read first then, but not judged.
 */
export function addGate(app: FastifyInstance, store: Store): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('given', null);

  app.addHook('onRequest', (request, _reply, done) => {
    request.given = parseQuery(queryOf(request));
    if (!isOpen(request)) admitByHead(request, store);
    done();
  });

  app.addHook('preValidation', async (request) => {
    if (isOpen(request)) return;
    await admitByBody(request, store);
    if (isTooLong(request.url)) throw plainError(414);
    // In GitLab a parameter is one, wherever it stands.
    request.query = request.given;
  });
}

const emptyParameters: Parameters = new Map();

/** `/api/v3` and the OpenAPI document are open to everybody. */
export function isOpen(request: FastifyRequest): boolean {
  return isV3({ method: request.method, url: request.url }) || isDocument(request);
}

function isDocument({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /^\/api\/v4\/openapi\.json\/?(?:\?|$)/.test(url);
}

function queryOf({ url }: FastifyRequest): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

function admitByHead(request: FastifyRequest, store: Store): void {
  const credential = findCredential(request.headers, getGiven(request));
  if (credential !== null || !mayCarryToken(request)) admit(request, credential, store);
}

function mayCarryToken({ method, headers }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && method !== 'GET' && method !== 'HEAD' && mayHoldParameters(headers['content-type'] ?? null);
}

/** @throws {ApiError} in GitLab's order: expired, revoked, too little scope, blocked */
function admit(request: FastifyRequest, credential: string | null, store: Store): void {
  const caller = authenticate(credential, store.directory, store.clock);
  const { access } = request.routeOptions.config;
  if (access !== undefined) demandScope(caller, access);
  demandActive(caller);
  request.caller = caller;
}

async function admitByBody(request: FastifyRequest, store: Store): Promise<void> {
  const body = await readBody(request);
  if (request.caller === null) {
    const given = body instanceof Error ? emptyParameters : body;
    admit(request, findCredential({}, given), store);
  }
  if (body instanceof Error) throw body;
  request.given = new Map([...getGiven(request), ...body]);
}

/** What is wrong with a body is told after authentication. */
async function readBody(request: FastifyRequest): Promise<Parameters | Error> {
  const raw = request.body as RawBody | null | undefined;
  if (raw == null) return emptyParameters;
  try {
    return await parseBody(raw);
  } catch (error) {
    return error instanceof Error ? error : unauthorized();
  }
}

/** The parameters of a body, none if it cannot be read. */
export async function readBodyLeniently(request: FastifyRequest): Promise<Parameters> {
  const body = await readBody(request);
  return body instanceof Error ? emptyParameters : body;
}

/** Admits a request that never reached the hooks, since its address cannot be read. */
export function admitUnrouted(request: FastifyRequest, store: Store): void {
  const credential = findCredential(request.headers, parseQuery(queryOf(request)));
  demandActive(authenticate(credential, store.directory, store.clock));
}

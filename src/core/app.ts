import swagger from '@fastify/swagger';
import type { SwaggerTransformObject } from '@fastify/swagger';
import fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { version } from '../version.js';
import { createDemo } from './demo.js';
import { ApiError, invalidParameters, plainError, unauthorized } from './errors.js';
import { addGate, admitUnrouted, isOpen, readBodyLeniently } from './gate.js';
import type { Parameters } from './parameters.js';
import { setHeaders } from './routes/context.js';
import { addEvents } from './routes/events.js';
import { isV3, refuseUnserved, refuseV3 } from './routes/fallback.js';
import { addNotificationSettings } from './routes/notification-settings.js';
import { readSeed } from './seed.js';
import type { Seed } from './seed-schema.js';
import { Store } from './store/store.js';
import { parseMoment } from './moments.js';
import { defaultTimeout, securityHeaders, toServerOptions } from './transport.js';
import { validateParameters } from './validation.js';
import type { ParametersSchema } from './validation.js';

export { SeedError, parseSeed } from './seed.js';
export { DataFileError } from './store/database.js';
export type { Seed } from './seed-schema.js';

export interface CoreOptions {
  /** What the core holds. Without one, what the data file holds, or a small demo. */
  readonly seed?: Seed;
  /** What messages call the seed, a file name. */
  readonly seedName?: string;
  /** A SQLite file that keeps the state; in memory without it. */
  readonly data?: string;
  /** Replaces what the file holds: by the seed, or by the demo. */
  readonly reset?: boolean;
  /** Takes structured log lines: requests without their queries, and errors. */
  readonly log?: { write(line: string): void };
  /** How long a client may take to send a request, in milliseconds; 30 seconds by default. */
  readonly timeout?: number;
}

/** A Fastify instance: `listen({ port, host })`, `inject`, `close`. */
export type Core = FastifyInstance & {
  /** Where it listens, `http://127.0.0.1:8080/api/v4`. */
  readonly url: string;
  /** A token of the first user; null if the user has none that counts. */
  readonly token: string | null;
};

/**
 * A v4 server for notification settings and events.
 *
 * @throws {SeedError} if the seed is none
 * @throws {DataFileError} if the data file cannot be used, or holds data and `reset` is not given
 */
export function createCore(options: CoreOptions = {}): Core {
  const { seed, seedName = 'seed', data = null, reset = false, log, timeout = defaultTimeout } = options;
  const content = seed === undefined ? null : readSeed(seed, seedName);
  const store = Store.open({ file: data, content, reset, demo: createDemo });
  const app = fastify({
    ...toServerOptions(timeout),
    ...(log === undefined ? {} : { logger: toLogger(log) }),
    frameworkErrors: (_error, request, reply) => {
      sendError(reply, refuseUnreadable(request, store));
    },
  });
  app.decorate('url', { getter: () => `${originOf(app)}/api/v4` });
  app.decorate('token', { getter: () => findFirstToken(store) });
  app.addHook('onClose', () => {
    store.close();
  });
  addShape(app);
  addGate(app, store);
  void app.register(swagger, { openapi: toDescription(), transformObject: withOptionalBodies });
  void app.register(
    (api, _options, done) => {
      addRoutes(api, store, (request) => originOf(app, request));
      done();
    },
    { prefix: '/api/v4' },
  );
  return app as unknown as Core;
}

function addRoutes(api: FastifyInstance, store: Store, originOf: (request: FastifyRequest) => string): void {
  addNotificationSettings(api, { store, originOf });
  addEvents(api, { store, originOf });
  api.get('/openapi.json', { schema: { hide: true }, handler: () => api.swagger() });
}

/** How requests are read and answers are written. */
function addShape(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    done(null, { bytes, contentType: request.headers['content-type'] ?? null });
  });
  app.setValidatorCompiler(compileValidator);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    setHeaders(reply, securityHeaders);
    if (reply.hasHeader('content-type')) reply.header('content-type', 'application/json');
    done();
  });
  app.setNotFoundHandler(async (request, reply) => {
    await refuse(request, reply);
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (isV3(request)) await refuse(request, reply);
    else sendError(reply, toApiError(error, request));
  });
}

async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  sendError(reply, isV3(request) ? refuseV3(request, await readBodyLeniently(request)) : refuseUnserved(request));
}

/** Queries and bodies are one list of parameters, which the schema of the query declares. */
const compileValidator: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  if (httpPart !== 'querystring') return () => true;
  return (parameters: Parameters) => {
    const { values, problems } = validateParameters(schema as ParametersSchema, parameters);
    return problems.length > 0 ? { error: invalidParameters(problems) } : { value: values };
  };
};

/** Buffers are sent as they are, so that nothing is added to the media type. */
function sendError(reply: FastifyReply, { status, body, headers }: ApiError): void {
  setHeaders(reply, { ...securityHeaders, ...headers, 'Content-Type': 'application/json' });
  reply.code(status).send(Buffer.from(JSON.stringify(body)));
}

const statuses: Readonly<Record<number, 400 | 413>> = { 400: 400, 413: 413 };

/** What Fastify refuses while it reads a body waits for authentication too. */
function toApiError(error: FastifyError | ApiError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (request.caller === null && !isOpen(request)) return unauthorized();
  if (error.statusCode === 415) return new ApiError(415, { error: 'The provided content-type is not supported.' });
  const status = statuses[error.statusCode ?? 500];
  if (status !== undefined) return plainError(status);
  request.log.error(error);
  return new ApiError(500, { message: '500 Internal Server Error' });
}

/** An address whose percent-encoding is broken. */
function refuseUnreadable(request: FastifyRequest, store: Store): ApiError {
  if (isV3(request)) return refuseV3(request, new Map());
  try {
    admitUnrouted(request, store);
    return plainError(400);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Only method and path: a query may hold a token. */
function toLogger(stream: { write(line: string): void }): object {
  const serializers = {
    req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?')[0] }),
    res: ({ statusCode }: FastifyReply) => ({ statusCode }),
  };
  return { level: 'info', stream, serializers };
}

const wildcards: readonly string[] = ['0.0.0.0', '::'];

/** Where the core listens; what the client calls it, if it listens everywhere or nowhere yet. */
function originOf({ server }: FastifyInstance, request?: FastifyRequest): string {
  const address = server.address();
  const listens = address !== null && typeof address === 'object';
  if (listens && !wildcards.includes(address.address)) return toOrigin(address.address, address.port);
  if (request !== undefined && /^[\w.:[\]-]+$/.test(request.host)) return `http://${request.host}`;
  return toOrigin('127.0.0.1', listens ? address.port : 80);
}

function toOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

function findFirstToken({ directory: { users, tokens }, clock }: Store): string | null {
  const own = tokens.filter(({ user }) => user === users[0]?.id);
  const usable = own.find(({ revoked, expiresAt }) => {
    const end = expiresAt === null ? null : parseMoment(expiresAt);
    return !revoked && (end === null || end > clock());
  });
  return (usable ?? own[0])?.token ?? null;
}

/** Parameters may stand in the query as well, so that no request needs a body. */
const withOptionalBodies: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) return document.swaggerObject;
  for (const path of Object.values(document.openapiObject.paths ?? {})) {
    const body = path?.put?.requestBody;
    if (body !== undefined && 'content' in body) body.required = false;
  }
  return document.openapiObject;
};

function toDescription(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'v4ward core',
      version,
      description: 'Notification settings and events of the GitLab REST API v4.',
    },
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN' },
        parameter: { type: 'apiKey', in: 'query', name: 'private_token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ header: [] }, { parameter: [] }, { bearer: [] }],
  };
}

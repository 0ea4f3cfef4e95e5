import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Caller } from '../authentication.js';
import { unauthorized } from '../errors.js';
import type { Parameters } from '../parameters.js';
import type { Store } from '../store/store.js';
import type { Values } from '../validation.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null until that is known, and where nobody is asked. */
    caller: Caller | null;
    /** All parameters as they came, from the query and the body; null until they are read. */
    given: Parameters | null;
  }
  interface FastifyContextConfig {
    /** The scopes that open the route. */
    access?: Access;
  }
}

/** What a route knows of the core. */
export interface RouteOptions {
  readonly store: Store;
  /** The address at which clients reach the core, `http://127.0.0.1:8080`. */
  readonly originOf: (request: FastifyRequest) => string;
}

/** Whoever asks; routes come after authentication. */
export function getCaller({ caller }: FastifyRequest): Caller {
  if (caller === null) throw unauthorized();
  return caller;
}

export function getPathParameter(request: FastifyRequest, name: string): string {
  return (request.params as Readonly<Record<string, string>>)[name] ?? '';
}

/** All parameters as they came. */
export function getGiven({ given }: FastifyRequest): Parameters {
  return given ?? new Map();
}

/** The parameters that the route declares, read and checked. */
export function getValues(request: FastifyRequest): Values {
  return request.query as Values;
}

export function setHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
}

const reading: readonly string[] = ['api', 'read_api'];

/** The scopes of each endpoint; the facts on authentication. */
export const access = {
  settings: { opens: reading, listed: 'api read_api' },
  settingsChange: { opens: ['api'], listed: 'api read_api' },
  userEvents: { opens: ['read_user', ...reading], listed: 'read_user api read_api' },
  projectEvents: { opens: reading, listed: 'api read_api' },
} as const satisfies Readonly<Record<string, Access>>;

import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from './clock.js';
import type { Token, User } from './content.js';
import type { Directory } from './directory.js';
import { ApiError, unauthorized } from './errors.js';
import type { Parameters } from './parameters.js';
import { parseMoment } from './moments.js';

/** Who asks, by which token. */
export interface Caller {
  readonly user: User;
  readonly token: Token;
}

/** Where a token may stand, in the order in which GitLab looks: OAuth before private tokens, parameters before headers. */
const bearer = /^Bearer +(\S+) *$/i;

/** The token that a request carries, known or not. Null if it carries none. */
export function findCredential(headers: IncomingHttpHeaders, parameters: Parameters): string | null {
  const places = [
    bearer.exec(headers.authorization ?? '')?.[1],
    parameters.get('access_token'),
    parameters.get('private_token'),
    headers['private-token'],
  ];
  return places.find((place): place is string => typeof place === 'string' && place !== '') ?? null;
}

const secretParameters: readonly string[] = ['access_token', 'private_token', 'job_token'];

/** Whether a parameter holds a secret, however its name is written: such are never printed, logged or passed on. */
export function isSecret(name: string): boolean {
  return secretParameters.includes(name.toLowerCase().replace(/\[.*$/s, ''));
}

/**
 * @throws {ApiError} if nobody has the token, or it expired or was revoked
 */
export function authenticate(credential: string | null, directory: Directory, clock: Clock): Caller {
  const token = credential === null ? null : directory.findToken(credential);
  const user = token === null ? null : directory.getUser(token.user);
  if (token === null || user === null) throw unauthorized();
  if (isExpired(token, clock()))
    throw invalidToken('Token is expired. You can either do re-authorization or token refresh.');
  if (token.revoked) throw invalidToken('Token was revoked. You have to re-authorize from the user.');
  return { user, token };
}

function isExpired({ expiresAt }: Token, now: number): boolean {
  const end = expiresAt === null ? null : parseMoment(expiresAt);
  return end !== null && end <= now;
}

function invalidToken(description: string): ApiError {
  const body = { error: 'invalid_token', error_description: description };
  const challenge = `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`;
  return new ApiError(401, body, { 'WWW-Authenticate': challenge });
}

/** The scopes that open an endpoint. */
export interface Access {
  /** Any of these will do. */
  readonly opens: readonly string[];
  /** What the answer lists where none is at hand: all scopes of the endpoint, reads and writes together. */
  readonly listed: string;
}

/** @throws {ApiError} if the token has too little scope */
export function demandScope({ token }: Caller, { opens, listed }: Access): void {
  if (token.scopes.some((scope) => opens.includes(scope))) return;
  throw new ApiError(403, {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope: listed,
  });
}

/** @throws {ApiError} if the account is blocked */
export function demandActive({ user }: Caller): void {
  if (user.state === 'blocked') throw new ApiError(403, { message: '403 Forbidden - Your account has been blocked.' });
}

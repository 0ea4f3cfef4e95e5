import type { IncomingMessage } from 'node:http';
import type { Core } from '../core/app.js';
import { UsageError } from './exit-codes.js';

/** Where GitLab's requests go in a run. */
export interface Target {
  readonly url: string;
  /** What the command finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** @throws {UsageError} if it is no address */
export async function openTarget(to: string | undefined): Promise<Target | null> {
  if (to === undefined) return null;
  if (to === 'core') return startCore();
  if (/^https?:\/\//.test(to) && URL.canParse(to)) return { url: to, environment: {}, close: () => Promise.resolve() };
  throw new UsageError(`--to ${to}: expected \`core\`, or the address of a server, such as http://127.0.0.1:8080.`);
}

async function startCore(): Promise<Target> {
  const { createCore } = await import('../core/app.js');
  const core = createCore();
  acceptTokens(core);
  await core.listen({ port: 0, host: '127.0.0.1' });
  return {
    url: core.url,
    environment: { V4WARD_CORE_URL: core.url, V4WARD_CORE_TOKEN: core.token ?? '' },
    close: () => core.close(),
  };
}

/**
 * A program has a token of its own GitLab, which no core knows: whoever brings one is the core's first user. Who brings
 * none is told so, as by GitLab. The server's listener comes before that of the core.
 */
function acceptTokens({ server, token }: Core): void {
  if (token === null) return;
  server.prependListener('request', (request: IncomingMessage) => {
    exchangeHeaders(request, token);
    request.url = exchangeParameters(request.url ?? '/', token);
  });
}

function exchangeHeaders({ headers }: IncomingMessage, token: string): void {
  if (headers['private-token']) headers['private-token'] = token;
  if (/^Bearer +\S/i.test(headers.authorization ?? '')) headers.authorization = `Bearer ${token}`;
}

function exchangeParameters(address: string, token: string): string {
  return address.replace(/([?&](?:private|access)_token=)[^&#]+/g, (_whole, name: string) => `${name}${token}`);
}

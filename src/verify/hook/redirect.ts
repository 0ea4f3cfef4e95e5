import { attributeSent } from '../attribute.js';
import type { Hosts } from '../attribute.js';
import { toRequest } from '../request.js';
import type { Redirect } from './watcher.js';
import { quietly } from './watcher.js';

/**
 * Sends GitLab's requests to another server: all from `/api/` on stays as it is.
 *
 * @param base the server, with or without `/api/v4`
 */
export function redirectTo(base: string, hosts: Hosts): Redirect {
  const to = new URL(base);
  const root = to.pathname.replace(/\/+$/, '').replace(/\/api\/v[34]$/, '');
  return (method, url, headers) =>
    quietly(() => {
      const sent = { method, url: url.href, headers: [...headers.keys()], body: [] };
      if (url.origin === to.origin || attributeSent(toRequest(sent), sent.headers, hosts) !== 'gitlab') return null;
      const [path = ''] = /\/api\/v[34](?:\/.*)?$/.exec(url.pathname) ?? [];
      return new URL(`${root}${path}${url.search}`, to);
    });
}

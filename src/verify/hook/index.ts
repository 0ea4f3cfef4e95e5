/**
 * Loaded into the user's Node processes, by `--require`: with `--import`, Node would load the program itself as an ES
 * module, which ts-node and the like can't bear. It watches requests and never speaks, throws or changes what the program
 * does. Nothing but Node's own modules is loaded, unless requests are redirected.
 */
import Module, { createRequire, syncBuiltinESMExports } from 'node:module';
import type { HookSettings } from '../record.js';
import { settingsVariable } from '../record.js';
import { keepEnvironment } from './keep-environment.js';
import { watchCallbacks } from './stack.js';
import { cover } from './stay-on-top.js';
import type { Callable, Watched } from './stay-on-top.js';
import { watchFetch } from './watch-fetch.js';
import { watchHttp } from './watch-http.js';
import { watchHttp2 } from './watch-http2.js';
import { watchUndici } from './watch-undici.js';
import { createWatcher, quietly } from './watcher.js';
import type * as RedirectModule from './redirect.js';
import type { Redirect } from './watcher.js';

function readSettings(): HookSettings | null {
  const text = process.env[settingsVariable];
  return text === undefined ? null : quietly(() => JSON.parse(text) as HookSettings);
}

/** What should go elsewhere must not go to GitLab, so that a process which cannot redirect does not start. */
function loadRedirect({ to, hosts, notHosts }: HookSettings): Redirect {
  if (to === null) return () => null;
  const { redirectTo } = createRequire(import.meta.url)('./redirect.js') as typeof RedirectModule;
  return redirectTo(to, { hosts, notHosts });
}

function install(settings: HookSettings, redirect: Redirect): void {
  const watcher = createWatcher(settings.file, redirect);
  const watched = [watchFetch(watcher), ...watchHttp(watcher), watchHttp2(watcher)];
  watchUndici(watcher);
  keepEnvironment(process.env);
  coverAll(watched);
  syncBuiltinESMExports();
  stayOnTop(watched);
}

function coverAll(watched: readonly Watched[]): void {
  quietly(() => {
    watched.forEach(cover);
  });
}

/**
 * Mocks put themselves in place when their module is loaded, or when a test begins. Bindings of ES modules stay what they
 * would be: a mock that leaves them alone does not answer their requests.
 */
function stayOnTop(watched: readonly Watched[]): void {
  const loader = Module as unknown as { _load: Callable };
  loader._load = new Proxy(loader._load, {
    apply: (target, self, args) => {
      const loaded: unknown = Reflect.apply(target, self, args);
      coverAll(watched);
      return loaded;
    },
  });
  watchCallbacks(() => {
    coverAll(watched);
  });
}

const settings = readSettings();
if (settings !== null) {
  const redirect = loadRedirect(settings);
  quietly(() => {
    install(settings, redirect);
  });
}

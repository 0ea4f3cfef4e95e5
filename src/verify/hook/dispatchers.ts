import { createRequire } from 'node:module';
import { cover } from './stay-on-top.js';
import type { Call, Callable } from './stay-on-top.js';
import { quietly } from './watcher.js';

/** What `dispatch` of undici 5 to 7 is given, as far as anyone looks here. */
export interface DispatchOptions {
  /** A `Client` and a `Pool` have one of their own. */
  readonly origin?: unknown;
  readonly path?: unknown;
  readonly method?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** An object of the package `undici` that sends requests: an `Agent`, a `Pool`, a `Client`, a mock of them. */
export interface Dispatcher {
  readonly constructor: DispatcherClass;
  readonly dispatch: (options: DispatchOptions, handler: unknown) => unknown;
}

type DispatcherClass = new (origin: string) => Dispatcher;

/** The `Agent` of each copy of the package, by the prototype that all its dispatchers have. */
const agentClasses = new WeakMap<object, DispatcherClass>();

/** What sends to another server, by the same. */
const senders = new WeakMap<object, Dispatcher>();

const emitters = createRequire(import.meta.url)('node:events') as { init: Callable; readonly prototype: object };

/**
 * Puts the call over `dispatch` of every class of dispatchers. Test runners and bundlers load copies of undici past Node's
 * loader, so that a class is met when something is made of it: dispatchers are emitters, and all emitters are made by
 * `EventEmitter.init`, which Node's own `domain` replaces too.
 */
export function coverDispatchers(call: Call): void {
  const met = new WeakSet();
  emitters.init = new Proxy(emitters.init, {
    apply: (target, self: object, args) => {
      quietly(() => {
        const prototype = Object.getPrototypeOf(self) as object;
        if (met.has(prototype)) return;
        met.add(prototype);
        meet(prototype, call);
      });
      return Reflect.apply(target, self, args) as unknown;
    },
  });
}

function meet(prototype: object, call: Call): void {
  const chain = listPrototypes(prototype);
  const base = chain.at(-1);
  if (base === undefined || !isDispatcher(base)) return;
  const { constructor } = prototype as Dispatcher;
  if (constructor.name === 'Agent') agentClasses.set(base, constructor);
  for (const holder of chain) cover({ holder, name: 'dispatch', call });
}

/** From the nearest to the last before that of emitters. */
function listPrototypes(prototype: object | null): object[] {
  if (prototype === null || prototype === emitters.prototype) return [];
  return [prototype, ...listPrototypes(Object.getPrototypeOf(prototype) as object | null)];
}

/** Other libraries have a `dispatch` too. Getters are not called: they are the program's. */
function isDispatcher(base: object): boolean {
  return ['dispatch', 'close', 'destroy'].every(
    (name) => typeof Object.getOwnPropertyDescriptor(base, name)?.value === 'function',
  );
}

/**
 * What sends to another server in place of a dispatcher, from the same copy of the package: a plain `Agent`, since a
 * proxy or a mock would not reach the server.
 *
 * @param origin the server's, the same in every call
 * @throws whatever the constructor of an unknown class throws
 */
export function openSender(self: Dispatcher, origin: string): Dispatcher {
  const base = listPrototypes(Object.getPrototypeOf(self) as object).at(-1) ?? self;
  const sender = senders.get(base) ?? createSender(self, agentClasses.get(base), origin);
  senders.set(base, sender);
  return sender;
}

/** An `Agent` has options for its first parameter, a `Client` or a `Pool` its origin. */
function createSender(self: Dispatcher, Agent: DispatcherClass | undefined, origin: string): Dispatcher {
  return Agent === undefined ? new self.constructor(origin) : new (Agent as unknown as new () => Dispatcher)();
}

/** Where a dispatcher sends what names no origin; undefined if it has no place of its own. */
export function getOwnOrigin(self: Dispatcher): unknown {
  const key = Object.getOwnPropertySymbols(self).find(({ description }) => description === 'url');
  return key === undefined ? undefined : Reflect.get(self, key);
}

/** A function that programs call to send a request, by where it is kept. */
export interface Watched {
  readonly holder: object;
  readonly name: string;
  /** Called in place of the function; calls it. */
  readonly call: Call;
}

export type Call = (target: Callable, self: unknown, args: unknown[]) => unknown;
export type Callable = (...args: never[]) => unknown;

const covers = new WeakSet();

/**
 * Puts the call over whatever function stands there: at first the real one, later what a mock has put in its place. So
 * the request is seen as the program asks for it, above the mock that answers it. The cover is a proxy of the function:
 * its name and properties stay.
 */
export function cover({ holder, name, call }: Watched): void {
  const property = Object.getOwnPropertyDescriptor(holder, name);
  const current: unknown = property?.value;
  if (typeof current !== 'function' || covers.has(current) || property?.writable !== true) return;
  const proxy = new Proxy(current as Callable, { apply: call });
  covers.add(proxy);
  Reflect.set(holder, name, proxy);
}

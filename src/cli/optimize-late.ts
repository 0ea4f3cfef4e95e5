import { setFlagsFromString } from 'node:v8';

/**
 * By the major version of Node, what makes V8 wait longer before it compiles a function to its fastest code: the default
 * is 67,584 bytes of bytecode run, and since Node 22 3,000 calls (`node --v8-options`). V8 tells an unknown option on
 * stderr, so versions that nobody has tried have none.
 */
const waits: Readonly<Record<string, string | undefined>> = {
  20: '--interrupt-budget=2000000',
  22: '--invocation-count-for-turbofan=30000',
  24: '--invocation-count-for-turbofan=30000',
};

/**
 * Leaves all but the hottest functions to V8's quick compilers. The analysis is spread evenly over a thousand small
 * functions: to compile each of them to its fastest code takes a third of a run over some hundred files, and gives back
 * little of it. For a process that ends when it has looked at a project, not for servers, nor for a process of others.
 */
export function optimizeLate(): void {
  const flag = waits[process.versions.node.split('.')[0] ?? ''];
  if (flag !== undefined) setFlagsFromString(flag);
}

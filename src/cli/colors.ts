import { fstatSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { colored, plain } from '../reporters/paint.js';
import type { Paint } from '../reporters/paint.js';

/** What is said of colours: the variables, and where the text goes. */
export type Output = Pick<WriteStream, 'isTTY'> & Partial<Pick<WriteStream, 'hasColors'>>;

/**
 * Colours for whoever wants them: `FORCE_COLOR` (any value but `0` and `false`) has the first word, then `NO_COLOR` (any
 * value but none, https://no-color.org), and then the terminal, which has none if it is called `dumb`.
 */
export function toPaint(output: Output, environment: NodeJS.ProcessEnv = process.env): Paint {
  return wantsColors(output, environment) ? colored : plain;
}

function wantsColors(output: Output, environment: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR, NO_COLOR } = environment;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return output.isTTY && output.hasColors?.({ ...environment, NO_COLOR: undefined }) === true;
}

/**
 * Whether a person reads what is written, rather than a program that takes each character as it is. A job that forces
 * colours on all it runs still gets a patch in a file.
 */
export function isForEyes(output: Output & { readonly fd: number }): boolean {
  return output.isTTY || (wantsColors(output, process.env) && !fstatSync(output.fd).isFile());
}

import type { CheckOptions } from '../../codemods/index.js';
import type { CheckArguments } from './arguments.js';

/** What the commands that look at files have in common. */
export function toCheckOptions({ paths, only, skip, config }: CheckArguments): CheckOptions {
  return { paths, only, skip, ...(config === undefined ? {} : { configurationFile: config }) };
}

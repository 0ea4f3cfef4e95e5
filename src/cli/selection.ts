import type { CheckOptions, GateOptions } from '../../codemods/index.js';
import type { CheckArguments, GateArguments, SharedArguments } from './arguments.js';

/** What the commands that look at files have in common. */
export function toCheckOptions({
  paths,
  only,
  skip,
  config,
  jobs,
}: CheckArguments & Pick<SharedArguments, 'jobs'>): CheckOptions {
  return {
    paths,
    only,
    skip,
    ...(config === undefined ? {} : { configurationFile: config }),
    ...(jobs === undefined ? {} : { jobs }),
  };
}

/** What the gate is asked for. */
export function toGateOptions(args: GateArguments & Pick<SharedArguments, 'jobs'>): GateOptions {
  const { baseline, updateBaseline, since, staged, cache, cacheLocation } = args;
  return {
    ...toCheckOptions(args),
    staged,
    ...(since === undefined ? {} : { since }),
    ...(cache ? { cache: cacheLocation } : {}),
    ...(baseline === undefined ? {} : { baseline, updateBaseline }),
  };
}

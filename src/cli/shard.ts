import { parseShard } from '../campaign/shard.js';
import type { Shard } from '../campaign/shard.js';
import { UsageError } from './exit-codes.js';
import { terminal } from './terminal.js';

/** @throws {UsageError} if it is none */
export function toShard(text: string): Shard {
  const shard = parseShard(text);
  if (shard !== null) return shard;
  throw new UsageError('expected I/N, the part and how many there are, such as 2/4; parts count from 1.');
}

/**
 * The part that is asked for, or that the parallel jobs of GitLab's CI name
 * (https://docs.gitlab.com/ci/yaml/#parallel); null for all of it.
 *
 * @throws {UsageError} if the job's variables make no sense
 */
export function chooseShard({
  shard,
  quiet,
}: {
  readonly shard: Shard | undefined;
  readonly quiet: boolean;
}): Shard | null {
  if (shard !== undefined) return shard.count === 1 ? null : shard;
  const { CI_NODE_INDEX: index = '', CI_NODE_TOTAL: count = '' } = process.env;
  if (index === '' || count === '') return null;
  const parsed = parseShard(`${index}/${count}`);
  if (parsed === null)
    throw new UsageError(
      `CI_NODE_INDEX is "${index}" and CI_NODE_TOTAL "${count}", which is no part of anything: give --shard I/N, or --shard 1/1 for all.`,
    );
  if (parsed.count === 1) return null;
  if (!quiet)
    terminal.people(`Part ${index} of ${count}, as CI_NODE_INDEX and CI_NODE_TOTAL say; --shard 1/1 takes all.\n`);
  return parsed;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BranchArguments, CampaignArguments } from './arguments.js';
import type { Command } from './command.js';
import { UsageError } from './exit-codes.js';

/** The commands that work on several repositories. */
export type CampaignCommand = 'check' | 'migrate';

/** What a command does on one project, or, if several repositories are given, in each of them. */
export function orInEach(name: CampaignCommand, load: Command['load']): Command['load'] {
  return () =>
    Promise.resolve(async (args: CampaignArguments) => {
      if (isCampaign(args)) return (await import('./commands/campaign.js')).runCampaign(name, args);
      refuseShare(name, args);
      if (isBranch(args)) return (await import('./commands/branch.js')).migrateOntoBranch(args);
      const perform = await load();
      return perform(args as never);
    });
}

/** Several directories that are repositories of their own are projects of their own. */
function isCampaign({ repos, paths, branch }: CampaignArguments): boolean {
  if (repos !== undefined) return true;
  if (branch !== undefined) return paths.length !== 1 || paths[0] !== '.';
  return paths.length > 1 && paths.every((path) => existsSync(join(path, '.git')));
}

function isBranch(args: CampaignArguments): args is BranchArguments & CampaignArguments {
  return args.branch !== undefined;
}

/** One repository's files are migrated together. */
function refuseShare(name: CampaignCommand, { shard }: CampaignArguments): void {
  if (name === 'check' || shard === undefined) return;
  throw new UsageError('--shard shares out repositories, and there is one: leave it out, or name several.');
}

import { resolve } from 'node:path';
import type { CampaignArguments } from './arguments.js';
import type { CampaignCommand } from './campaign.js';
import type { Valued } from './command.js';
import { commands } from './commands.js';
import { toArgumentName } from './parse.js';

/** What the campaign does itself, in place of the command in each repository. */
const own = new Set(['repos', 'jobs', 'shard', 'format', 'report', 'quiet']);

/** The options of a command as they are given on, so that it does in a repository what it was asked for here. */
export function toWords(name: CampaignCommand, args: CampaignArguments): string[] {
  const values: Readonly<Record<string, unknown>> = { ...args };
  const options = commands.find((command) => command.name === name)?.options ?? {};
  const words = Object.entries(options)
    .filter(([option]) => !own.has(option))
    .flatMap(([option, table]) => {
      const value = values[toArgumentName(option)];
      return table.type === 'boolean' ? toSwitch(option, value) : toValues(option, table, value);
    });
  return ['--format=json', '--quiet', '--allow-empty', ...words.filter((word) => word !== '--allow-empty')];
}

function toSwitch(option: string, value: unknown): string[] {
  return value === true ? [`--${option}`] : [];
}

/** One configuration file is named for all, where the user stands; others of a name are each repository's own. */
function toValues(option: string, { default: otherwise }: Valued, value: unknown): string[] {
  const values = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter((one) => one !== undefined);
  const texts = values.map(String).filter((text) => text !== otherwise);
  return texts.map((text) => `--${option}=${option === 'config' ? resolve(text) : text}`);
}

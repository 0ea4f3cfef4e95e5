import type { TSESLint } from '@typescript-eslint/utils';
import { changes } from '../src/catalogue/index.js';
import { defaultConfiguration } from '../src/configuration/configuration.js';
import type { Configuration } from '../src/configuration/configuration.js';
import { validateConfiguration } from '../src/configuration/validate.js';
import { withCatalogues } from '../src/files/catalogues.js';

type Context = Pick<Readonly<TSESLint.RuleContext<string, readonly unknown[]>>, 'settings' | 'cwd' | 'filename'>;

const configurations = new WeakMap<object, Configuration>();

/**
 * What holds for a file that is linted: `settings.v4ward`, whose relative paths start from ESLint's working directory.
 *
 * @throws {Error} if `settings.v4ward` is not a valid configuration
 */
export function readSettings({ settings, cwd }: Context): Configuration {
  const own = settings['v4ward'];
  if (own === undefined) return defaultConfiguration;
  if (typeof own !== 'object' || own === null) return validate(own, cwd);
  const known = configurations.get(own) ?? validate(own, cwd);
  configurations.set(own, known);
  return known;
}

function validate(value: unknown, cwd: string): Configuration {
  const { configuration, problems } = validateConfiguration(withCatalogues(value, cwd), changes);
  if (problems === null) return configuration;
  throw new Error(
    `settings.v4ward is not a valid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
}

/** The ESLint plugin. */
import type { ESLint, Linter } from 'eslint';
import type { RuleName } from '../src/catalogue/change.js';
import { version } from '../src/version.js';
import type { DescribedRule } from './create-rule.js';
import noGlobalId from './no-global-id.js';
import noV3Endpoint from './no-v3-endpoint.js';
import noV3Parameter from './no-v3-parameter.js';
import noV3Prefix from './no-v3-prefix.js';
import noV3Response from './no-v3-response.js';
import reviewV4Behavior from './review-v4-behavior.js';

/** The types are ESLint's own, so that a typed configuration needs no others. */
export interface Plugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<RuleName, DescribedRule>;
  readonly configs: Record<'recommended' | 'strict' | 'report', Linter.Config>;
  /** The plugin itself, for `require('v4ward').default`. */
  readonly default: Plugin;
}

const rules: Plugin['rules'] = {
  'no-v3-prefix': noV3Prefix,
  'no-v3-endpoint': noV3Endpoint,
  'no-v3-parameter': noV3Parameter,
  'no-global-id': noGlobalId,
  'no-v3-response': noV3Response,
  'review-v4-behavior': reviewV4Behavior,
};

const plugin: Plugin = {
  meta: { name: 'v4ward', version, namespace: 'v4ward' },
  rules,
  configs: {
    recommended: toConfig('recommended', (name) => (name === 'review-v4-behavior' ? 'warn' : 'error')),
    strict: toConfig('strict', () => 'error'),
    report: toConfig('report', () => 'warn'),
  },
  get default() {
    return plugin;
  },
};

/** A configuration holds the plugin that holds the configuration. */
function toConfig(name: string, severityOf: (rule: string) => 'error' | 'warn'): Linter.Config {
  return {
    name: `v4ward/${name}`,
    plugins: {
      get v4ward() {
        return plugin;
      },
    },
    rules: Object.fromEntries(Object.keys(rules).map((rule) => [`v4ward/${rule}`, severityOf(rule)])),
  };
}

/** For `v4ward.config.ts`: `export default { … } satisfies Configuration`. */
export type { WrittenConfiguration as Configuration } from '../src/configuration/configuration.js';

export default plugin;

// `require('v4ward')` is the plugin too. https://nodejs.org/api/modules.html#loading-ecmascript-modules-using-require
export { plugin as 'module.exports' };

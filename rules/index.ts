/** The ESLint plugin. */
import type { TSESLint } from '@typescript-eslint/utils';
import type { RuleName } from '../src/catalogue/change.js';
import { version } from '../src/version.js';
import type { Rule } from './create-rule.js';
import noGlobalId from './no-global-id.js';
import noV3Endpoint from './no-v3-endpoint.js';
import noV3Parameter from './no-v3-parameter.js';
import noV3Prefix from './no-v3-prefix.js';
import noV3Response from './no-v3-response.js';
import reviewV4Behavior from './review-v4-behavior.js';

const rules = {
  'no-v3-prefix': noV3Prefix,
  'no-v3-endpoint': noV3Endpoint,
  'no-v3-parameter': noV3Parameter,
  'no-global-id': noGlobalId,
  'no-v3-response': noV3Response,
  'review-v4-behavior': reviewV4Behavior,
} satisfies Record<RuleName, Rule>;

interface Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: typeof rules;
  readonly configs: Record<'recommended' | 'strict' | 'report', TSESLint.FlatConfig.Config>;
}

type Severity = 'error' | 'warn';

const plugin: Plugin = {
  meta: { name: 'v4ward', version, namespace: 'v4ward' },
  rules,
  configs: {
    recommended: toConfig('recommended', (name) => (name === 'review-v4-behavior' ? 'warn' : 'error')),
    strict: toConfig('strict', () => 'error'),
    report: toConfig('report', () => 'warn'),
  },
};

/** A configuration holds the plugin that holds the configuration. */
function toConfig(name: string, severityOf: (rule: string) => Severity): TSESLint.FlatConfig.Config {
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

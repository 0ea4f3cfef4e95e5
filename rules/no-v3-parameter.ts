import { createRule } from './create-rule.js';

export default createRule({
  name: 'no-v3-parameter',
  type: 'problem',
  description: 'Disallow parameters that the GitLab API v4 renamed, removed or takes with other values',
});

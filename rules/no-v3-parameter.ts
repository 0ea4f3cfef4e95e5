import { createRule } from './create-rule.js';

export default createRule({
  name: 'no-v3-parameter',
  description: 'Disallow parameters that the GitLab API v4 renamed, removed or takes with other values',
});

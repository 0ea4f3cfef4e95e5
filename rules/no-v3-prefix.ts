import { createRule } from './create-rule.js';

export default createRule({
  name: 'no-v3-prefix',
  type: 'problem',
  description: 'Disallow addresses of the GitLab API v3',
});

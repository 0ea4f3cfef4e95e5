import { createRule } from './create-rule.js';

export default createRule({
  name: 'no-v3-endpoint',
  type: 'problem',
  description: 'Disallow requests to routes that the GitLab API v4 moved or removed',
});

import { createRule } from './create-rule.js';

export default createRule({
  name: 'no-v3-response',
  type: 'problem',
  description: 'Disallow reading fields, statuses and bodies that the GitLab API v4 does not send',
});

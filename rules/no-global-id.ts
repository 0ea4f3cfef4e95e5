import { createRule } from './create-rule.js';

export default createRule({
  name: 'no-global-id',
  type: 'problem',
  description: 'Disallow global ids where the GitLab API v4 takes the iid of an issue or merge request',
});

import { createRule } from './create-rule.js';

export default createRule({
  name: 'review-v4-behavior',
  type: 'suggestion',
  description: 'Disallow requests that the GitLab API v4 takes but understands or answers differently',
});

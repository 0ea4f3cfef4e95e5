import { createRule } from './create-rule.js';

export default createRule({
  name: 'review-v4-behavior',
  type: 'suggestion',
});

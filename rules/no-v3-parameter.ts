import { createRule } from './create-rule.js';

export default createRule({
  name: 'no-v3-parameter',
  type: 'problem',
});

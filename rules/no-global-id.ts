import { createRule } from './create-rule.js';

export default createRule({
  name: 'no-global-id',
  type: 'problem',
});

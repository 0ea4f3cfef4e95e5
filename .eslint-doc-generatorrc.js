/** @type {import('eslint-doc-generator').GenerateOptions} */
export default {
  initRuleDocs: false,
  configEmoji: [
    ['recommended', '✅'],
    ['report', '👀'],
    ['strict', '🔒'],
  ],
  ruleDocSectionInclude: ['Options', 'Settings', 'Fixes', 'Changes'],
};

/** The prefix of the API in all string literals, for jscodeshift. */
module.exports = function migrate(file, { jscodeshift }) {
  const root = jscodeshift(file.source);
  const found = root
    .find(jscodeshift.StringLiteral)
    .filter(({ value }) => value.value.includes('api/v3'))
    .forEach(({ value }) => {
      value.value = value.value.replaceAll('api/v3', 'api/v4');
    });
  return found.size() === 0 ? undefined : root.toSource({ quote: 'single' });
};

/**
 * What the page does where scripts run: it shows the filters, and hides what they leave out. What an item is stands in
 * the data, in the order of the items. `/` leads to the text field, as on the pages of GitLab and GitHub.
 */
export const script = `
(() => {
  const form = document.querySelector('form');
  const items = JSON.parse(document.getElementById('data').textContent);
  const articles = [...document.querySelectorAll('article')];
  const texts = articles.map((article) => article.textContent.toLowerCase());
  const sections = [...document.querySelectorAll('section')].filter((section) => section.querySelector('article'));
  const output = form.querySelector('output');
  const field = form.elements.namedItem('text');

  function matches(item, text, wanted) {
    return ['change', 'state', 'repository'].every((name) => !wanted[name] || item[name] === wanted[name]) &&
      wanted.words.every((word) => text.includes(word));
  }

  function filter() {
    const { text = '', ...given } = Object.fromEntries(new FormData(form));
    const wanted = { ...given, words: text.toLowerCase().split(/\\s+/).filter(Boolean) };
    let shown = 0;
    articles.forEach((article, index) => {
      article.hidden = !matches(items[index], texts[index], wanted);
      if (!article.hidden) shown += 1;
    });
    for (const section of sections) section.hidden = !section.querySelector('article:not([hidden])');
    output.value = shown === articles.length ? 'All ' + shown + ' shown' : shown + ' of ' + articles.length + ' shown';
  }

  form.addEventListener('input', filter);
  form.addEventListener('reset', () => setTimeout(filter));
  form.addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea')) return;
    event.preventDefault();
    field.focus();
  });
  form.hidden = articles.length === 0;
  filter();
})();
`;

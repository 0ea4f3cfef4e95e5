import { claim } from './filler.js';
import { nouns, toCamel, verbs } from './words.js';

/** Stands where TypeScript wants a type. */
const any = '\u0000';

/** Paragraphs that hold trigger words, and send nothing to GitLab: routes of the shop's own, names, links. */
const mentions = [
  ({ noun, name }) => `export function ${name}(router${any}, store${any}) {
  router.get('/users/:name/${noun}s', (request${any}, response${any}) => response.json(store.${noun}s.get(request.params.name)));
  router.delete('/users/:name', (request${any}, response${any}) => response.sendStatus(store.remove(request.params.name)));
}
`,
  ({ noun, name }) => `export function ${name}(state${any}) {
  const { projects, ${noun} } = state;
  return projects.filter((each${any}) => each.${noun} === ${noun}).map((each${any}) => each.title);
}
`,
  ({ noun, name }) => `export const ${name} = {
  ${noun}: 'https://docs.example.com/${noun}/notes.html',
  source: 'https://gitlab.com/example/${noun}',
};
`,
  ({ noun, name }) => `export function ${name}(navigate${any}, ${noun}${any}) {
  navigate(\`/shop/groups/\${${noun}.group}/${noun}s?from=/issues#\${${noun}.id}\`);
}
`,
  ({ noun, name }) => `/** The ${noun}'s pipelines run at night: see /srv/shop/pipelines/${noun}.md. */
export const ${name} = (${noun}${any}) => ${noun}.steps.every((step${any}) => step.done);
`,
];

/** @param {import('./filler.js').Writing} writing */
export function writeMention(writing) {
  const { random, typed } = writing;
  const noun = random.pick(nouns);
  const name = claim(writing, () => toCamel(random.pick(verbs), noun, random.pick(nouns)));
  return random
    .pick(mentions)({ noun, name })
    .replaceAll(any, typed ? ': any' : '');
}

import { toCommonJs, writeClientFile } from './client-file.js';
import { clients } from './clients.js';
import { routes } from './routes.js';
import { Random } from './random.js';
import { drawLength, startWriting } from './source.js';
import { nouns, toCamel, verbs } from './words.js';

/**
 * Files that all send requests of v3, each by itself, but for those that share a helper: one of ten has the base from
 * a file beside it.
 *
 * @returns {Generator<import('./corpus.js').CorpusFile>}
 */
export function* writeDense({ files: count }) {
  yield { path: '.gitignore', text: 'node_modules/\ndist/\n' };
  yield { path: 'package.json', text: `${JSON.stringify({ name: 'dense', private: true, dependencies }, null, 2)}\n` };
  for (let index = 0; index < count; index += 1) yield writeFile(index);
}

const dependencies = Object.assign({}, ...clients.map((client) => client.packages));
const perFolder = 25;
/** One file of ten is a helper, and the next uses it. */
const helperEvery = 10;

function planFile(index) {
  const random = new Random(`dense ${index}`);
  const name = `${toCamel(random.pick(verbs), random.pick(nouns))}${index}`;
  const extension = random.pick(['ts', 'ts', 'ts', 'js', 'js', 'mjs', 'cjs']);
  const folder = `src/${nouns[Math.floor(index / perFolder) % nouns.length]}${Math.floor(index / perFolder)}`;
  return { random, name, path: `${folder}/${name}.${extension}`, typed: extension === 'ts', markup: false };
}

function writeFile(index) {
  const planned = planFile(index);
  const { random, path } = planned;
  if (index % helperEvery === 0) return writeHelper(planned);
  const shares = index % helperEvery === 1;
  const client = shares ? toShared(random, planFile(index - 1)) : random.pick(clients);
  const chosen = random.sample(routes, random.between(1, 8));
  const text = writeClientFile(startWriting(random, planned, []), {
    client,
    routes: chosen,
    length: drawLength(random),
  });
  return {
    path,
    trigger: true,
    holder: !shares,
    requests: chosen.length,
    text: path.endsWith('.cjs') ? toCommonJs(text) : text,
  };
}

/** Sends a request itself, and lets others have the address. */
function writeHelper(planned) {
  const { random, path, name } = planned;
  const text = writeClientFile(startWriting(random, planned, []), {
    client: { ...clients[1], head: `${clients[1].head}\nexport const ${name} = base;\n` },
    routes: random.sample(routes, 2),
    length: drawLength(random),
  });
  return { path, trigger: true, holder: true, requests: 2, text: path.endsWith('.cjs') ? toCommonJs(text) : text };
}

/** The client that has its base from another file. */
function toShared(random, { name, path }) {
  const from = `./${path.split('/').at(-1).replace(/\.ts$/, '')}`;
  return {
    ...clients[1],
    imports: [...clients[1].imports, [`{ ${name} }`, from]],
    head: `const headers = { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN };\n`,
    prefix: name,
  };
}

import { writeClientFile } from './client-file.js';
import { clients } from './clients.js';
import { writeMention } from './mentions.js';
import { nameOf, planFiles, planImports, writePackage, writeRoot } from './repository.js';
import { routes } from './routes.js';
import { Random } from './random.js';
import { drawLength, startWriting, writeImports, writeSource } from './source.js';
import { writeFiller } from './filler.js';

/**
 * A repository of packages in which few files have to do with GitLab. Of those a quarter share a client that another
 * file makes, whose own text names v3; the rest stand alone.
 *
 * @param {{ files: number, holders: number, triggers: number }} shares `holders`: the share of the files that hold
 * `api/v3`; `triggers`: of those that hold any trigger word
 * @returns {Generator<import('./corpus.js').CorpusFile>}
 */
export function* writeSparse({ files: count, holders, triggers }) {
  const random = new Random('sparse');
  const files = planFiles(random, count);
  const kinds = planKinds(count, Math.round(count * holders), Math.round(count * triggers));
  yield* writeRoot();
  for (const [index, planned] of files.entries()) {
    const own = new Random(planned.path);
    const kind = kinds.get(index) ?? 'plain';
    yield { path: planned.path, ...writers[kind](own, planned, files, index) };
  }
  const packages = files.at(-1).package + 1;
  for (let owner = 0; owner < packages; owner += 1) yield* writePackage(random, files, owner, dependencies);
  yield* writeForeign(random, Math.round(count / 20));
}

const dependencies = { react: '^18.3.0', ...Object.assign({}, ...clients.map((client) => client.packages)) };

/** What a file is, by its index, spread evenly; a shared client is followed by two files that use it. */
function planKinds(count, holders, triggers) {
  const kinds = new Map();
  for (let index = 0; index < holders; index += 1) {
    const place = Math.floor(((index + 0.5) * count) / holders);
    kinds.set(place, index % 4 === 3 ? 'shared' : 'client');
    if (index % 4 === 3) kinds.set(place + 1, 'user').set(place + 2, 'other');
  }
  const rest = triggers - kinds.size;
  for (let index = 0; index < rest; index += 1)
    kinds.set(findFree(kinds, Math.floor(((index + 0.5) * count) / rest)), 'mention');
  return kinds;
}

function findFree(kinds, place) {
  return kinds.has(place) ? findFree(kinds, place + 1) : place;
}

const writers = {
  plain: (random, planned, files) => ({
    text: writeSource(random, planned, planImports(random, files, planned), { length: drawLength(random) }),
  }),
  mention: (random, planned, files) => ({
    trigger: true,
    text: writeSource(random, planned, planImports(random, files, planned), {
      length: drawLength(random),
      extra: (writing) => Array.from({ length: random.between(1, 3) }, () => writeMention(writing)),
    }),
  }),
  client: writeClient,
  shared: writeShared,
  user: (random, planned, files, index) => writeUser(random, planned, files[index - 1]),
  other: (random, planned, files, index) => writeUser(random, planned, files[index - 2]),
};

function writeClient(random, planned, files) {
  const imports = planImports(random, files, planned);
  const writing = startWriting(random, planned, imports);
  const chosen = random.sample(routes, random.between(2, 6));
  const text = writeClientFile(writing, { client: random.pick(clients), routes: chosen, length: drawLength(random) });
  return {
    trigger: true,
    holder: true,
    requests: chosen.length,
    text: `${writeImports(planned, imports)}${text}\n${writeOwn(planned)}`,
  };
}

/** A client for others, which sends nothing itself. */
function writeShared(random, planned) {
  const writing = startWriting(random, planned, []);
  const head = `import axios from 'axios';

export const ${toInstance(planned)} = axios.create({
  baseURL: 'https://gitlab.example.com/api/v3',
  headers: { 'PRIVATE-TOKEN': process.env.GITLAB_TOKEN },
});
`;
  return {
    trigger: true,
    holder: true,
    requests: 0,
    text: [head, ...writeFiller(writing, 1500), writeOwn(planned)].join('\n'),
  };
}

/** What others import of a file that sends requests has nothing to do with those. */
function writeOwn({ name, typed }) {
  return `export const ${name} = (given${typed ? ': any' : ''}) => given;\n`;
}

function toInstance({ name }) {
  return `${name}Client`;
}

/** A file that sends requests by another one's client. */
function writeUser(random, planned, owner) {
  const shared = { ...owner, name: toInstance(owner) };
  const writing = { ...startWriting(random, planned, [shared]), imported: [] };
  const client = {
    ...clients[0],
    imports: [],
    head: '',
    call: (parts) => clients[0].call(parts).replace('client.', `${shared.name}.`),
  };
  const chosen = random.sample(routes, random.between(2, 6));
  const text = writeClientFile(writing, { client, routes: chosen, length: drawLength(random) });
  return {
    trigger: true,
    requests: chosen.length,
    text: `${writeImports(planned, [shared])}${text}\n${writeOwn(planned)}`,
  };
}

/** What git ignores, and a search must not pay for. */
function* writeForeign(random, count) {
  for (let index = 0; index < count; index += 1) {
    const planned = {
      path: `node_modules/${nameOf(index % 97)}/lib/${index}.js`,
      name: `entry${index}`,
      typed: false,
      markup: false,
    };
    const text = writeSource(random, planned, [], {
      length: drawLength(random),
      extra: () => ["fetch('https://gitlab.com/api/v3/projects');\n"],
    });
    yield { path: planned.path, text, ignored: true };
  }
  yield {
    path: 'dist/bundle.js',
    text: "fetch('https://gitlab.com/api/v3/projects/owned');\n".repeat(5000),
    ignored: true,
  };
}

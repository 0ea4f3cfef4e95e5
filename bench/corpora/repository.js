import { folders, nouns, toCamel, toPascal, verbs } from './words.js';

/**
 * A repository of packages, as it is before its files are written: where they are, and what each exports under the
 * name of its file.
 *
 * @typedef {object} Planned
 * @property {string} path from the repository's root
 * @property {string} name what it exports
 * @property {number} package counts from 0
 * @property {boolean} typed
 * @property {boolean} markup
 */

const filesOfPackage = 200;
const layer = 40;
/** One of each: what share of the files is written in what. */
const extensions = [...['ts', 'ts', 'ts', 'ts', 'ts', 'tsx', 'tsx'], ...['js', 'js', 'jsx']];

/** @returns {Planned[]} */
export function planFiles(random, count) {
  return Array.from({ length: count }, (_, index) => planFile(random, index));
}

function planFile(random, index) {
  const extension = random.pick(extensions);
  const markup = extension.endsWith('x');
  const words = [random.pick(verbs), random.pick(nouns), random.pick(nouns)];
  const name = `${markup ? toPascal(...words) : toCamel(...words)}${index}`;
  const folder = random.sample(folders, random.between(1, 3)).join('/');
  const owner = Math.floor(index / filesOfPackage);
  return {
    path: `packages/${nameOf(owner)}/src/${folder}/${name}.${extension}`,
    name,
    package: owner,
    typed: extension.startsWith('t'),
    markup,
  };
}

export function nameOf(owner) {
  return `${nouns[owner % nouns.length]}-${owner}`;
}

/**
 * Files of the same package that a file imports. Code is built in layers, so nearly all stand a little further on; one
 * of twenty does not, and a cycle may come of it.
 */
export function planImports(random, files, planned) {
  const own = planned.package * filesOfPackage;
  const place = files.indexOf(planned, own);
  const end = own + filesOfPackage;
  const later = files.slice(place + 1, Math.min(place + layer, end));
  const here = files.slice(own, end).filter((file) => file !== planned);
  return random.sample(random.chance(5) ? here : later, random.pick([0, 1, 1, 2, 2, 3, 4, 6]));
}

/** What belongs to a package beside its sources. */
export function writePackage(random, files, owner, packages) {
  const folder = `packages/${nameOf(owner)}`;
  const own = files.filter((file) => file.package === owner);
  const manifest = {
    name: `@example/${nameOf(owner)}`,
    version: '1.4.0',
    private: true,
    main: 'src/index.ts',
    dependencies: packages,
  };
  const entry = random
    .sample(own, 20)
    .map(
      (file) => `export { ${file.name} } from './${file.path.slice(`${folder}/src/`.length).replace(/\.\w+$/, '')}';\n`,
    );
  return [
    { path: `${folder}/package.json`, text: `${JSON.stringify(manifest, null, 2)}\n` },
    {
      path: `${folder}/README.md`,
      text: `# ${nameOf(owner)}\n\nKeeps the ${nouns[owner % nouns.length]} of the shop.\n`,
    },
    { path: `${folder}/src/index.ts`, text: entry.join('') },
  ];
}

/** What belongs to the whole. */
export function writeRoot() {
  const manifest = { name: 'example', private: true, type: 'module', workspaces: ['packages/*'] };
  const compiler = {
    compilerOptions: {
      strict: true,
      jsx: 'react-jsx',
      module: 'preserve',
      allowJs: true,
      paths: { '@example/*': ['./packages/*/src'] },
    },
  };
  return [
    { path: 'package.json', text: `${JSON.stringify(manifest, null, 2)}\n` },
    { path: 'tsconfig.json', text: `${JSON.stringify(compiler, null, 2)}\n` },
    { path: '.gitignore', text: 'node_modules/\ndist/\n*.log\n' },
    { path: 'README.md', text: '# example\n\nThe shop and all that it needs.\n' },
  ];
}

import { writeFiller } from './filler.js';
import { parametersOf, routes, toPathText } from './routes.js';
import { Random } from './random.js';
import { startWriting } from './source.js';
import { nouns, toCamel, toPascal } from './words.js';

/**
 * Wrappers behind wrappers. Files come in groups of thirty that import each other and nothing else: constants, a
 * class that sends, a class that extends it, an instance, a class of resources, resources that extend that, barrels,
 * services, pages. The paths stand in the resources, and the pages say what is asked for.
 *
 * @returns {Generator<import('./corpus.js').CorpusFile>}
 */
export function* writeDeep({ files: count }) {
  yield { path: '.gitignore', text: 'node_modules/\ndist/\n' };
  yield { path: 'package.json', text: `${JSON.stringify({ name: 'deep', private: true, type: 'module' }, null, 2)}\n` };
  for (let group = 0; group < Math.max(1, Math.round(count / filesOfGroup)); group += 1) yield* writeGroup(group);
}

const filesOfGroup = 30;
/** With a service and a page each, and nine files that all need, they are thirty. */
const resourcesOfGroup = 7;
const callsOfResource = 3;

function* writeGroup(group) {
  const random = new Random(`deep ${group}`);
  const folder = `apps/${nouns[group % nouns.length]}${group}`;
  const resources = random
    .sample(nouns, resourcesOfGroup)
    .map((name) => ({ name, calls: random.sample(routes, callsOfResource) }));
  for (const [path, text] of Object.entries(core))
    yield { path: `${folder}/${path}`, text, holder: text.includes('api/v3') };
  for (const resource of resources) yield* writeResource(random, folder, resource);
  yield { path: `${folder}/resources/index.js`, text: writeBarrel(resources) };
  yield { path: `${folder}/main.js`, text: writeMain(resources) };
}

const core = {
  'settings/address.js': `export const host = process.env.GITLAB_HOST_FOR_TESTS ?? 'https://gitlab.example.com';
export const version = '/api/v3';
`,
  'settings/index.js': `export { host, version } from './address.js';
export { token } from './token.js';
`,
  'settings/token.js': `export const token = process.env.GITLAB_TOKEN;
`,
  'http/transport.js': `export class Transport {
  constructor(base, token) {
    this.base = base;
    this.headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' };
  }

  async send(method, path, { query, body } = {}) {
    const search = query === undefined ? '' : \`?\${new URLSearchParams(query)}\`;
    const response = await fetch(this.base + path + search, {
      method,
      headers: this.headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(\`GitLab answered \${response.status}\`);
    return response.status === 204 ? null : response.json();
  }
}
`,
  'http/client.js': `import { Transport } from './transport.js';

export class Client extends Transport {
  get(path, query) {
    return this.send('GET', path, { query });
  }

  post(path, body) {
    return this.send('POST', path, { body });
  }

  delete(path) {
    return this.send('DELETE', path);
  }
}
`,
  'http/gitlab.js': `import { host, token, version } from '../settings/index.js';
import { Client } from './client.js';

export const gitlab = new Client(host + version, token);
`,
  'resources/resource.js': `import { gitlab } from '../http/gitlab.js';

export class Resource {
  constructor(client = gitlab) {
    this.client = client;
  }

  fetch(path, query) {
    return this.client.get(path, query);
  }

  create(path, body) {
    return this.client.post(path, body);
  }

  remove(path) {
    return this.client.delete(path);
  }
}
`,
};

const methodNames = { GET: 'fetch', POST: 'create', DELETE: 'remove' };

/** A class with paths, a service that has an instance of it, and a page that knows the service. */
function* writeResource(random, folder, { name, calls }) {
  const type = toPascal(name, 'resource');
  yield { path: `${folder}/resources/${name}.js`, text: writeClass(random, type, calls), requests: calls.length };
  yield { path: `${folder}/services/${name}.js`, text: writeService(random, name, type, calls) };
  yield { path: `${folder}/pages/${name}.js`, text: writePage(random, name, calls) };
}

function writeClass(random, type, calls) {
  const methods = calls.map((route) => {
    const rest = route.body ?? route.query;
    const list = [toPathText(route.path, null, random.chance(40)), ...(rest === undefined ? [] : [rest])];
    const parameters = parametersOf(route).join(', ');
    return `  ${route.name}(${parameters}) {\n    return this.${methodNames[route.method]}(${list.join(', ')});\n  }\n`;
  });
  return `import { Resource } from './resource.js';\n\nexport class ${type} extends Resource {\n${methods.join('\n')}}\n`;
}

function writeBarrel(resources) {
  return resources.map(({ name }) => `export { ${toPascal(name, 'resource')} } from './${name}.js';\n`).join('');
}

function writeService(random, name, type, calls) {
  const writing = startWriting(random, { name: type, typed: false, markup: false }, []);
  const functions = calls.map((route) => {
    const parameters = parametersOf(route).join(', ');
    return `export function ${route.name}(${parameters}) {\n  return ${name}.${route.name}(${parameters});\n}\n`;
  });
  const head = `import { ${type} } from '../resources/index.js';\n\nconst ${name} = new ${type}();\n`;
  return [head, ...functions, ...writeFiller(writing, random.between(300, 3000))].join('\n');
}

function writePage(random, name, calls) {
  const writing = startWriting(random, { name: 'show', typed: false, markup: false }, []);
  const lines = calls.map(
    (route) =>
      `  parts.push(await service.${route.name}(${parametersOf(route)
        .map((key) => `entry.${key}`)
        .join(', ')}));\n`,
  );
  const head = `import * as service from '../services/${name}.js';\n`;
  const show = `export async function show(entry) {\n  const parts = [];\n${lines.join('')}  return parts;\n}\n`;
  return [head, show, ...writeFiller(writing, random.between(300, 5000))].join('\n');
}

function writeMain(resources) {
  const imports = resources.map(
    ({ name }) => `import { show as ${toCamel('show', name)} } from './pages/${name}.js';\n`,
  );
  const names = resources.map(({ name }) => toCamel('show', name));
  return `${imports.join('')}\nexport const pages = [${names.join(', ')}];\n`;
}

import { claim, writeFiller } from './filler.js';
import { parametersOf, toPathText } from './routes.js';

/**
 * A file that sends requests of v3: imports, what its client needs, functions that send a request each, and ordinary
 * code between them.
 *
 * @param {import('./filler.js').Writing} writing
 * @param {{ client: import('./clients.js').Client, routes: readonly import('./routes.js').Route[], length: number }} plan
 * @returns {string}
 */
export function writeClientFile(writing, { client, routes, length }) {
  const imports = client.imports.map(([name, from]) => `import ${name} from '${from}';\n`).join('');
  const calls = routes.map((route) => writeSender(writing, client, route));
  const head = `${imports}\n${(writing.typed ? client.typedHead : undefined) ?? client.head}\n`;
  const rest = length - head.length - calls.join('').length;
  return head + interleave(writing.random, calls, writeFiller(writing, rest)).join('\n');
}

/** A function that sends a request. */
function writeSender(writing, client, route) {
  const { random, typed } = writing;
  const name = claim(writing, () => route.name);
  const parameters = parametersOf(route);
  const call = client.call({ ...route, url: toUrl(client, route, random.chance(40)) });
  const list = parameters.map((parameter) => (typed ? `${parameter}: number | string` : parameter)).join(', ');
  const shapes = [
    `export async function ${name}(${list}) {\n  const answer = await ${call};\n  return answer;\n}\n`,
    `export const ${name} = (${list}) => ${call};\n`,
    `export function ${name}(${list}) {\n  return ${call}.catch((error${typed ? ': unknown' : ''}) => {\n    console.error('${name} failed', error);\n    throw error;\n  });\n}\n`,
  ];
  return random.pick(shapes);
}

function toUrl(client, { path }, concatenated) {
  return toPathText(client.relative ? path.slice(1) : path, client.prefix, concatenated);
}

/** Both lists in their order, mixed. */
function interleave(random, some, others) {
  const [left, right] = [[...some], [...others]];
  const result = [];
  while (left.length + right.length > 0)
    result.push(random.below(left.length + right.length) < left.length ? left.shift() : right.shift());
  return result;
}

/** A module as CommonJS: the imports of one name each, and the exports at its end. */
export function toCommonJs(text) {
  const names = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name]) => name);
  const body = text
    .replace(/^import (\w+|\{[^}]*\}) from ('[^']*');$/gm, 'const $1 = require($2);')
    .replace(/^export /gm, '');
  return `${body}\nmodule.exports = { ${names.join(', ')} };\n`;
}

import { adjectives, nouns, sentences, toCamel, toPascal, verbs } from './words.js';

/**
 * Ordinary code: what stands in the files of a repository that has nothing to do with GitLab, and around the calls in
 * those that have. No trigger word is in it.
 *
 * @typedef {object} Writing a file as it is being written
 * @property {import('./random.js').Random} random
 * @property {boolean} typed whether it is TypeScript
 * @property {boolean} markup whether it may hold JSX
 * @property {Set<string>} taken names that are declared already
 * @property {readonly string[]} imported functions of other files
 */

/** A name that the file does not have yet. */
export function claim({ random, taken }, toName) {
  let name = toName(random);
  for (let count = 2; taken.has(name); count += 1) name = `${toName(random)}${count}`;
  taken.add(name);
  return name;
}

const claimFunction = (writing) =>
  claim(writing, (random) => toCamel(random.pick(verbs), random.pick(adjectives), random.pick(nouns)));
const claimType = (writing) => claim(writing, (random) => toPascal(random.pick(adjectives), random.pick(nouns)));
const claimConstant = (writing) => claim(writing, (random) => toCamel(random.pick(nouns), 'by', random.pick(nouns)));

const annotate = ({ typed }, type) => (typed ? `: ${type}` : '');
const toKeys = ({ random }, least, most) => random.sample(nouns, random.between(least, most));

function writeComment({ random }, indent = '') {
  return `${indent}/** ${random.pick(sentences)} */\n`;
}

function writeType(writing) {
  const name = claimType(writing);
  const { random, typed } = writing;
  const keys = toKeys(writing, 4, 12);
  const types = ['string', 'number', 'boolean', 'Date', 'readonly string[]', 'string | null', 'Map<string, number>'];
  if (!typed) {
    const lines = keys.map((key) => ` * @property {${random.pick(types.slice(0, 4))}} ${key}\n`).join('');
    return `/**\n * ${random.pick(sentences)}\n *\n * @typedef {object} ${name}\n${lines} */\n`;
  }
  const lines = keys.map(
    (key) => `${random.chance(20) ? writeComment(writing, '  ') : ''}  ${key}: ${random.pick(types)};\n`,
  );
  return `${writeComment(writing)}export interface ${name} {\n${lines.join('')}}\n`;
}

function writeTable(writing) {
  const { random } = writing;
  const name = claimConstant(writing);
  const rows = toKeys(writing, 5, 20).map((key) => {
    const label = `${random.pick(adjectives)} ${random.pick(nouns)}`;
    return `  ${key}: { label: '${label}', weight: ${random.below(500)}, width: ${random.below(90) / 10} },\n`;
  });
  return `const ${name}${annotate(writing, 'Record<string, { label: string; weight: number; width: number }>')} = {\n${rows.join('')}};\n`;
}

function writeLoop(writing) {
  const { random } = writing;
  const name = claimFunction(writing);
  const [entry, key, other] = random.sample(nouns, 3);
  const head = `export function ${name}(${entry}s${annotate(writing, 'readonly Record<string, number>[]')}, least = ${random.below(40)})${annotate(writing, 'number')}`;
  return `${writeComment(writing)}${head} {
  let ${other} = 0;
  for (const [index, ${entry}] of ${entry}s.entries()) {
    if (${entry}.${key} === undefined || ${entry}.${key} < least) continue;
    ${other} += index % ${random.between(2, 9)} === 0 ? ${entry}.${key} : Math.round(${entry}.${key} / ${random.between(2, 90)});
  }
  return ${other};
}
`;
}

function writePipeline(writing) {
  const { random } = writing;
  const name = claimFunction(writing);
  const [entry, key, other] = random.sample(nouns, 3);
  return `export const ${name} = (${entry}s${annotate(writing, 'readonly { name: string; rank: number }[]')}) =>
  ${entry}s
    .filter(({ rank }) => rank >= ${random.below(12)} && rank !== ${random.below(90)})
    .map((${key}) => ({ ...${key}, ${other}: \`\${${key}.name.trim()} (\${${key}.rank.toFixed(${random.below(4)})})\` }))
    .sort((one, next) => one.${other}.localeCompare(next.${other}, 'en'));
`;
}

function writeTask(writing) {
  const { random, imported } = writing;
  const name = claimFunction(writing);
  const [key, other] = random.sample(nouns, 2);
  const step = imported.length === 0 ? `JSON.parse(${key})` : `${random.pick(imported)}(${key})`;
  return `${writeComment(writing)}export async function ${name}(${key}${annotate(writing, 'any')}, attempts = ${random.between(1, 5)})${annotate(writing, 'Promise<unknown>')} {
  try {
    const ${other} = await ${step};
    if (${other} == null) throw new RangeError('No ${other} for this ${key}: choose another one');
    return ${other};
  } catch (error) {
    if (attempts > 1) return ${name}(${key}, attempts - 1);
    console.warn(\`The ${other} was not found: \${String(error)}\`);
    return null;
  }
}
`;
}

function writeMethod(writing, name, field) {
  const { random } = writing;
  const [key, other] = random.sample(nouns, 2);
  const bodies = [
    `    const ${other} = this.${field}.get(${key});
    if (${other} !== undefined) return ${other} * ${random.between(2, 30)};
    this.${field}.set(${key}, ${random.below(100)});
    return ${random.below(100)};`,
    `    const ${other} = [...this.${field}.keys()].filter((each) => each.startsWith(${key}));
    return ${other}.length === 0 ? -1 : ${other}.length / this.${field}.size;`,
    `    switch (${key}) {
      case '${random.pick(nouns)}':
        return this.${field}.size;
      case '${random.pick(nouns)}':
        return ${random.below(1000)};
      default:
        return /^[a-z]{2,}-\\d+$/.test(${key}) ? 1 : 0;
    }`,
  ];
  return `  ${name}(${key}${annotate(writing, 'string')})${annotate(writing, 'number')} {\n${random.pick(bodies)}\n  }\n`;
}

function writeClass(writing) {
  const { random, typed } = writing;
  const name = claimType(writing);
  const field = random.pick(nouns);
  const names = random.sample(verbs, random.between(2, 5));
  const start = typed ? `  private readonly ${field} = new Map<string, number>();\n` : `  ${field} = new Map();\n`;
  const methods = names.map((verb) => writeMethod(writing, toCamel(verb, random.pick(nouns)), field));
  return `${writeComment(writing)}export class ${name} {\n${start}\n${methods.join('\n')}}\n`;
}

function writeReducer(writing) {
  const { random } = writing;
  const name = claimFunction(writing);
  const cases = random.sample(verbs, random.between(3, 7)).map((verb) => {
    const key = random.pick(nouns);
    return `    case '${random.pick(nouns)}/${verb}':\n      return { ...state, ${key}: action.payload, touched: ${random.chance(50)} };\n`;
  });
  return `export function ${name}(state${annotate(writing, 'any')} = {}, action${annotate(writing, '{ type: string; payload?: unknown }')}) {
  switch (action.type) {
${cases.join('')}    default:
      return state;
  }
}
`;
}

function writeComponent(writing) {
  const { random, imported } = writing;
  const name = claim(writing, () => toPascal(random.pick(adjectives), random.pick(nouns), 'View'));
  const [key, other, third] = random.sample(nouns, 3);
  const used =
    imported.length === 0 ? '' : `  const ${third} = useMemo(() => ${random.pick(imported)}(${key}), [${key}]);\n`;
  return `export function ${name}({ ${key}, ${other}, onChange }${annotate(writing, 'any')}) {
  const [open, setOpen] = useState(${random.chance(50)});
${used}  if (${key} == null) return null;
  return (
    <section className="${key} ${key}--${random.pick(adjectives)}" data-size={${random.below(12)}}>
      <h2 onClick={() => setOpen(!open)}>{${key}.label ?? 'No ${key} yet'}</h2>
      {open && <p title={${other}}>It's ${random.pick(adjectives)}: {${other}} of {${key}.total}</p>}
      <button type="button" disabled={!open} onClick={() => onChange(${key}.id, ${random.below(90)})}>
        ${toPascal(random.pick(verbs))}
      </button>
    </section>
  );
}
`;
}

function writeQuery(writing) {
  const { random } = writing;
  const name = claimFunction(writing);
  const [key, other] = random.sample(nouns, 2);
  return `export async function ${name}(${key}${annotate(writing, 'string')}, signal${annotate(writing, 'AbortSignal | undefined')} = undefined) {
  const answer = await fetch(\`https://shop.example.org/services/${random.pick(nouns)}/\${encodeURIComponent(${key})}/${other}?limit=${random.between(10, 99)}\`, { signal });
  if (!answer.ok) throw new Error(\`The ${other} service answered \${answer.status}\`);
  const { ${other} } = await answer.json();
  return ${other}${annotate(writing, 'any').replace(':', ' as')};
}
`;
}

const paragraphs = [
  ...[writeType, writeType, writeTable, writeTable, writeLoop, writeLoop, writeLoop, writePipeline, writePipeline],
  ...[writeTask, writeTask, writeClass, writeClass, writeReducer, writeQuery],
];
const withMarkup = [...paragraphs, writeComponent, writeComponent, writeComponent, writeComponent];

/** As many paragraphs as it takes for a text of this length. */
export function writeFiller(writing, length) {
  const texts = [];
  for (let rest = length; rest > 0; rest -= texts.at(-1).length)
    texts.push(writing.random.pick(writing.markup ? withMarkup : paragraphs)(writing));
  return texts;
}

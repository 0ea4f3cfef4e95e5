import type { Command, Word } from 'unbash';
import type { AnswerRead } from '../document.js';
import { placeIn } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';

const filters = /^(?:jq|gojq|jaq|yq)$/;
/** `.name`, `."name"`, `.["name"]`, `{ name }`. */
const fields = [/\.\[?"?([A-Za-z_]\w*)"?\]?/g, /(?<=[{,]\s*)([A-Za-z_]\w*)(?=\s*[,}])/g];

/** Programs that take text apart, or run a text that does: the names of fields stand in quotes there. */
const searchers = /^(?:python[\d.]*|node|ruby|perl|php|[ef]?grep|rg|sed|[gmn]?awk)$/;
const quoted = /\\?["']([A-Za-z_]\w*)\\?["']/g;

/** The fields that a command takes out of JSON: in a filter of jq (https://jqlang.org/manual/), each name behind a dot, or in braces. */
export function readFilter(command: Command, excerpt: Excerpt): AnswerRead[] {
  const name = command.name?.value ?? '';
  if (searchers.test(name)) return command.args.flatMap((word) => namesIn(word, quoted, excerpt));
  if (!filters.test(name)) return [];
  const filter = findFilter(command);
  return filter === null ? [] : fields.flatMap((field) => namesIn(filter, field, excerpt));
}

/** Options of jq by how many words come behind them. */
const withWords: Readonly<Record<string, number>> = {
  '--arg': 2,
  '--argjson': 2,
  '--slurpfile': 2,
  '--rawfile': 2,
  '--indent': 1,
  '-L': 1,
};
const subcommands = /^(?:e|ea|eval|eval-all|r|read)$/;

/** The first word that is no option; null if the filter stands in a file. */
function findFilter({ args }: Command): Word | null {
  const words = args.filter((one): one is Word => one.type === 'Word');
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const value = word?.value ?? '';
    if (/^(?:-\w*f|--from-file)$/.test(value)) return null;
    if (value.startsWith('-')) index += withWords[value] ?? 0;
    else if (word !== undefined && !subcommands.test(value)) return word;
  }
  return null;
}

function namesIn(word: { readonly pos: number; readonly end: number }, name: RegExp, excerpt: Excerpt): AnswerRead[] {
  const raw = excerpt.text.slice(word.pos, word.end);
  return [...raw.matchAll(name)].map(({ index, 0: whole, 1: found = '' }) => {
    const start = word.pos + index + whole.indexOf(found);
    return { name: found, place: placeIn(excerpt, start, start + found.length) };
  });
}

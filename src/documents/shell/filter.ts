import type { Command, Word } from 'unbash';
import type { AnswerRead } from '../document.js';
import { placeIn } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';

const filters = /^(?:jq|gojq|jaq|yq)$/;
/** `.name`, `."name"`, `.["name"]`, `.[]["name"]`, `{ name }`, `has("name")`. */
const fields = [
  /\.([A-Za-z_]\w*)/g,
  /(?:\.|(?<=[.\]\w?)])\[|\bhas\()\\?"([A-Za-z_]\w*)\??\\?"/g,
  /(?<=[{,]\s*)([A-Za-z_]\w*)(?=\s*[,}])/g,
];

/** Programs that take text apart, or run a text that does: the names of fields stand in quotes there, or are words of several parts. */
const searchers = /^(?:python[\d.]*|node|ruby|perl|php|[ef]?grep|rg|sed|[gmn]?awk)$/;
const quoted = /\\?["']([A-Za-z_]\w*)\\?["']|(?<![\w$-])([A-Za-z]+(?:_[A-Za-z]+)+)(?!\w)/g;
const property = /\.([A-Za-z_]\w*)/g;

/** Programs that are given the names of fields as they are: `jshon -e name`, `json name`. */
const takers = /^(?:json|jshon|gron|fx|dasel|jp|jql|jello)$/;
const words = /(?<![\w$-])([A-Za-z_]\w*)(?!\w)/g;

/**
 * The fields that a command takes out of JSON: in a filter of jq (https://jqlang.org/manual/), each name behind a dot, or in braces.
 *
 * @param isOwn whether the command is a function of the script, which may be given the names of fields
 */
export function readFilter(command: Command, excerpt: Excerpt, isOwn: boolean): AnswerRead[] {
  const name = command.name?.value ?? '';
  const readAll = (...patterns: readonly RegExp[]): AnswerRead[] =>
    command.args.flatMap((word) => patterns.flatMap((pattern) => namesIn(word, pattern, excerpt)));
  if (isOwn || takers.test(name)) return readAll(words);
  if (searchers.test(name)) return name === 'node' ? distinct(readAll(quoted, property)) : readAll(quoted);
  if (!filters.test(name)) return [];
  const filter = findFilter(command);
  const named = fields.flatMap((field) => (filter === null ? [] : namesIn(filter, field, excerpt)));
  return distinct([...named, ...argumentsIn(command, filter, excerpt)]);
}

function distinct(reads: readonly AnswerRead[]): AnswerRead[] {
  return [...new Map(reads.map((read) => [read.place.start, read])).values()];
}

/** `--arg field name '.[$field]'` */
function argumentsIn({ args }: Command, filter: Word | null, excerpt: Excerpt): AnswerRead[] {
  const looked = filter === null ? [] : [...filter.value.matchAll(/\[\s*\$(\w+)\s*\]/g)].map(([, name]) => name);
  return args.flatMap((word, index) => {
    const [option, name] = [args[index - 2], args[index - 1]];
    const isNamed = option?.type === 'Word' && option.value === '--arg' && name?.type === 'Word';
    return isNamed && looked.includes(name.value) ? namesIn(word, words, excerpt) : [];
  });
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
  return [...raw.matchAll(name)].map(({ index, 0: whole, 1: first, 2: found = first ?? '' }) => {
    const start = word.pos + index + whole.indexOf(found);
    return { name: found, place: placeIn(excerpt, start, start + found.length) };
  });
}

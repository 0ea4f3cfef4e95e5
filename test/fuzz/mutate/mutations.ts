import { parseText, isSyntaxFailure } from '../../../src/analysis/parse.js';
import { walk } from '../../../src/analysis/syntax/tree.js';
import type { Node } from '../../../src/analysis/syntax/tree.js';
import type { Choices } from '../choices.js';
import { expressions, prototypeNames, statements, words } from './snippets.js';

/** A file on its way, and one to take parts from. */
export interface Draft {
  readonly name: string;
  readonly text: string;
  readonly donor: { readonly name: string; readonly text: string };
}

type Range = readonly [start: number, end: number];
type Mutation = (draft: Draft, choices: Choices) => string;

const nowhere: Range = [0, 0];

function pickOf<Item>(choices: Choices, items: readonly Item[], otherwise: Item): Item {
  return items[choices.below(Math.max(items.length, 1))] ?? otherwise;
}

function replace(text: string, [start, end]: Range, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

function cut(text: string, [start, end]: Range): string {
  return text.slice(start, end);
}

function repeat(text: string, times: number): string {
  return text.repeat(times);
}

/** The nodes of a file; none if it does not parse. */
function nodesOf({ name, text }: Pick<Draft, 'name' | 'text'>, isWanted: (node: Node) => boolean): Node[] {
  const nodes: Node[] = [];
  const parsed = parseText(name, text);
  if (isSyntaxFailure(parsed)) return nodes;
  walk(parsed.program, (node) => {
    if (isWanted(node)) nodes.push(node);
  });
  return nodes;
}

const isStatement = ({ type }: Node): boolean => /Statement$|^(?:Variable|Function|Class)Declaration$/.test(type);
const isExpression = ({ type }: Node): boolean =>
  /Expression$|^(?:Literal|TemplateLiteral|Identifier)$/.test(type) && type !== 'ImportExpression';

function rangesOf(draft: Pick<Draft, 'name' | 'text'>, isWanted: (node: Node) => boolean): Range[] {
  return nodesOf(draft, isWanted).map(({ range }) => range);
}

const tokenPattern =
  /[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\s+|[^]/gu;
const linePattern = /[^\n]*\n|[^\n]+$/g;
const stringPattern = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;

function matches(text: string, pattern: RegExp): Range[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length]);
}

/** Tokens, lines or syntax nodes. */
function partsOf(draft: Pick<Draft, 'name' | 'text'>, choices: Choices): Range[] {
  const kind = choices.below(4);
  if (kind === 0) return rangesOf(draft, () => true);
  if (kind === 1) return rangesOf(draft, isStatement);
  return matches(draft.text, kind === 2 ? linePattern : tokenPattern);
}

function somewhere(text: string, choices: Choices): Range {
  const at = choices.below(text.length + 1);
  return [at, at];
}

function atStatement(draft: Draft, choices: Choices, put: string): string {
  const [start, end] = pickOf(choices, rangesOf(draft, isStatement), nowhere);
  return replace(draft.text, choices.oneIn(2) ? [start, start] : [end, end], put);
}

function wrapAround(text: string, [start, end]: Range, before: string, after: string): string {
  return replace(text, [start, end], before + text.slice(start, end) + after);
}

const breaks = ['\r\n', '\r', '\u2028', '\u2029', '\n\n', '\v', '\u0085'] as const;
const characters = [
  '\uFEFF',
  '🦊',
  '\u0000',
  'ü',
  '\u200D',
  '#!',
  '\\',
  '\u202E',
  '\x1b[31m',
  '${',
  '*/',
  '<!--',
] as const;
const comments = [
  '/* ü 🦊 */',
  '// https://gitlab.example.com/api/v3/projects/owned\n',
  '/* v4ward-ignore issue-iid -- because */',
  '// v4ward-ignore\n',
  '/* TODO(v4ward): issue-iid */',
  '/**\r\n * @generated? not at all\r\n */',
  '// eslint-disable-next-line v4ward/no-v3-prefix\n',
] as const;
const openers: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['f(', ')'],
  ['{ a: ', '}'],
  ['() => ', ''],
  ['!', ''],
  ['a ? ', " : '/api/v3'"],
  ["'/api/v3' + ", ''],
  ['`${', '}/projects`'],
  ['x || ', ''],
  ['new ', ''],
  ['await ', ''],
];
const quotes: readonly (readonly [string, string])[] = [
  ["'", '"'],
  ['"', "'"],
  ["'", '`'],
  ['"', '`'],
  ['`', "'"],
];
const wrappers: readonly (readonly [string, string])[] = [
  ['(function () {', '\n})();'],
  ['async function main(base) {', '\n}\nmain("https://gitlab.example.com/api/v3");'],
  ['class Client { constructor() {', '\n} }'],
  ['if (version === "v3") {', '\n} else { use(v4); }'],
  ['define(["gitlab"], function (gitlab) {', '\n});'],
  ['namespace GitLab {', '\n}'],
  ['with (gitlab) {', '\n}'],
  ['label: for (const base of ["/api/v3", "/api/v4"]) {', '\n}'],
  ['<template><div/></template>\n<script>', '\n</script>'],
];
const extensions = ['js', 'ts', 'tsx', 'mjs', 'cjs', 'vue', 'jsx', 'mts', 'cts', 'svelte'] as const;

/** What may happen to a text. Those that stand first break least. */
const mutations = {
  putStatement: (draft, choices) => atStatement(draft, choices, `\n${choices.pick(statements)}\n`),
  takeStatement: (draft, choices) => {
    const range = pickOf(choices, rangesOf(draft.donor, isStatement), nowhere);
    return atStatement(draft, choices, `\n${cut(draft.donor.text, range)}\n`);
  },
  putExpression: (draft, choices) => {
    const range = pickOf(choices, rangesOf(draft, isExpression), nowhere);
    return replace(draft.text, range, choices.pick(expressions));
  },
  putProperty: (draft, choices) => {
    const [start] = pickOf(
      choices,
      rangesOf(draft, ({ type }) => type === 'ObjectExpression'),
      nowhere,
    );
    const name = choices.pick(['url', 'base', 'path', 'method', "'uri'", '[key]', ...prototypeNames]);
    return replace(draft.text, [start + 1, start + 1], ` ${name}: ${choices.pick(expressions)}, `);
  },
  putMember: (draft, choices) => {
    const [start] = pickOf(
      choices,
      rangesOf(draft, ({ type }) => type === 'ClassBody'),
      nowhere,
    );
    const name = choices.pick(['call', 'base', 'static own', '#hidden', 'async get', ...prototypeNames]);
    const member = choices.oneIn(2)
      ? `${name} = ${choices.pick(expressions)};`
      : `${name}(id, path) { ${choices.pick(statements)} }`;
    return replace(draft.text, [start + 1, start + 1], ` ${member}\n`);
  },
  putInTemplate: (draft, choices) => {
    const [start] = pickOf(
      choices,
      rangesOf(draft, ({ type }) => type === 'TemplateLiteral'),
      nowhere,
    );
    const piece = choices.oneIn(2) ? `\${${choices.pick(expressions)}}` : choices.pick(words);
    return replace(draft.text, [start + 1, start + 1], piece);
  },
  putInText: ({ text }, choices) => {
    const [start, end] = pickOf(choices, matches(text, stringPattern), [0, text.length]);
    const at = choices.pick([start + 1, end - 1, start + 1 + choices.below(Math.max(end - start - 1, 1))]);
    return replace(text, [at, at], choices.pick(words));
  },
  putWord: ({ text }, choices) => replace(text, somewhere(text, choices), choices.pick(words)),
  putComment: ({ text }, choices) => {
    const [start] = pickOf(choices, matches(text, tokenPattern), nowhere);
    return replace(text, [start, start], choices.pick(comments));
  },
  deletePart: (draft, choices) => replace(draft.text, pickOf(choices, partsOf(draft, choices), nowhere), ''),
  doublePart: (draft, choices) => {
    const range = pickOf(choices, partsOf(draft, choices), nowhere);
    return replace(draft.text, range, repeat(cut(draft.text, range), 2 + choices.below(3)));
  },
  swapParts: (draft, choices) => {
    const parts = partsOf(draft, choices);
    const [one, other] = [pickOf(choices, parts, nowhere), pickOf(choices, parts, nowhere)].sort((a, b) => a[0] - b[0]);
    if (one === undefined || other === undefined || one[1] > other[0]) return draft.text;
    return replace(replace(draft.text, other, cut(draft.text, one)), one, cut(draft.text, other));
  },
  takePart: (draft, choices) => {
    const kind = choices.pick([() => true, isStatement, isExpression, ({ type }: Node) => type === 'CallExpression']);
    const taken = cut(draft.donor.text, pickOf(choices, rangesOf(draft.donor, kind), nowhere));
    return replace(draft.text, pickOf(choices, rangesOf(draft, kind), somewhere(draft.text, choices)), taken);
  },
  changeQuotes: ({ text }, choices) => {
    const [from, to] = choices.pick(asChoices(quotes));
    const pattern = new RegExp(`${from}([^${from}${to}\\\\\n]*)${from}`, 'g');
    if (choices.oneIn(2)) return text.replace(pattern, `${to}$1${to}`);
    const range = pickOf(choices, matches(text, pattern), nowhere);
    return replace(text, range, to + cut(text, range).slice(1, -1) + to);
  },
  changeBreaks: ({ text }, choices) => {
    const by = choices.pick(breaks);
    if (choices.oneIn(2)) return text.replace(/\r\n|\n/g, by);
    return replace(text, pickOf(choices, matches(text, /\r\n|\n|[ ;]/g), nowhere), by);
  },
  putCharacter: ({ text }, choices) => {
    const at = choices.pick([nowhere, somewhere(text, choices)]);
    return replace(text, at, choices.pick(characters));
  },
  rename: ({ text }, choices) => {
    const names = text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [];
    const name = pickOf(choices, names, 'exports').replaceAll('$', '\\$');
    return text.replace(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'), choices.pick(prototypeNames));
  },
  /** What is made of one thing is made of another then, or of itself. */
  exchangeNames: (draft, choices) => {
    const names = rangesOf(draft, ({ type }) => type === 'Identifier');
    const taken = pickOf(choices, names, nowhere);
    return replace(draft.text, pickOf(choices, names, nowhere), cut(draft.text, taken));
  },
  wrapFile: ({ text }, choices) => wrapAround(text, [0, text.length], ...choices.pick(asChoices(wrappers))),
  wrapStatement: (draft, choices) => {
    const range = pickOf(choices, rangesOf(draft, isStatement), nowhere);
    return wrapAround(draft.text, range, ...choices.pick(asChoices(wrappers)));
  },
  nest: (draft, choices) => {
    const range = pickOf(choices, rangesOf(draft, isExpression), nowhere);
    const [before, after] = choices.pick(asChoices(openers));
    const times = choices.pick([2, 20, 200]);
    return wrapAround(draft.text, range, repeat(before, times), repeat(after, times));
  },
  joinFiles: ({ text, donor }, choices) => (choices.oneIn(2) ? `${donor.text}\n${text}` : `${text}\n${donor.text}`),
  truncate: ({ text }, choices) => text.slice(0, choices.below(text.length + 1)),
  multiply: (draft, choices) => {
    const range = pickOf(choices, rangesOf(draft, isStatement), nowhere);
    const times = choices.pick([10, 50, 150]);
    return replace(draft.text, range, repeat(`${cut(draft.text, range)}\n`, times).slice(0, 30_000));
  },
} as const satisfies Readonly<Record<string, Mutation>>;

const all = Object.values(mutations) as unknown as readonly [Mutation, ...Mutation[]];
/** These make clients of v3; others break them. */
const splices: readonly [Mutation, ...Mutation[]] = [
  mutations.putStatement,
  mutations.putExpression,
  mutations.putProperty,
  mutations.putMember,
  mutations.putInTemplate,
  mutations.takeStatement,
];

function asChoices<Item>(items: readonly Item[]): readonly [Item, ...Item[]] {
  return items as unknown as readonly [Item, ...Item[]];
}

const mostCharacters = 120_000;

/** The text after one mutation, of whole characters only: a file cannot hold half of one. */
export function mutate(draft: Draft, choices: Choices): string {
  const mutation = choices.pick([choices.pick(splices), choices.pick(all)]);
  return mutation(draft, choices).slice(0, mostCharacters).toWellFormed();
}

/** A name with another extension, or the same. */
export function rename(name: string, choices: Choices): string {
  return choices.oneIn(4) ? name.replace(/\.\w+$/, `.${choices.pick(extensions)}`) : name;
}

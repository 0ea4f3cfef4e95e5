import { createRequire } from 'node:module';
import type * as ScopeManager from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type * as Oxc from 'oxc-parser';
import type { ParseResult, ParserOptions } from 'oxc-parser';
import type { Reader } from '../documents/document.js';
import { findReader } from '../documents/formats.js';
import { isEnvironmentFile } from './environment.js';
import { toOwnOffset, withDefaultFrom } from './syntax/default-from.js';
import { findScript, findUnreadScript } from './syntax/script-blocks.js';
import type { Language } from './syntax/script-blocks.js';
import type { ParsedFile } from './project.js';
import { findTooDeep } from './syntax/nesting.js';
import { walk } from './syntax/tree.js';
import type { Node } from './syntax/tree.js';

/** Why a text is no program. Line and column count from 1, columns in UTF-16 units. */
export interface SyntaxFailure {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What turns texts into trees. */
interface Parser extends Pick<typeof Oxc, 'parseSync'>, Pick<typeof ScopeManager, 'analyze'> {}

let parser: Parser | null = null;

/** In ESLint most runs read no file but those that ESLint has parsed, so what parses is loaded at its first use. */
function loadParser(): Parser {
  const load = createRequire(import.meta.url);
  parser ??= {
    parseSync: (load('oxc-parser') as typeof Oxc).parseSync,
    analyze: (load('@typescript-eslint/scope-manager') as typeof ScopeManager).analyze,
  };
  return parser;
}

type SourceType = 'module' | 'commonjs';

interface Goal {
  readonly sourceType: SourceType;
  readonly language: Language;
}

/**
 * A file's tree and scopes, as ESLint would hand them over: comments hang on the program, and there are no nodes for
 * parentheses. Offsets count in `text`, a byte order mark included.
 *
 * @param file relative to the project's root; its extension decides the language
 */
export function parseText(file: string, text: string): ParsedFile | SyntaxFailure {
  const reader = findReader(file, text);
  if (reader !== null) return parseDocument(file, text, reader);
  if (file.endsWith('.json')) return parseJson(file, text);
  if (isEnvironmentFile(file)) return parseEnvironment(file, text);
  const unread = findUnreadScript(file, text);
  if (unread !== null) return { message: unread.message, ...toLineAndColumn(text, unread.at) };
  const { code, language } = findScript(file, text);
  const deep = findTooDeep(code);
  if (deep !== -1) return { message: 'it is nested too deeply', ...toLineAndColumn(text, deep) };
  const failures: SyntaxFailure[] = [];
  for (const goal of toGoals(file, code, language)) {
    const result = parseAs(goal, code);
    const failure = toFailure(result, text);
    if (failure === null) return toParsedFile(file, text, result, goal.sourceType);
    failures.push(failure);
  }
  const result = parseDefaultFrom(code, language);
  if (result !== null) return toParsedFile(file, text, result, 'module');
  return failures[0] ?? { message: 'no goal to parse it with', line: 1, column: 1 };
}

/** Whether `parseText` has a tree for a text, which takes half of the time if nobody wants the tree. */
export function isParsable(file: string, text: string): boolean {
  const isProgram = findReader(file, text) === null && !file.endsWith('.json') && !isEnvironmentFile(file);
  if (!isProgram) return !isSyntaxFailure(parseText(file, text));
  if (findUnreadScript(file, text) !== null) return false;
  const { code, language } = findScript(file, text);
  if (findTooDeep(code) !== -1) return false;
  const isRead = toGoals(file, code, language).some((goal) => toFailure(parseAs(goal, code), text) === null);
  return isRead || parseDefaultFrom(code, language) !== null;
}

/** A module that exports what another one exports by default as Babel had it, its offsets in the code as it is; null if it is none. */
function parseDefaultFrom(code: string, language: Language): ParseResult | null {
  const filled = withDefaultFrom(code);
  if (filled === null) return null;
  const result = parseAs({ sourceType: 'module', language }, filled.code);
  if (toFailure(result, filled.code) !== null) return null;
  const program = result.program as unknown as Node;
  const specifiers = new Set<number>();
  walk(program, ({ type, range }) => {
    if (type === 'ExportSpecifier') specifiers.add(range[0]);
  });
  if (!filled.specifiers.every((start) => specifiers.has(start))) return null;
  moveRanges(program, (offset) => toOwnOffset(filled.fills, offset));
  for (const comment of result.comments) {
    comment.start = toOwnOffset(filled.fills, comment.start);
    comment.end = toOwnOffset(filled.fills, comment.end);
  }
  return result;
}

function moveRanges(program: Node, toOffset: (offset: number) => number): void {
  walk(program, (node) => {
    const [start, end] = node.range;
    node.range = [toOffset(start), toOffset(end)];
  });
}

/** A JSON file is a program of one expression. It is parsed in parentheses, and its ranges put right. */
function parseJson(file: string, text: string): ParsedFile | SyntaxFailure {
  const deep = findTooDeep(text);
  if (deep !== -1) return { message: 'it is nested too deeply', ...toLineAndColumn(text, deep) };
  const result = parseAs({ sourceType: 'commonjs', language: 'jsx' }, `(${text.replace(/^\uFEFF/, ' ')})`);
  const failure = toFailure(result, text);
  if (failure !== null) return failure;
  moveRanges(result.program as unknown as Node, (offset) => Math.min(Math.max(offset - 1, 0), text.length));
  return toParsedFile(file, text, result, 'commonjs');
}

/** A file of settings has comments, and no code. */
function parseEnvironment(file: string, text: string): ParsedFile {
  const parsed = toParsedFile(file, text, parseAs({ sourceType: 'module', language: 'jsx' }, ''), 'module');
  const comments = [...text.matchAll(/^[^\S\n]*#(.*)$/gm)].map(({ index, 0: line, 1: value = '' }) => ({
    type: 'Line' as const,
    value,
    range: [index + line.length - value.length - 1, index + line.length],
  }));
  Object.assign(parsed.program, { comments });
  return parsed;
}

/**
 * A file that is no program: its tree has comments, and one empty statement where each request and each call of one
 * stands. Programs may import JSON, whose tree stays.
 */
function parseDocument(file: string, text: string, read: Reader): ParsedFile | SyntaxFailure {
  const document = read(file, text);
  if ('message' in document) return { message: document.message, ...toLineAndColumn(text, document.at) };
  const places = document.requests.flatMap(({ place, calls }) => [place, ...calls]);
  const json = file.endsWith('.json') ? parseJson(file, text) : null;
  const marks = parseNothing(file, text, ';'.repeat(places.length));
  const parsed = json === null || isSyntaxFailure(json) ? parseNothing(file, text, '') : json;
  for (const [index, statement] of marks.program.body.entries()) {
    const place = places[index];
    if (place !== undefined) statement.range = [place.start, place.end];
    parsed.program.body.push(statement);
  }
  if (document.comments.length > 0) {
    const comments = document.comments.map(({ value, start, end }) => ({ type: 'Line', value, range: [start, end] }));
    Object.assign(parsed.program, { comments });
  }
  return { ...parsed, document };
}

function parseNothing(file: string, text: string, code: string): ParsedFile {
  return toParsedFile(file, text, parseAs({ sourceType: 'module', language: 'jsx' }, code), 'module');
}

export function isSyntaxFailure(parsed: ParsedFile | SyntaxFailure): parsed is SyntaxFailure {
  return 'message' in parsed;
}

/**
 * The module goal first, since nearly all code means the same under it; what only sloppy code may say (`with`, `await`
 * as a name, a top-level return) is accepted under CommonJS. JavaScript with type annotations is Flow, near enough to
 * TypeScript.
 */
function toGoals(file: string, code: string, language: Language): Goal[] {
  const sourceTypes: SourceType[] = /\.c[jt]s$/.test(file) ? ['commonjs'] : ['module', 'commonjs'];
  const languages: Language[] = language === 'jsx' && code.includes('@flow') ? ['jsx', 'tsx'] : [language];
  return languages.flatMap((each) => sourceTypes.map((sourceType) => ({ sourceType, language: each })));
}

/** The name says nothing but the language: `.mts` and the like carry restrictions that are not ours to enforce. */
function parseAs({ sourceType, language }: Goal, code: string): ParseResult {
  const options: ParserOptions = { lang: language, sourceType, astType: 'ts', range: true, preserveParens: false };
  return loadParser().parseSync(language === 'dts' ? 'file.d.ts' : `file.${language}`, hideMark(code), options);
}

/** A byte order mark before a hashbang is an error to the parser, though not to Node, which drops the mark. */
function hideMark(code: string): string {
  return code.startsWith('\uFEFF#!') ? ` //${code.slice(3)}` : code;
}

function toFailure(result: ParseResult, text: string): SyntaxFailure | null {
  const error = result.errors.find(({ severity }) => (severity as string) === 'Error');
  if (error === undefined) return null;
  return { message: error.message, ...toLineAndColumn(text, error.labels[0]?.start ?? 0) };
}

function toLineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function toParsedFile(file: string, text: string, result: ParseResult, sourceType: SourceType): ParsedFile {
  // The parser's own types describe the same ESTree under other names.
  const program = result.program as unknown as TSESTree.Program;
  const comments = result.comments.map(({ type, value, start, end }) => ({ type, value, range: [start, end] }));
  Object.assign(program, { comments });
  const scopes = loadParser().analyze(program, { lib: [], sourceType, globalReturn: sourceType === 'commonjs' });
  return { file, text, program, scopes };
}

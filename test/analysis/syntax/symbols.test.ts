import { describe, expect, it } from 'vitest';
import { isSyntaxFailure, parseText } from '../../../src/analysis/parse.js';
import { symbolAt } from '../../../src/analysis/syntax/symbols.js';
import { toTree } from '../../../src/analysis/syntax/tree.js';

/** The symbol of where `HERE` stands. */
function symbolIn(text: string, file: string): string | null {
  const parsed = parseText(file, text);
  if (isSyntaxFailure(parsed)) throw new Error(parsed.message);
  const start = text.indexOf('HERE');
  return symbolAt(toTree(parsed), { file, start, end: start + 'HERE'.length });
}

describe('symbolAt', () => {
  it.each([
    ['the top of a file', 'get("HERE")', null],
    ['a function', 'function star() { get("HERE") }', 'star'],
    ['an async generator that is exported', 'export async function* pages() { yield get("HERE") }', 'pages'],
    ['a default export without a name', 'export default function () { get("HERE") }', null],
    ['a function in a function', 'function outer() { function inner() { get("HERE") } }', 'outer.inner'],
    ['an arrow function', 'const star = async () => get("HERE")', 'star'],
    ['a function that has a name of its own too', 'const star = function starOne() { get("HERE") }', 'star'],
    ['a function that only has its own', 'run(function starOne() { get("HERE") })', 'starOne'],
    ['a callback', 'function star() { ids.map((id) => get("HERE")) }', 'star'],
    ['a callback at the top', 'describe("stars", () => { it("is one", () => { get("HERE") }) })', null],
    ['a variable of a function', 'function star() { const url = "HERE" }', 'star'],
    ['what is read of an answer', 'function star() { const names = get().then((all) => all.HERE) }', 'star'],
    ['a variable at the top', 'const url = base + "HERE"', 'url'],
    ['a variable in a block at the top', 'if (x) { var url = "HERE" }', 'url'],
    ['one that is taken apart', 'const { data } = await get("HERE")', null],
    ['a default value', 'function star(url = "HERE") {}', 'star'],
    ['a class', 'class Api extends make("HERE") {}', 'Api'],
    ['a method', 'class Api { star() { get("HERE") } }', 'Api.star'],
    ['a private method', 'class Api { #star() { get("HERE") } }', 'Api.star'],
    ['a static block', 'class Api { static { get("HERE") } }', 'Api'],
    ['a class that a variable holds', 'const Api = class { star() { get("HERE") } }', 'Api.star'],
    ['a field', 'class Api { url = "HERE" }', 'Api.url'],
    ['a field that is a function', 'class Api { star = () => get("HERE") }', 'Api.star'],
    ['a record in a field', 'class Api { static urls = { star: "HERE" } }', 'Api.urls.star'],
    ['a computed method', 'class Api { [name]() { get("HERE") } }', 'Api'],
    ['a method of a record', 'const api = { star() { get("HERE") } }', 'api.star'],
    ['a key of a record', 'const urls = { projects: { star: "HERE" } }', 'urls.projects.star'],
    ['a quoted key', 'const urls = { "star-it": "HERE" }', 'urls.star-it'],
    ['a list in a record', 'const urls = { all: ["HERE"] }', 'urls.all'],
    ['the options of a call', 'const all = get({ url: "HERE" })', 'all'],
    ['a record in a function', 'function star() { const options = { url: "HERE" } }', 'star'],
    ['methods that a call is given', 'defineStore("x", { actions: { star() { get("HERE") } } })', 'actions.star'],
    ['methods that are returned', 'function setup() { return { api: { star() { get("HERE") } } } }', 'setup.api.star'],
    ['a callback among options', 'function load() { $.ajax({ success: () => get("HERE") }) }', 'load.success'],
    ['a wrapped function', 'function App() { const load = useCallback(() => get("HERE"), []) }', 'App.load'],
    ['an export', 'exports.star = (id) => get("HERE")', 'star'],
    ['what a module is', 'module.exports = { star: (id) => get("HERE") }', 'star'],
    ['a prototype', 'Api.prototype.star = function () { get("HERE") }', 'Api.star'],
    ['a constructor function', 'function Api() { this.star = function () { get("HERE") } }', 'Api.star'],
    ['an assignment in a function', 'function star() { url = "HERE" }', 'star'],
    ['an assignment at the top', 'Api.url = "HERE"', 'Api.url'],
  ])('names %s', (_, text, symbol) => {
    expect(symbolIn(text, 'a.js')).toBe(symbol);
  });

  it.each([
    ['an enumeration', 'enum Urls { Star = "HERE" }', 'Urls.Star'],
    ['a namespace', 'namespace Api { export function star() { get("HERE") } }', 'Api.star'],
    ['a record with a type', 'const urls = { star: "HERE" } as const satisfies Urls', 'urls.star'],
    ['a decorator', 'class Api { @Get("HERE") star() {} }', 'Api.star'],
  ])('names %s of TypeScript', (_, text, symbol) => {
    expect(symbolIn(text, 'a.ts')).toBe(symbol);
  });

  it.each([
    ['Vue', 'a.vue', '<script>\nexport default { methods: { star() { get("HERE") } } }\n</script>\n', 'methods.star'],
    ['Vue, set up', 'a.vue', '<script setup lang="ts">\nasync function star() { get("HERE") }\n</script>\n', 'star'],
    ['Svelte', 'a.svelte', '<script>\nconst star = () => get("HERE")\n</script>\n<p on:click={star}>x</p>\n', 'star'],
    ['the template of a component', 'a.vue', '<template>\n<a href="HERE"></a>\n</template>\n', null],
    ['JSON', 'a.json', '{ "gitlab": { "url": "HERE" } }', 'gitlab.url'],
    ['a file of settings', '.env', '# a\nOTHER=1\r\nexport GITLAB_URL=HERE\r\n', 'GITLAB_URL'],
  ])('names what stands in %s', (_, file, text, symbol) => {
    expect(symbolIn(text, file)).toBe(symbol);
  });

  it('is not stopped by deep nesting', () => {
    const deep = `${'['.repeat(300)}"HERE"${']'.repeat(300)}`;
    expect(symbolIn(`const deep = ${deep}`, 'a.js')).toBe('deep');
  });
});

import { describe, expect, it } from 'vitest';
import { isParsable, isSyntaxFailure, parseText } from '../../src/analysis/parse.js';
import type { ParsedFile } from '../../src/analysis/project.js';

function parse(file: string, text: string): ParsedFile {
  const parsed = parseText(file, text);
  if (isSyntaxFailure(parsed)) throw new Error(`${file}: ${parsed.message}`);
  return parsed;
}

/** The characters that the tree says its strings stand at. */
function stringsOf({ program, text }: ParsedFile): string[] {
  const found: string[] = [];
  JSON.stringify(program, (_, node: unknown) => {
    const { type, value, range } = (node ?? {}) as { type?: unknown; value?: unknown; range?: [number, number] };
    if (type === 'Literal' && typeof value === 'string' && range !== undefined) found.push(text.slice(...range));
    return node;
  });
  return found;
}

describe('parseText', () => {
  it.each([
    ['a byte order mark', 'a.js', '\uFEFFcall("/x")'],
    ['a hashbang', 'a.js', '#!/usr/bin/env node\ncall("/x")'],
    ['JSX behind a hashbang of what runs TypeScript', 'a.js', '#!/usr/bin/env bun\nconst view = <b title="/x" />'],
    ['TypeScript without an extension', 'a', '#!/usr/bin/env ts-node\nconst path: string = <string>"/x"'],
    ['a byte order mark before a hashbang', 'a.js', '\uFEFF#!/usr/bin/env node\r\ncall("/x")'],
    ['CRLF', 'a.js', 'a();\r\n\r\ncall("/x");\r\n'],
    ['characters of two units', 'a.js', '/* 😀é */ call("/x")'],
    ['JSX in .js', 'a.js', 'const e = <b>{call("/x")}</b>'],
    ['TSX', 'a.tsx', 'const e: E = <b>{call("/x")}</b>'],
    ['a type assertion in .mts', 'a.mts', 'const e = <any>call("/x")'],
    ['decorators', 'a.js', '@d class A { @e() f = call("/x") }'],
    ['with', 'a.js', 'with (o) { call("/x") }'],
    ['an octal number', 'a.js', 'var n = 010; call("/x")'],
    ['await as a name', 'a.js', 'var await = call("/x")'],
    ['return at the top', 'a.js', 'return call("/x")'],
    ['await at the top', 'a.mjs', 'await call("/x")'],
    ['Flow', 'a.js', '// @flow\nfunction f(a: string): Promise<any> { return call("/x") }'],
    ['parentheses', 'a.js', '((call))(("/x"))'],
  ])('keeps offsets with %s', (_, file, text) => {
    expect(stringsOf(parse(file, text))).toEqual(['"/x"']);
  });

  it('reads all script blocks of a component as one program, and nothing else', () => {
    const text = [
      '<!-- <script>no("/comment")</script> -->',
      '<template><a :href="go(\'/template\')">é</a></template>',
      '<script lang="ts">',
      'export const a: string = one("/first")',
      '</script>',
      "<script setup lang='ts'>",
      '(a as any)("/second")',
      '</script>',
      '<script type="application/json">{"a": "/data"}</script>',
      '<script src="./other.js"></script>',
      '<style>a { color: "red" }</style>',
    ].join('\r\n');
    const parsed = parse('a.vue', text);
    expect(parsed.text).toBe(text);
    expect(stringsOf(parsed)).toEqual(['"/first"', '"/second"']);
    expect(parsed.program.body.filter(({ type }) => type !== 'EmptyStatement')).toHaveLength(2);
  });

  it('takes a component without a script for an empty program', () => {
    expect(parse('a.svelte', '<h1>{title}</h1>').program.body).toEqual([]);
  });

  it('knows TSX in a component', () => {
    expect(stringsOf(parse('a.vue', '<script lang="tsx">const e: E = <b>{call("/x")}</b></script>'))).toEqual(['"/x"']);
  });

  it.each([
    ['<template/>\n<script>\ncall("/x")\n', 'its script has no end tag', 2],
    ['<script>ok()</script>\n<script setup lang="coffee">call "/x"</script>', 'its script is written in coffee', 2],
  ])('says of a component that it cannot read: %j', (text, message, line) => {
    expect(parseText('a.vue', text)).toMatchObject({ message, line });
  });

  it('takes a script that stands in another file, or in a comment, for none of a component', () => {
    const text = '<!-- <script> --><script lang="coffee" src="./a.coffee"></script><script>ok("/x")</script>';
    expect(stringsOf(parse('a.vue', text))).toEqual(['"/x"']);
  });

  it('takes an empty file for an empty program', () => {
    expect(parse('a.ts', '').program.body).toEqual([]);
  });

  it('finds globals in the through of the global scope, and definitions of the file', () => {
    const { scopes } = parse('a.js', 'const path = "/x"; fetch(path)');
    expect(scopes.globalScope?.through.map(({ identifier }) => identifier.name)).toEqual(['fetch']);
  });

  it('finds the variables of a CommonJS file', () => {
    const { scopes } = parse('a.cjs', 'const path = "/x"; return fetch(path)');
    const names = scopes.scopes.flatMap(({ variables }) => variables.map(({ name }) => name));
    expect(names).toContain('path');
  });

  it('hangs comments on the program', () => {
    const { program, text } = parse('a.js', 'a(); // v4ward-ignore issue-iid -- kept');
    expect(program.comments?.map(({ range }) => text.slice(...range))).toEqual(['// v4ward-ignore issue-iid -- kept']);
  });

  it('knows what Babel exported by default from another module, each offset in the text as it is', () => {
    const text =
      "// export Lost from 'x'\r\nexport Group, { find as search } from './group';\r\nexport Key from './key'; // v4ward-ignore\r\nexport default from './all';\r\nmake('/a');";
    const { program } = parse('a.js', text);
    const [group, key, all, call] = program.body;
    const sliceOf = (node: { range: [number, number] } | undefined): string => text.slice(...(node?.range ?? [0, 0]));
    expect(program.body).toMatchObject([
      {
        type: 'ExportNamedDeclaration',
        specifiers: [
          { local: { name: 'default' }, exported: { name: 'Group' } },
          { local: { name: 'find' }, exported: { name: 'search' } },
        ],
      },
      { type: 'ExportNamedDeclaration', specifiers: [{ local: { name: 'default' }, exported: { name: 'Key' } }] },
      { type: 'ExportNamedDeclaration', specifiers: [{ exported: { name: 'default' } }] },
      { type: 'ExpressionStatement' },
    ]);
    expect([group, key, all, call].map(sliceOf)).toEqual([
      "export Group, { find as search } from './group';",
      "export Key from './key';",
      "export default from './all';",
      "make('/a');",
    ]);
    expect(program.comments?.map(sliceOf)).toEqual(["// export Lost from 'x'", '// v4ward-ignore']);
  });

  it('takes no text for such an export', () => {
    expect(parseText('a.js', "export Key from './key';\nmake(`\nexport Lost from 'x'`);")).toMatchObject({ line: 1 });
  });

  it('says where a file stops being a program', () => {
    expect(parseText('a.js', 'a();\r\nlet x: = 1;\r\n')).toMatchObject({ line: 2, column: 6 });
  });

  it('tells the error of the module goal, under which nearly all code is written', () => {
    expect(parseText('a.js', 'import a from "a"; return a')).toMatchObject({ line: 1, column: 20 });
  });
});

describe('isParsable', () => {
  it.each([
    ['a.js', 'import a from "a"; return a', false],
    ['a.js', 'with (a) b(); return', true],
    ['a.cjs', 'import a from "a"', false],
    ['a.js', 'const a: string = 1', false],
    ['a.js', '// @flow\nconst a: string = 1', true],
    ['a.ts', 'const a: string = `${b', false],
    ['a.vue', '<script>const a = </script>', false],
    ['a.vue', '<script lang="ts">const a: string = "x"</script>', true],
    ['a.json', '{ "a": 1 }', true],
    ['a.json', '{ "a": }', false],
    ['.env', 'A=1', true],
    ['a.js', '\uFEFF#!/usr/bin/env node\n', true],
    ['a.js', '['.repeat(100_000), false],
    ['a.js', "export Key from './key'", true],
    ['a.js', "export Key from './key'; const", false],
    ['a.js', '', true],
  ])('tells of %s, %j, what a tree would', (file, text, expected) => {
    expect(isParsable(file, text)).toBe(expected);
    expect(!isSyntaxFailure(parseText(file, text))).toBe(expected);
  });
});

import { parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { DocumentFailure } from './document.js';
import { excerptFrom } from './excerpt.js';
import type { Character, Excerpt } from './excerpt.js';
import { toBeside } from './settings.js';
import type { Beside, SettingText } from './settings.js';

/** The tree of a JSON text, comments and trailing commas allowed; or why there is none. */
export function parseJson(text: string): { readonly root: Node | null } | DocumentFailure {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  const [error] = errors;
  return error === undefined ? { root: root ?? null } : { message: 'it is no JSON', at: error.offset };
}

/** The member of an object. */
export function memberOf(node: Node | null | undefined, name: string): Node | null {
  const member = node?.children?.find(({ children: [key] = [] }) => node.type === 'object' && key?.value === name);
  return member?.children?.[1] ?? null;
}

export function elementsOf(node: Node | null): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

export function stringOf(node: Node | null): string | null {
  return typeof node?.value === 'string' ? node.value : null;
}

/** The characters of a string (RFC 8259, section 7). */
export function excerptOfString(file: string, whole: string, { offset, length }: Node): Excerpt {
  const characters: Character[] = [];
  for (let at = offset + 1; at < offset + length - 1;) {
    const escape = /^\\(?:u[0-9a-fA-F]{4}|.)/.exec(whole.slice(at, at + 6))?.[0] ?? whole.charAt(at);
    const text = escape.length === 1 ? escape : String(JSON.parse(`"${escape}"`));
    characters.push({ text, start: at, end: at + escape.length });
    at += escape.length;
  }
  return excerptFrom(file, whole, characters, (text) => JSON.stringify(text).slice(1, -1));
}

/** All strings of a tree, with the names that they are kept under, and what stands beside them. */
export function listStrings(
  file: string,
  node: Node | null,
  names: readonly string[] = [],
  beside?: Beside,
): SettingText[] {
  if (node === null) return [];
  if (node.type === 'string') {
    const place = { file, start: node.offset, end: node.offset + node.length };
    return [{ text: String(node.value), place, names, ...(beside === undefined ? {} : { beside }) }];
  }
  if (node.type === 'property') {
    const [key, value] = node.children ?? [];
    return listStrings(file, value ?? null, [...names, String(key?.value)], beside);
  }
  const inner = node.type === 'object' ? toBeside(stringMembers(node), beside) : beside;
  return (node.children ?? []).flatMap((child) => listStrings(file, child, names, inner));
}

function stringMembers({ children = [] }: Node): [string, string][] {
  return children.flatMap(({ children: [key, value] = [] }) =>
    value?.type === 'string' ? [[String(key?.value), String(value.value)]] : [],
  );
}

/** https://spec.commonmark.org/0.31.2/ */
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Code, Node, Parent } from 'mdast';
import { emptyDocument, joinDocuments } from '../document.js';
import type { Document, Reader } from '../document.js';
import { charactersOf, excerptFrom } from '../excerpt.js';
import type { Character, Excerpt } from '../excerpt.js';
import { findSettings, mayHoldAddress } from '../settings.js';
import type { SettingText } from '../settings.js';
import { readEmbedded } from '../shell/read.js';
import { readHttp } from './http.js';

const shells = /^(?:sh|bash|zsh|shell|ksh|fish)$/i;
const consoles = /^(?:console|shell-?session|sh-session|bash-session|terminal|text)$/i;
const requests = /^(?:http|rest)$/i;

export const read: Reader = (file, text) => {
  const root = fromMarkdown(text.replace(/^\uFEFF/, ' '));
  const blocks = listNodes(root).filter((node): node is Code => node.type === 'code');
  const read = blocks.map((block) => readBlock(file, text, block));
  const shown = listNodes(root).flatMap((node) =>
    node.type === 'code' ? linesOf(file, text, node as Code) : [...textOf(file, node), ...linksOf(file, text, node)],
  );
  const comments = [...text.matchAll(/<!--([\s\S]*?)-->/g)].map(({ index, 0: all, 1: value = '' }) => ({
    value,
    start: index,
    end: index + all.length,
  }));
  return { ...joinDocuments([...read, { ...emptyDocument, requests: findSettings(shown, text) }]), comments };
};

function listNodes(node: Node): Node[] {
  return [node, ...('children' in node ? (node as Parent).children.flatMap(listNodes) : [])];
}

function readBlock(file: string, text: string, block: Code): Document {
  const language = block.lang ?? '';
  const excerpt = excerptOfBlock(file, text, block);
  if (excerpt === null) return emptyDocument;
  if (requests.test(language)) return readHttp(excerpt);
  if (consoles.test(language) || /^\s*\$ /.test(block.value)) return readEmbedded(withoutOutput(excerpt), new Map());
  return shells.test(language) || language === '' ? quietly(readEmbedded(excerpt, new Map()), language) : emptyDocument;
}

/** What a block without a language holds may be anything. */
function quietly(document: Document, language: string): Document {
  return language === '' ? { ...document, unknowns: [] } : document;
}

/** The lines of a block stand behind what encloses it: the list's indentation, the quote's signs. */
function excerptOfBlock(file: string, whole: string, { value, position }: Code): Excerpt | null {
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start === undefined || end === undefined) return null;
  const raw = whole.slice(start, end);
  const skip = /^(?:`{3,}|~{3,})/.test(raw) ? raw.indexOf('\n') + 1 : 0;
  const lines = value.split('\n');
  const characters: Character[] = [];
  let at = start + skip;
  for (const [index, line] of lines.entries()) {
    const next = whole.indexOf('\n', at);
    const stop = next === -1 || next > end ? end : next;
    const written = whole.slice(at, stop).replace(/\r$/, '');
    const plain = line.replace(/\r$/, '');
    if (!written.endsWith(plain)) return null;
    const from = at + written.length - plain.length;
    characters.push(...charactersOf(whole, from, from + plain.length));
    if (index < lines.length - 1) characters.push({ text: '\n', start: stop, end: stop + 1 });
    at = stop + 1;
  }
  return excerptFrom(file, whole, characters, (text) => text);
}

/** Lines behind a prompt, with those that go on; the rest is what was printed. */
function withoutOutput(excerpt: Excerpt): Excerpt {
  const characters: Character[] = [];
  let at = 0;
  let goesOn = false;
  for (const line of excerpt.text.split('\n')) {
    const prompt: number | null = /^\s*(?:[\w.@:~/-]*[$#%>] )/.exec(line)?.[0].length ?? (goesOn ? 0 : null);
    if (prompt !== null) {
      for (let index = at + prompt; index <= at + line.length; index += 1) {
        const [start, end] = [excerpt.startOf(index), excerpt.endOf(index)];
        characters.push({ text: index === at + line.length ? '\n' : excerpt.text.charAt(index), start, end });
      }
    }
    goesOn = prompt !== null && line.trimEnd().endsWith('\\');
    at += line.length + 1;
  }
  return excerptFrom(excerpt.file, excerpt.whole, characters, excerpt.encode);
}

/** The lines of a block in another language that hold an address: what they do is not read, as with text. */
function linesOf(file: string, whole: string, { lang, value, position }: Code): SettingText[] {
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (lang == null || [shells, consoles, requests].some((read) => read.test(lang))) return [];
  const lines = whole.slice(start, end).matchAll(/\S.*\/api\/v[34].*/g);
  const names = namesIn(value);
  return [...lines].map(({ 0: text, index }) => {
    const from = (start ?? 0) + index;
    return { text, place: { file, start: from, end: from + text.length }, names };
  });
}

/** What a program imports, or makes, tells whose its addresses are: `require('@octokit/rest')`, `new Octokat(…)`. */
function namesIn(program: string): string[] {
  const names = program.matchAll(/\b(?:require\s*\(|from|import)\s*(['"])(.+?)\1|\bnew\s+([\w$.]+)/g);
  return Array.from(names, ([, , imported, made]) => imported ?? made ?? '');
}

/** An address that the text shows: a person changes it, since the words around it speak of it. */
function textOf(file: string, node: Node): SettingText[] {
  const shown = 'value' in node && typeof node.value === 'string' ? node.value : null;
  const [start, end] = [node.position?.start.offset, node.position?.end.offset];
  if (shown === null || node.type === 'html' || start === undefined || end === undefined) return [];
  return mayHoldAddress(shown) ? [{ text: shown, place: { file, start, end }, names: [] }] : [];
}

const attribute = /\b(?:href|src)\s*=\s*["']?([^"'\s>]+)/gi;
const api = /^https?:\/\/[^/]+(?:\/[^/]+)?\/api\/v[34](?![\w.-])/;
const page = /\.(?:md|mdx|html?|adoc|rst)(?:[?#]|$)|\/(?:blob|tree|wikis?|help|docs?)\/|\/\/docs?\./i;

/** An address of the API that a link leads to, `[builds](https://…)`, `[builds]: https://…`, `<a href="…">`: no page about it. */
function linksOf(file: string, whole: string, node: Node): SettingText[] {
  const [start, end] = [node.position?.start.offset, node.position?.end.offset];
  if (start === undefined || end === undefined) return [];
  const written = whole.slice(start, end);
  return targetsOf(node)
    .filter((target) => api.test(target) && !page.test(target))
    .map((target) => {
      const index = written.lastIndexOf(target);
      const place = index === -1 ? { start, end } : { start: start + index, end: start + index + target.length };
      return { text: target, place: { file, ...place }, names: [] };
    });
}

/** What is its own text is told as such: `<https://…>`. */
function targetsOf(node: Node): string[] {
  if (node.type === 'html' && 'value' in node && typeof node.value === 'string')
    return Array.from(node.value.replaceAll(/<!--[^]*?-->/g, '').matchAll(attribute), ([, target = '']) => target);
  if (!('url' in node) || typeof node.url !== 'string') return [];
  const { url } = node;
  return listNodes(node).some((inner) => 'value' in inner && String(inner.value).includes(url)) ? [] : [url];
}

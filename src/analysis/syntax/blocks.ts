/** A comment, or an element of a script or a style, of a component or a page. */
export interface Block {
  readonly kind: 'comment' | 'script' | 'style';
  readonly start: number;
  readonly end: number;
  /** What stands between the tag's name and its `>`; empty for a comment. */
  readonly attributes: string;
  /** What stands between the tags. */
  readonly content: { readonly start: number; readonly end: number };
  /** Whether it has an end; else it goes on to that of the text. */
  readonly closed: boolean;
}

const opening = /<!--|<(script|style)\b/gi;
const tag = /^(?:"[^"]*"|'[^']*'|[^"'>])*>/;

/** Longer ones are none, so that a text of nothing but beginnings is read in linear time. */
const longestTag = 4000;

/** The comments, scripts and styles of a text, in source order, none of them within another. */
export function listBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lastComment = text.lastIndexOf('-->');
  const next = new RegExp(opening);
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const block = found[1] === undefined ? toComment(text, found.index, lastComment) : toElement(text, found);
    if (block === null) continue;
    blocks.push(block);
    next.lastIndex = block.end;
  }
  return blocks;
}

function toComment(text: string, start: number, last: number): Block | null {
  if (start + '<!--'.length > last) return null;
  const close = text.indexOf('-->', start + '<!--'.length);
  const content = { start: start + '<!--'.length, end: close };
  return { kind: 'comment', start, end: close + '-->'.length, attributes: '', content, closed: true };
}

function toElement(text: string, { index, 0: opened, 1: name = '' }: RegExpExecArray): Block | null {
  const from = index + opened.length;
  const attributes = tag.exec(text.slice(from, from + longestTag))?.[0].slice(0, -1);
  if (attributes === undefined) return null;
  const kind = name.toLowerCase() === 'style' ? 'style' : 'script';
  const start = from + attributes.length + 1;
  const closing = kind === 'style' ? /<\/style\s*>/gi : /<\/script\s*>/gi;
  closing.lastIndex = start;
  const close = closing.exec(text);
  const end = close === null ? text.length : close.index + close[0].length;
  const content = { start, end: close?.index ?? text.length };
  return { kind, start: index, end, attributes, content, closed: close !== null };
}

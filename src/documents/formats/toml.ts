/** https://toml.io/en/v1.0.0 */
import { parseTOML, traverseNodes } from 'toml-eslint-parser';
import type { AST } from 'toml-eslint-parser';
import { emptyDocument } from '../document.js';
import type { Reader } from '../document.js';
import { findSettings } from '../settings.js';
import type { SettingText } from '../settings.js';
import { findHashComments } from '../shell/read.js';

export const read: Reader = (file, text) => {
  const program = parse(text);
  if (program === null) return emptyDocument;
  const texts: SettingText[] = [];
  let names: string[] = [];
  traverseNodes(program, {
    enterNode(node) {
      if (node.type === 'TOMLTable') names = [];
      if (node.type === 'TOMLKey') names = [...names.slice(-3), ...node.keys.map(toName)];
      if (node.type === 'TOMLValue' && node.kind === 'string')
        texts.push({ text: node.value, place: { file, start: node.range[0], end: node.range[1] }, names });
    },
    leaveNode: () => undefined,
  });
  return { ...emptyDocument, requests: findSettings(texts), comments: findHashComments(text) };
};

function toName(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}

function parse(text: string): AST.TOMLProgram | null {
  try {
    return parseTOML(text.replace(/^\uFEFF/, ' '));
  } catch {
    return null;
  }
}

import { forEachChild, parse } from 'unbash';
import type { CommandExpansionPart, SyntaxNode } from 'unbash';
import { excerptFrom, toCharacters } from '../excerpt.js';
import type { Character, Excerpt } from '../excerpt.js';

/** A substitution whose command is not what stands in the script, since backslashes are taken off it first. */
interface Escaped {
  /** With its backticks. */
  readonly start: number;
  readonly end: number;
  /** The command that the shell reads. */
  readonly command: string;
  readonly inQuotes: boolean;
}

/** Deeper ones are left as they are. */
const mostNested = 3;

/**
 * A script whose commands in backticks stand in `$(…)` if there are escapes in them, which backticks and `$(…)` read
 * differently. What is written there gets its escapes again.
 *
 * @see https://www.gnu.org/software/bash/manual/html_node/Command-Substitution.html
 */
export function unfoldBackticks(excerpt: Excerpt): Excerpt {
  let unfolded = excerpt;
  for (let nested = 0; nested < mostNested; nested += 1) {
    if (!unfolded.text.includes('`') || !unfolded.text.includes('\\')) return unfolded;
    const escaped = findEscaped(parse(unfolded.text), unfolded.text);
    if (escaped.length === 0) return unfolded;
    unfolded = unfold(unfolded, escaped);
  }
  return unfolded;
}

function findEscaped(root: SyntaxNode, text: string): Escaped[] {
  const found: Escaped[] = [];
  const visit = (node: SyntaxNode, inQuotes: boolean): void => {
    const command = node.type === 'CommandExpansion' ? toDecoded(node, text) : null;
    if (command !== null) found.push({ start: node.pos, end: node.end, command, inQuotes });
    else
      forEachChild(node, (child) => {
        visit(child, isQuoting(node, inQuotes));
      });
  };
  visit(root, false);
  return found;
}

function isQuoting({ type }: SyntaxNode, outer: boolean): boolean {
  if (type === 'CommandExpansion') return false;
  return outer || type === 'DoubleQuoted';
}

function toDecoded({ pos, script }: CommandExpansionPart, text: string): string | null {
  return text.charAt(pos) === '`' ? (script?.source ?? null) : null;
}

function unfold(excerpt: Excerpt, escaped: readonly Escaped[]): Excerpt {
  const before = toCharacters(excerpt);
  const characters: Character[] = [];
  let done = 0;
  for (const each of escaped) {
    characters.push(...before.slice(done, each.start), ...toSubstitution(before.slice(each.start, each.end), each));
    done = each.end;
  }
  characters.push(...before.slice(done));
  const places = escaped.map(({ start, end, inQuotes }) => ({
    start: excerpt.startOf(start),
    end: excerpt.endOf(end - 1),
    special: inQuotes ? /[$`"]|\\(?=[\\$`"]|$)/g : /[$`]|\\(?=[\\$`]|$)/g,
  }));
  const encode: Excerpt['encode'] = (text, at) => {
    const around = places.find(({ start, end }) => start < at && at < end);
    return excerpt.encode(around === undefined ? text : text.replace(around.special, '\\$&'), at);
  };
  return excerptFrom(excerpt.file, excerpt.whole, characters, encode);
}

/** `$(…)` for backticks and what is in them. An escape that the shell takes away is one with what it escapes. */
function toSubstitution(written: readonly Character[], { command }: Escaped): Character[] {
  const [open, ...inner] = written;
  const close = inner.pop();
  if (open === undefined || close === undefined) return [...written];
  const characters: Character[] = [
    { ...open, text: '$' },
    { text: '(', start: open.end, end: open.end },
  ];
  let decoded = 0;
  for (let index = 0; index < inner.length; index += 1) {
    const [character, next] = [inner[index], inner[index + 1]];
    if (character === undefined) break;
    const isTaken = character.text === '\\' && (command.charAt(decoded) !== '\\' || next?.text === '\\');
    characters.push(isTaken && next !== undefined ? { ...next, start: character.start } : character);
    if (isTaken) index += 1;
    decoded += 1;
  }
  return [...characters, { ...close, text: ')' }];
}

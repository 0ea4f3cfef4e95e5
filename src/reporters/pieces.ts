import { mostNamed } from './document.js';

/** Words, or code that stood between backticks. */
export interface Piece {
  readonly kind: 'words' | 'code';
  readonly text: string;
}

/** What a message is made of: `Write \`x\` for \`y\`.` A backtick without another one is a character as any. */
export function toPieces(message: string): Piece[] {
  return message
    .split(/(`[^`]+`)/)
    .filter((text) => text !== '')
    .map((text) => (/^`[^`]+`$/.test(text) ? { kind: 'code', text: text.slice(1, -1) } : { kind: 'words', text }));
}

const fewest = 3;

/**
 * What holds a finding back, for people: each of them is listed where it stands, and a list of dozens behind every finding
 * hides the findings.
 *
 * @param show what is made of each name
 */
export function nameHolders(heldBy: readonly string[], show: (name: string) => string = (name) => name): string {
  const few = heldBy.length > fewest + 1 ? heldBy.slice(0, fewest) : heldBy;
  const rest = heldBy.length < mostNamed ? String(heldBy.length - few.length) : 'many';
  return `${few.map(show).join(', ')}${rest === '0' ? '' : ` and ${rest} more`}`;
}

/** An address that can be linked to, whoever wrote the document: of the web, with nothing in it that ends it. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s"'<>\\`]+$/.test(text);
}

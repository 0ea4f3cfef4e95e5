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

/** An address that can be linked to, whoever wrote the document: of the web, with nothing in it that ends it. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s"'<>\\`]+$/.test(text);
}

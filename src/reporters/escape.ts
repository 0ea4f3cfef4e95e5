/**
 * Text from other people's files, made fit for a terminal: what could move the cursor, change colours or turn the
 * direction of writing is shown as an escape.
 */
export function escapeControls(text: string): string {
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, toEscape);
}

/** As `escapeControls`, but lines' ends stay. */
export function escapeWithinLines(text: string): string {
  return text
    .split(/(\r\n|\r|\n)/)
    .map((part, index) => (index % 2 === 0 ? escapeControls(part) : part))
    .join('');
}

/** JSON that shows on a terminal as it is: what `JSON.stringify` leaves bare is escaped as JSON does. */
export function toJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    toEscape,
  );
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function toEscape(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Records that one file fills and another one reads: `state.project = await load(4)` beside `state.project.public`

const imported =
  /\bimport\s+(?:\*\s+as\s+)?([\w$]+)\s+from\s*(['"])([^'"\n]+)\2|\b([\w$]+)\s*=\s*require\(\s*(['"])([^'"\n]+)\5\s*\)/g;

/** The imports of a file that it writes to a member of: `./state`. */
export function findFilled(text: string): string[] {
  return [...text.matchAll(imported)].flatMap((match) => {
    const name = match[1] ?? match[4] ?? '';
    const specifier = match[3] ?? match[6];
    return specifier !== undefined && isWrittenTo(text, name) ? [specifier] : [];
  });
}

function isWrittenTo(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:\\.[\\w$]+)+\\s*=(?!=)`).test(text);
}

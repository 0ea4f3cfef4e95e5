/** Where an import may begin, by a part of it that texts hold seldom: a search for that costs a fraction of one for a pattern. */
const beginnings = [
  { part: 'from', before: 0, whole: /from\s*['"]/y },
  { part: 'mport', before: 1, whole: /import\s*[('"`]/y },
  { part: 'q', before: 2, whole: /require\s*\(/y },
  { part: 'fine', before: 2, whole: /define\s*\(/y },
];

function findBeginnings(text: string): number[] {
  const starts: number[] = [];
  for (const { part, before, whole } of beginnings)
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
      whole.lastIndex = at - before;
      if (at >= before && whole.test(text)) starts.push(at - before);
    }
  return starts.sort((a, b) => a - b);
}

const named = /(?:from\s*['"]|(?:require\s*\(|import(?:\s*\()?)\s*['"`])([^'"`\n]+)['"`]/y;

/** Modules of RequireJS list what they import. */
const listed = /(?:define|require)\s*\(\s*(?:['"][^'"\n]*['"]\s*,\s*)?\[([^\]]*)\]/y;

/** An import whose name is put together, or stands behind a comment. */
const composed = /(?:require|import)\s*\(\s*(?!(?:['"][^'"\n]*['"]|`[^`$]*`)\s*[,)]|\[|\))/y;

/**
 * What a text imports, by the looks of it. Where the name of an import is put together, any text that stands in quotes
 * may be a part of it, and counts as one: behind a `?`, if it is not relative.
 */
export function findImports(text: string): string[] {
  const starts = findBeginnings(text);
  const specifiers = starts.flatMap((start) => matchAt(named, text, start) ?? matchList(text, start));
  const isComposed = starts.some((start) => matchAt(composed, text, start) !== null);
  return isComposed ? [...specifiers, ...listQuoted(text).map(toPart)] : specifiers;
}

function toPart(quoted: string): string {
  return isRelative(quoted) ? quoted : `?${quoted}`;
}

function matchList(text: string, start: number): string[] {
  return listQuoted(matchAt(listed, text, start) ?? '');
}

/** The texts in quotes that may be names of modules. */
function listQuoted(text: string): string[] {
  return Array.from(text.matchAll(/(['"`])([^'"`\s]+)\1/g), ([, , name = '']) => name);
}

/** What a sticky pattern captures at an offset, empty if it captures nothing; null if it does not match there. */
function matchAt(pattern: RegExp, text: string, start: number): string | null {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match === null ? null : (match[1] ?? '');
}

const clause = /\bimport\s([^'"`;()]{1,4000})\bfrom\s*(['"])([^'"`\n]+)\2/g;

/** The names of another module's exports that a text imports; null if nobody can tell by its looks. */
export function namesTaken(text: string, specifier: string): string[] | null {
  const clauses = Array.from(text.matchAll(clause)).flatMap(([, names = '', , from]) =>
    from === specifier ? [namesIn(names)] : [],
  );
  const mentioned = ["'", '"', '`'].reduce((sum, quote) => sum + text.split(quote + specifier + quote).length - 1, 0);
  const names = clauses.flatMap((each) => each ?? []);
  return mentioned === clauses.length && !clauses.includes(null) ? names : null;
}

/** Of `a, { b, type c as d }`. */
function namesIn(names: string): string[] | null {
  const [, own, listed] = /^(?:type\s+)?(?:([\w$]+)(?:\s*,\s*)?)?(?:\{([^{}]*)\})?$/.exec(names.trim()) ?? [];
  if (own === undefined && listed === undefined) return null;
  const entries = (listed ?? '').split(',').map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== '').map((entry) => nameIn(entry));
  if (named.includes(null)) return null;
  return [...(own === undefined ? [] : ['default']), ...named.flatMap((name) => name ?? [])];
}

function nameIn(entry: string): string | null {
  return /^(?:type\s+)?([\w$]+)(?:\s+as\s+[\w$]+)?$/.exec(entry)?.[1] ?? null;
}

/** What a text calls the things that it imports from files beside it. */
const bound = /(?:\bimport\s([^'";]+)\bfrom|\b(?:const|let|var)\s([^=;]+)=\s*require\s*\()\s*['"]\.{1,2}(?:\/|['"])/g;

/** Whether a text passes on what it imports: as it is, or as the methods of a class that extends it. */
export function passesOn(text: string): boolean {
  if (/\bexport\b[^;'"]*\bfrom\s*['"]|\bexports\b[^;'"=]*=[^;'"]*\brequire\s*\(|\bextends\s+require\s*\(/.test(text))
    return true;
  const names = Array.from(text.matchAll(bound), ([, imported, required]) => imported ?? required ?? '')
    .flatMap((pattern) => pattern.match(/[\w$]+/g) ?? [])
    .map((name) => name.replaceAll('$', '\\$'));
  if (names.length === 0) return false;
  const any = `(?<![\\w$])(?:${[...new Set(names)].join('|')})(?![\\w$])`;
  return new RegExp(
    `\\bextends\\s+${any}|\\bexport\\s+default\\s+${any}|\\bexports(?:\\s*\\.\\s*\\w+)?\\s*=\\s*${any}|\\bexports?\\s*(?:=\\s*)?\\{[^}]*${any}`,
  ).test(text);
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier);
}

/**
 * What an import names, without the query that a browser or a bundler takes for itself: `./worker.js?worker`, `./api.js?v=2`.
 *
 * https://vite.dev/guide/assets
 */
export function withoutQuery(specifier: string): string {
  const mark = specifier.indexOf('?', 1);
  return mark === -1 ? specifier : specifier.slice(0, mark);
}

/** Whether a file is imported as something else than a module: its text, its address, what runs it. */
export function isImportedAsOther(specifier: string): boolean {
  return /.[?&](?:raw|url|inline|worker|sharedworker)(?:&|$)/.test(specifier);
}

/** Whether what counts as an import is a text that may be a part of its name. */
export function isPart(specifier: string): boolean {
  return specifier.startsWith('?');
}

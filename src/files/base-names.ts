/**
 * The names that a text sets to an address of the API, by its looks: a variable of a shell or a pipeline, a key of
 * settings. By such a name a program finds the address that imports nothing of the text.
 */
export function findBaseNames(text: string): string[] {
  const names = Array.from(text.matchAll(/\/api\/v[34]\b/gi), ({ index }) => findName(text, index));
  return [...new Set(names.filter((name) => name !== null))];
}

/** No line of settings is longer, and what was generated may have lines of any length. */
const mostBefore = 300;

/** What stands between a name and the address that it is set to; the name is the first group. */
const settings = [
  // A container's variable in YAML or JSON.
  /\bname["']?\s*:\s*["']?([\w-]+)["']?\s*(?:,\s*)?["']?value["']?\s*:\s*["']?$/,
  /([\w$-]+)["'`\]]{0,2}\s*[:=]\s*(?:JSON\.stringify\(\s*)?["'`]{0,2}$/,
  /^\s*ENV\s+(\w+)\s+["']?$/m,
];

function findName(text: string, at: number): string | null {
  const before = text.slice(Math.max(0, at - mostBefore), at).replace(/[^\s"'`=]*$/, '');
  const name = settings.map((setting) => setting.exec(before)?.[1]).find((found) => found !== undefined);
  if (name === undefined) return null;
  return isCommon.test(name) ? findEnclosing(text, at) : name;
}

/** What is called so is whatever the thing around it is called. */
const isCommon =
  /^(?:(?:api|base|prefix|root|server|default)?[-_]?(?:address|api|base|endpoint|host|href|link|path|prefix|root|server|src|target|url|uri|value)|const|let|var)$/i;

const mostAround = 4000;

/** The key of the record that something stands in: the nearest line above that is indented less, or a section's head. */
function findEnclosing(text: string, at: number): string | null {
  const lines = text.slice(Math.max(0, at - mostAround), at).split('\n');
  const indentation = indentationOf(lines.at(-1) ?? '');
  const line = lines.slice(0, -1).findLast((each) => isSection.test(each) || indentationOf(each) < indentation);
  const name = /^\s*(?:-\s+|\[)?["']?([\w$-]+)["']?\s*[:=\]]/.exec(line ?? '')?.[1];
  return name === undefined || isCommon.test(name) ? null : name;
}

const isSection = /^\[[\w.-]+\]\s*$/;

/** Of an empty line, more than of any other. */
function indentationOf(line: string): number {
  const first = line.search(/\S/);
  return first === -1 ? Infinity : first;
}

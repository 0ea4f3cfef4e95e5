/** An argument of a call, counted from 0, or a property of it. */
export interface Position {
  readonly argument: number;
  readonly key: string | null;
}

/** `2` is the third argument, `'1.query'` the property `query` of the second; null for what is no position. */
export function parsePosition(value: unknown): Position | null {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? { argument: value, key: null } : null;
  const match = typeof value === 'string' ? /^(\d+)(?:\.([\w$-]+))?$/.exec(value) : null;
  return match === null ? null : { argument: Number(match[1]), key: match[2] ?? null };
}

const namepath = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:#[A-Za-z_$][\w$]*)?$/;

/** Whether a text names an export or a global, a member of it (`api.get`), or a method of instances (`ApiClient#get`). */
export function isName(value: string): boolean {
  return namepath.test(value);
}

/** The members that lead to what a name names; `default` is the module itself. https://jsdoc.app/about-namepaths */
export function parseName(name: string): string[] {
  return name
    .replace('#', '.prototype.')
    .split('.')
    .filter((member, index) => !(member === 'default' && index === 0) && !isGlobalObject(member, index));
}

function isGlobalObject(member: string, index: number): boolean {
  return index === 0 && /^(?:window|globalThis|self|global)$/.test(member);
}

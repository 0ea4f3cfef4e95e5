import type { Result } from '../../src/migration/finding.js';
import type { Case } from './cases.js';

/** How far one must see to read a request: the five classes of the survey of real clients. */
export const sights = ['expression', 'constants', 'wrapper', 'files', 'hidden'] as const;
export type Sight = (typeof sights)[number];

export const styles = [
  'Vue component',
  'Svelte component',
  'JSX',
  'TypeScript',
  'ES module',
  'ES5',
  'CommonJS',
  'script',
] as const;
export type Style = (typeof styles)[number];

/** A case that says how far one must see, and whose requests are counted. */
export type Surveyed = Case & Required<Pick<Case, 'sight' | 'clients' | 'requests'>>;

export function isSurveyed(kase: Case): kase is Surveyed {
  const { pending, sight, clients, requests } = kase;
  return pending === undefined && sight !== undefined && clients !== undefined && requests !== undefined;
}

/** What became of a number of requests. */
export interface Outcome {
  readonly requests: number;
  readonly found: number;
  /** As the case's output has them, and free to be v4. */
  readonly moved: number;
  /** Left for a person, as the case says: behind a base that something holds. */
  readonly held: number;
  /** Listed with a reason. */
  readonly unresolved: number;
}

/** The requests of a case that share a class, a style or a client. */
export interface Share extends Outcome {
  readonly of: string;
}

/** The written form of most of a case's code. What only a reader can tell is stated by the case. */
export function styleOf({ style, before }: Case): Style {
  if (style !== undefined) return style;
  const files = [...before].filter(([name]) => /\.(?:vue|svelte|[cm]?[jt]sx?)$/.test(name));
  const names = files.map(([name]) => name).join(' ');
  const text = files.map(([, content]) => content).join('\n');
  if (/\.vue\b/.test(names)) return 'Vue component';
  if (/\.svelte\b/.test(names)) return 'Svelte component';
  if (/\.[jt]sx\b/.test(names)) return 'JSX';
  if (/\.[cm]?ts\b/.test(names)) return 'TypeScript';
  if (/^(?:import|export)\b/m.test(text)) return 'ES module';
  if (!/\b(?:const|let|class|async)\b|=>|`/.test(text)) return 'ES5';
  return /\brequire\(|\bexports\b/.test(text) ? 'CommonJS' : 'script';
}

/**
 * What became of a case's requests, where they stand as the case says they should.
 *
 * @param after what is open once the case's fixes are written
 * @param isRight whether each file became what the case says
 */
export function outcomeOf({ requests }: Surveyed, { result, after, isRight }: Observation): Outcome {
  const found = Math.min(requests, result.requests);
  const unresolved = Math.min(found, after.unresolved.length);
  const isHeld = after.findings.some(({ heldBy }) => heldBy.length > 0);
  const rest = isRight ? found - unresolved : 0;
  return { requests, found, moved: isHeld ? 0 : rest, held: isHeld ? rest : 0, unresolved };
}

interface Observation {
  readonly result: Result;
  readonly after: Result;
  readonly isRight: boolean;
}

/**
 * The same outcome for a part of the requests: all of a kind where all fared alike, and otherwise what the first part
 * cannot hold goes to the next.
 */
export function divide(counts: Readonly<Record<string, number>>, outcome: Outcome): Share[] {
  let rest = outcome;
  return Object.entries(counts).map(([of, requests]) => {
    const share = take(rest, requests);
    rest = subtract(rest, share);
    return { of, ...share };
  });
}

function take(outcome: Outcome, requests: number): Outcome {
  const moved = Math.min(outcome.moved, requests);
  const held = Math.min(outcome.held, requests - moved);
  const unresolved = Math.min(outcome.unresolved, requests - moved - held);
  return { requests, found: Math.min(outcome.found, requests), moved, held, unresolved };
}

function subtract(whole: Outcome, part: Outcome): Outcome {
  return {
    requests: whole.requests - part.requests,
    found: whole.found - part.found,
    moved: whole.moved - part.moved,
    held: whole.held - part.held,
    unresolved: whole.unresolved - part.unresolved,
  };
}

/** A row for each name, and what all of its shares come to. */
export function toRows(names: readonly string[], shares: readonly Share[]): Row[] {
  return names.map((name) => {
    const own = shares.filter(({ of }) => of === name);
    const sum = (key: keyof Outcome): number => own.reduce((all, share) => all + share[key], 0);
    return {
      name,
      fixtures: own.length,
      requests: sum('requests'),
      found: sum('found'),
      moved: sum('moved'),
      held: sum('held'),
      unresolved: sum('unresolved'),
    };
  });
}

export interface Row extends Outcome {
  readonly name: string;
  readonly fixtures: number;
}

/** Columns of equal width, names to the left and numbers to the right. */
export function formatTable(title: string, rows: readonly Row[]): string {
  const columns = ['fixtures', 'requests', 'found', 'moved', 'held', 'unresolved'] as const;
  const width = Math.max(title.length, ...rows.map(({ name }) => name.length));
  const lines = [
    [title.padEnd(width), ...columns],
    ...rows.map((row) => [row.name.padEnd(width), ...columns.map((key) => String(row[key]).padStart(key.length))]),
  ];
  return lines.map((cells) => `${cells.join('  ')}\n`).join('');
}

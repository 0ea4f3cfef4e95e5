import { pairs, unchanged } from '../data/read.js';
import type { Choices } from './choices.js';

/** A piece of a request that a program may write down, or compute. */
export interface Value {
  readonly text: string;
  /** What it would be called. */
  readonly name: string;
  readonly isNumber: boolean;
}

export type Segment = string | Value;

export interface Parameter {
  /** Without the `[]` of a list. */
  readonly name: string;
  readonly isList: boolean;
  readonly value: Value;
}

/** What a program sends, as whoever wrote it knows. */
export interface Request {
  readonly method: string;
  readonly segments: readonly Segment[];
  readonly parameters: readonly Parameter[];
}

const examples = [
  ...pairs.filter(({ v4 }) => v4 !== null).map(({ v3 }) => v3),
  ...unchanged.map(({ request }) => request).filter((request) => !/ \/acme\/|jobs_enabled$/.test(request)),
] as [string, ...string[]];

/** Requests whose meaning hangs on where an id came from, so that nobody may rewrite what stands around a bare number. */
const isById = /\/(?:issues|merge_requests?)\/\d|\/triggers\/|POST \/projects\/42\/triggers$/;
const settled = examples.filter((example) => !isById.test(example)) as [string, ...string[]];

/** One of the requests that the tables of the documents hold, with values of its own. */
export function chooseRequest(choices: Choices): Request {
  const example = choices.pick(choices.oneIn(12) ? examples : settled);
  const [method = '', address = ''] = example.split(' ');
  const [path = '', query = ''] = address.split('?');
  const segments = path.split('/').slice(1);
  return {
    method,
    segments: segments.map((segment, at) => chooseSegment(segment, segments[at - 1] ?? '', choices)),
    parameters: [...new URLSearchParams(query)].map(([name, value]) => chooseParameter(name, value)),
  };
}

const words = /^[a-z_]+$/;
/** Words that are values where they stand. */
const named = new Set([
  'licenses',
  'gitignores',
  'gitlab_ci_ymls',
  'dockerfiles',
  'labels',
  'search',
  'branches',
  'tags',
]);

function chooseSegment(segment: string, before: string, choices: Choices): Segment {
  if (words.test(segment) && !named.has(before)) return segment;
  const isNumber = /^\d+$/.test(segment);
  const text = isNumber ? String(Number(segment) + choices.below(5)) : decodeURIComponent(segment);
  return { text, name: nameOf(before), isNumber };
}

/** `projects` → `projectId`. */
function nameOf(before: string): string {
  const singular = before.replace(/s$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return /^[a-z]\w*$/i.test(singular) ? `${singular}Id` : 'item';
}

function chooseParameter(name: string, text: string): Parameter {
  const isNumber = /^\d+$/.test(text);
  const plain = name.replace('[]', '');
  const camel = plain.replace(/_(\w)|\[(\w+)\]/g, (_, letter?: string, word?: string) =>
    (letter ?? word ?? '').toUpperCase(),
  );
  return {
    name: plain,
    isList: name.endsWith('[]'),
    value: { text, name: camel === 'public' ? 'isPublic' : camel, isNumber },
  };
}

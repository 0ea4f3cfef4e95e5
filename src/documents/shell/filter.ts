import type { Command } from 'unbash';
import type { AnswerRead } from '../document.js';
import { placeIn } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';

const filters = /^(?:jq|gojq|jaq|yq)$/;
const field = /\.\[?"?([A-Za-z_]\w*)"?\]?/g;

/** The fields that a filter takes out of JSON (https://jqlang.org/manual/): each name behind a dot. */
export function readFilter({ name, args }: Command, excerpt: Excerpt): AnswerRead[] {
  if (!filters.test(name?.value ?? '')) return [];
  const filter = args.find((word) => word.type === 'Word' && /[.[]/.test(word.value) && !word.value.startsWith('-'));
  if (filter === undefined) return [];
  const raw = excerpt.text.slice(filter.pos, filter.end);
  return [...raw.matchAll(field)].map(({ index, 0: whole, 1: found = '' }) => {
    const start = filter.pos + index + whole.indexOf(found);
    return { name: found, place: placeIn(excerpt, start, start + found.length) };
  });
}

import type { Entity } from '../catalogue/change.js';
import { entities } from '../catalogue/entities.js';
import type { Request } from './request.js';
import { hasMethod, matchPath, parseRoute } from './route.js';
import { toKnown } from './text.js';

export type { Entity };

/** What the answer to a request describes: one thing, or a list of them. Null if the catalogue does not say. */
export function describeAnswer({
  method,
  segments,
}: Request): { readonly entity: Entity; readonly list: boolean } | null {
  const verb = toKnown(method);
  if (verb === null) return null;
  const matches = (pattern: string): boolean => {
    const route = parseRoute(pattern);
    return hasMethod(route, verb) && matchPath(route, segments) !== null;
  };
  for (const { entity, one, many } of entities) {
    if (one.some(matches)) return { entity, list: false };
    if (many.some(matches)) return { entity, list: true };
  }
  return null;
}

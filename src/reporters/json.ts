import type { ReportDocument } from './document.js';
import { toJson } from './escape.js';

/** For programs: the document itself, version 1. Unknown parts of a path are `{}`. */
export function reportJson(document: ReportDocument): string {
  return `${toJson(document, 2)}\n`;
}

import type { ReportDocument } from './document.js';

/** For programs: the document itself, version 1. Unknown parts of a path are `{}`. */
export function reportJson(document: ReportDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

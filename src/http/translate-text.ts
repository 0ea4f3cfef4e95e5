import type { Certainty, Change } from '../catalogue/change.js';
import { changes } from '../catalogue/index.js';
import type { Request } from './request.js';
import { parseRequest, printAddress } from './request.js';
import { known, show } from './text.js';
import type { Note } from './translate.js';
import { translate, RequestTextError } from './translate.js';

/** What `translate --json` prints. */
export interface TranslatedLine {
  readonly request: string;
  readonly replacement: string | null;
  readonly changes: readonly string[];
  readonly certainty: Certainty;
  readonly notes: readonly Note[];
}

const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * @param line a method and an address or path, `DELETE /projects/1/star`
 * @param rows the rows that hold, with those that a project adds
 * @throws RequestTextError if `line` is something else
 */
export function translateText(line: string, rows: readonly Change[] = changes): TranslatedLine {
  const { request, replacement, steps, certainty, notes } = translate(parseLine(line), rows);
  return {
    request: printLine(request),
    replacement: replacement === null ? null : printLine(replacement),
    changes: steps.map(({ change }) => change.id),
    certainty,
    notes,
  };
}

function parseLine(line: string): Request {
  const [, method = '', address = ''] = /^(\S*)(?:\s+(\S.*))?$/s.exec(line.trim()) ?? [];
  if (method === '') throw new RequestTextError(line, 'it is empty');
  if (!httpMethods.includes(method.toUpperCase())) {
    throw new RequestTextError(line, `'${method}' is no method (${httpMethods.join(', ')})`);
  }
  if (address === '') throw new RequestTextError(line, 'no path follows the method');
  if (/[\r\n]/.test(address)) throw new RequestTextError(line, 'it is more than one line');
  return parseRequest(known(method.toUpperCase()), known(address));
}

function printLine(request: Request): string {
  return `${show(request.method)} ${show(printAddress(request))}`;
}

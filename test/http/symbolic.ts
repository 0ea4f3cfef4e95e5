import type { Parameter, ParameterLocation, Request } from '../../src/http/request.js';
import { parseRequest } from '../../src/http/request.js';
import type { HolePiece, KnownPiece, Piece, Text } from '../../src/http/text.js';

/**
 * Text as the analysis makes it of a template literal, with places: `{x}` is a hole of the expression `x`, `{!x}` one
 * that is encoded, and `^` ends a piece.
 */
export function toText(template: string, file = 'client.js'): Text {
  const pieces: Piece[] = [];
  let at = 0;
  for (const part of template.split(/(\{[^}]*\}|\^)/)) {
    if (part.startsWith('{')) pieces.push(toHole(part.slice(1, -1), at, file));
    else if (part !== '' && part !== '^') pieces.push(toPiece(part, at, file));
    at += part.length;
  }
  return pieces;
}

function toHole(label: string, start: number, file: string): HolePiece {
  const encoded = label.startsWith('!');
  const name = encoded ? label.slice(1) : label;
  return { kind: 'hole', place: { file, start, end: start + label.length + 2 }, label: name, encoded, span: 'segment' };
}

function toPiece(text: string, start: number, file: string): KnownPiece {
  const place = { file, start, end: start + text.length };
  return { kind: 'known', text, source: { ...place, verbatim: true, quoting: '`', literal: place, joinable: true } };
}

export function symbolic(line: string, more: Partial<Request> = {}): Request {
  const [, method = '', address = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  return { ...parseRequest(toText(method, 'method.js'), toText(address)), ...more };
}

/** A property of a record. */
export function property(name: string, value: string | null, location: ParameterLocation = 'query'): Parameter {
  const place = { file: 'client.js', start: 0, end: 1 };
  return {
    name: toText(name),
    value: value === null ? null : toText(value),
    location,
    written: {
      in: 'record',
      property: {
        whole: place,
        key: place,
        value: place,
        kind: 'property',
        record: { location, place, last: null },
      },
    },
  };
}

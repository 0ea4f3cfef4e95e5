/** https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html */
import type { Node } from 'jsonc-parser';
import { parseRequest } from '../../http/request.js';
import type { Parameter } from '../../http/request.js';
import { known } from '../../http/text.js';
import type { HolePiece, Text } from '../../http/text.js';
import { emptyDocument } from '../document.js';
import type { Document, DocumentRequest } from '../document.js';
import { elementsOf, memberOf, stringOf } from '../json.js';

/** The requests of a collection. They are told and not edited: a collection says each address twice, and is exported anew. */
export function readCollection(file: string, root: Node | null): Document {
  const variables = new Map(
    elementsOf(memberOf(root, 'variable')).map((one) => [
      stringOf(memberOf(one, 'key')) ?? '',
      stringOf(memberOf(one, 'value')) ?? '',
    ]),
  );
  return { ...emptyDocument, requests: requestsIn(file, memberOf(root, 'item'), variables) };
}

function requestsIn(file: string, items: Node | null, variables: ReadonlyMap<string, string>): DocumentRequest[] {
  return elementsOf(items).flatMap((item) => {
    const request = memberOf(item, 'request');
    const own = request === null ? [] : toRequests(file, request, variables);
    return [...own, ...requestsIn(file, memberOf(item, 'item'), variables)];
  });
}

function toRequests(file: string, node: Node, variables: ReadonlyMap<string, string>): DocumentRequest[] {
  const url = memberOf(node, 'url') ?? node;
  const written = url.type === 'string' ? url : memberOf(url, 'raw');
  const address = stringOf(written);
  if (written === null || address === null) return [];
  const parsed = parseRequest(known(stringOf(memberOf(node, 'method')) ?? 'GET'), fill(address, variables));
  const body = memberOf(node, 'body');
  const fields = [...elementsOf(memberOf(body, 'urlencoded')), ...elementsOf(memberOf(body, 'formdata'))];
  return [
    {
      request: {
        ...parsed,
        parameters: [...parsed.parameters, ...fields.flatMap((one) => toParameter(one, variables))],
      },
      place: { file, start: written.offset, end: written.offset + written.length },
      calls: [],
      evidence: [
        ...(address.match(/\{\{[^}]*\}\}/g) ?? []),
        ...elementsOf(memberOf(node, 'header')).map((one) => stringOf(memberOf(one, 'key')) ?? ''),
      ],
      sent: false,
      tail: false,
      reads: [],
    },
  ];
}

function toParameter(node: Node, variables: ReadonlyMap<string, string>): Parameter[] {
  const name = stringOf(memberOf(node, 'key'));
  const value = stringOf(memberOf(node, 'value'));
  return name === null
    ? []
    : [
        {
          name: known(name),
          value: value === null ? null : fill(value, variables),
          location: 'body',
          written: { in: 'elsewhere' },
        },
      ];
}

/** `{{name}}` is the collection's variable, or one of an environment that is out of sight. */
export function fill(text: string, variables: ReadonlyMap<string, string>): Text {
  return text.split(/(\{\{[^}]*\}\})/).flatMap((part): Text => {
    if (!part.startsWith('{{')) return known(part);
    const value = variables.get(part.slice(2, -2).trim());
    return value === undefined || value === '' || value.includes('{{') ? [toHole(part)] : known(value);
  });
}

function toHole(label: string): HolePiece {
  return { kind: 'hole', place: null, label, encoded: false, span: 'segment' };
}

/** https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html */
import type { Node } from 'jsonc-parser';
import { parseRequest } from '../../http/request.js';
import type { Parameter } from '../../http/request.js';
import { known } from '../../http/text.js';
import type { HolePiece, Text } from '../../http/text.js';
import { emptyDocument } from '../document.js';
import type { Document, DocumentRequest } from '../document.js';
import { elementsOf, listStrings, memberOf, stringOf } from '../json.js';
import { findSettings } from '../settings.js';
import type { SettingText } from '../settings.js';
import { readBody } from '../shell/sent.js';

/** The requests of a collection. They are told and not edited: a collection says each address twice, and is exported anew. */
export function readCollection(file: string, root: Node | null): Document {
  const variables = new Map(
    elementsOf(memberOf(root, 'variable')).map((one) => [
      stringOf(memberOf(one, 'key')) ?? '',
      stringOf(memberOf(one, 'value')) ?? '',
    ]),
  );
  const name = stringOf(memberOf(memberOf(root, 'info'), 'name'));
  const collection: Collection = { file, variables, names: name === null ? [] : [name] };
  return {
    ...emptyDocument,
    requests: [...requestsIn(memberOf(root, 'item'), collection), ...readEvents(root, collection)],
  };
}

interface Collection {
  readonly file: string;
  readonly variables: ReadonlyMap<string, string>;
  /** What it is called. */
  readonly names: readonly string[];
}

function requestsIn(items: Node | null, collection: Collection): DocumentRequest[] {
  return elementsOf(items).flatMap((item) => {
    const request = memberOf(item, 'request');
    const own = request === null ? [] : toRequests(request, collection);
    return [...own, ...readEvents(item, collection), ...requestsIn(memberOf(item, 'item'), collection)];
  });
}

/** The addresses in scripts that run before or after a request. */
function readEvents(item: Node | null, { file, names }: Collection): DocumentRequest[] {
  const scripts = elementsOf(memberOf(item, 'event')).map((event) => memberOf(memberOf(event, 'script'), 'exec'));
  return findSettings(scripts.flatMap((script) => listStrings(file, script, names)).flatMap(toWords));
}

/** The texts in a line of a script. */
function toWords({ text, ...rest }: SettingText): SettingText[] {
  return text.split(/['"`]/).map((word) => ({ ...rest, text: word }));
}

function toRequests(node: Node, { file, variables, names }: Collection): DocumentRequest[] {
  const url = memberOf(node, 'url') ?? node;
  const written = url.type === 'string' ? url : memberOf(url, 'raw');
  const address = stringOf(written);
  if (written === null || address === null) return [];
  const parsed = parseRequest(known(stringOf(memberOf(node, 'method')) ?? 'GET'), fill(address, variables));
  const body = memberOf(node, 'body');
  const raw = readRaw(body, variables);
  const fields = [...elementsOf(memberOf(body, 'urlencoded')), ...elementsOf(memberOf(body, 'formdata'))];
  return [
    {
      request: {
        ...parsed,
        parameters: [...parsed.parameters, ...fields.flatMap((one) => toParameter(one, variables)), ...(raw ?? [])],
        unseen: raw === null ? [...parsed.unseen, 'body'] : parsed.unseen,
      },
      place: { file, start: written.offset, end: written.offset + written.length },
      calls: [],
      evidence: [
        ...names,
        ...(address.match(/\{\{[^}]*\}\}/g) ?? []),
        ...elementsOf(memberOf(node, 'header')).map((one) => stringOf(memberOf(one, 'key')) ?? ''),
      ],
      sent: false,
      tail: false,
      reads: [],
    },
  ];
}

/** A body that is written as it is sent; null if nobody can tell what is in it. */
function readRaw(body: Node | null, variables: ReadonlyMap<string, string>): readonly Parameter[] | null {
  const raw = stringOf(memberOf(body, 'raw'))?.trim() ?? '';
  return stringOf(memberOf(body, 'mode')) !== 'raw' || raw === '' ? [] : readBody(fill(raw, variables), null);
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

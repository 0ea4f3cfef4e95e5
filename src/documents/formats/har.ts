/** http://www.softwareishard.com/blog/har-12-spec/ */
import type { Node } from 'jsonc-parser';
import { describeRequest, parseRequest } from '../../http/request.js';
import { known } from '../../http/text.js';
import { emptyDocument } from '../document.js';
import type { Document, DocumentRequest } from '../document.js';
import { elementsOf, memberOf, stringOf } from '../json.js';

/** Values of parameters that are secrets, which no report may show. */
const secret = /([?&](?:private_token|access_token|job_token|token)=)[^&#]*/gi;

/** The requests that somebody recorded, each once: they tell what a program really sends. */
export function readHar(file: string, root: Node | null): Document {
  const requests = elementsOf(memberOf(memberOf(root, 'log'), 'entries')).flatMap((entry) =>
    toRequest(file, memberOf(entry, 'request')),
  );
  const distinct = new Map(requests.map((one) => [describeRequest(one.request), one]));
  return { ...emptyDocument, requests: [...distinct.values()] };
}

function toRequest(file: string, node: Node | null): DocumentRequest[] {
  const url = memberOf(node, 'url');
  const address = stringOf(url);
  if (url === null || address === null) return [];
  const headers = elementsOf(memberOf(node, 'headers')).map((one) => stringOf(memberOf(one, 'name')) ?? '');
  const method = stringOf(memberOf(node, 'method')) ?? 'GET';
  return [
    {
      request: parseRequest(known(method), known(address.replaceAll(secret, '$1'))),
      place: { file, start: url.offset, end: url.offset + url.length },
      calls: [],
      evidence: headers,
      sent: false,
      tail: false,
      reads: [],
    },
  ];
}

import type { Parameter, Request } from '../http/request.js';
import { parseRequest } from '../http/request.js';
import { known } from '../http/text.js';
import type { SentParameter, SentRequest } from './record.js';

/** The request that was sent, as the catalogue speaks of requests. A body that could not be read may hold anything. */
export function toRequest({ method, url, body }: Pick<SentRequest, 'method' | 'url' | 'body'>): Request {
  const request = parseRequest(known(method.toUpperCase()), known(url));
  return {
    ...request,
    parameters: [...request.parameters, ...(body ?? []).map(toParameter)],
    unseen: body === null ? ['body'] : [],
  };
}

function toParameter([name, value]: SentParameter): Parameter {
  return {
    name: known(encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']')),
    value: value === null ? null : known(encodeURIComponent(value)),
    location: 'body',
    written: { in: 'elsewhere' },
  };
}

import { describeRequest } from '../../http/request.js';
import type { Request } from '../../http/request.js';
import type { Finding } from '../finding.js';

interface Form {
  /** The method and the path, with any number in it as a hole. */
  readonly call: string;
  readonly names: ReadonlySet<string>;
}

/** What a project sends, to tell whether a form of v4 is among it. */
export class SentForms {
  readonly #requests: readonly Request[];
  #forms: readonly Form[] | null = null;

  constructor(requests: readonly Request[]) {
    this.#requests = requests;
  }

  /** Whether the form that v4 has for the request of a finding is sent somewhere, with whatever else beside it. */
  has({ request, replacement }: Finding): boolean {
    if (request === null || replacement === null) return false;
    const [from, to] = [toForm(request), toForm(replacement)];
    const added = [...to.names].filter((name) => !from.names.has(name));
    this.#forms ??= this.#requests.map((each) => toForm(describeRequest(each)));
    return this.#forms.some(({ call, names }) => call === to.call && added.every((name) => names.has(name)));
  }
}

function toForm(described: string): Form {
  const [call = '', query = ''] = described.split('?');
  const names = query.split('&').map((parameter) => parameter.split('=')[0] ?? '');
  return { call: call.replaceAll(/\/\d+(?=\/|$)/g, '/{}'), names: new Set(names) };
}

import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Sent {
  readonly method: string;
  readonly host: string;
  /** With the query, as sent. */
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** A server on loopback that writes down what it is asked and answers what it is told. */
export class Recorder {
  readonly sent: Sent[] = [];

  private constructor(
    private readonly server: Server,
    private readonly answers: Readonly<Record<string, unknown>>,
  ) {}

  /** @param answers by `GET /projects/1/issues`, or `GET /api/v3/projects/1/issues` for one version; `{}` for all others */
  static async open(answers: Readonly<Record<string, unknown>>): Promise<Recorder> {
    const server = createServer();
    const recorder = new Recorder(server, answers);
    server.on('request', (request, response) => void recorder.receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return recorder;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const { host = '', origin = '*' } = headers;
    // A page's requests cross origins: a browser asks first, and must be let in.
    const access = {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': '*',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    };
    if (method === 'OPTIONS') {
      response
        .writeHead(204, { ...access, 'access-control-allow-methods': 'GET, POST, PUT, DELETE', connection: 'close' })
        .end();
      return;
    }
    this.sent.push({
      method,
      host,
      path: url,
      contentType: headers['content-type'] ?? '',
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(200, { ...access, 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(this.answerTo(method, url)));
  }

  private answerTo(method: string, url: string): unknown {
    const path = url.split('?')[0] ?? '';
    const route = path.replace(/^\/api\/v[34](?=\/)/, '');
    return this.answers[`${method} ${path}`] ?? this.answers[`${method} ${route}`] ?? {};
  }
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScriptedRequest = Readonly<{
  /** `GET /path`, without its query. */
  call: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  json: () => Record<string, unknown>;
}>;
export type ScriptedReply = Readonly<{
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  bytes?: Buffer;
}>;
/** `drop`: the server receives the request and closes the connection. */
export type ScriptedAnswer =
  | ScriptedReply
  | 'drop'
  | ((request: ScriptedRequest) => ScriptedReply | 'drop' | Promise<ScriptedReply | 'drop'>);

/** A real local HTTP server that sends scripted answers and records the requests. */
export class ScriptedServer {
  readonly requests: ScriptedRequest[] = [];
  #script: Readonly<Record<string, ScriptedAnswer>> = {};
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const body = Buffer.concat(chunks);
      const received: ScriptedRequest = {
        call: `${request.method ?? ''} ${url.pathname}`,
        query: url.searchParams,
        headers: request.headers,
        body,
        json: () => JSON.parse(body.toString()) as Record<string, unknown>,
      };
      this.requests.push(received);
      void this.#answer(received).then((reply) => {
        if (reply === 'drop') {
          request.socket.destroy();
          return;
        }
        const body =
          reply.bytes ?? reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
        response.writeHead(reply.status ?? 200, reply.headers).end(body);
      });
    });
  });

  static async start(): Promise<ScriptedServer> {
    const scripted = new ScriptedServer();
    scripted.#server.listen(0, '127.0.0.1');
    await once(scripted.#server, 'listening');
    return scripted;
  }

  /** Replaces all answers, and forgets the recorded requests. Any other request gets 404. */
  setAnswers(script: Readonly<Record<string, ScriptedAnswer>>): void {
    this.#script = script;
    this.requests.length = 0;
  }

  /** Adds or replaces answers. Keeps the others. */
  addAnswers(script: Readonly<Record<string, ScriptedAnswer>>): void {
    this.#script = { ...this.#script, ...script };
  }

  calls(): string[] {
    return this.requests.map(({ call }) => call);
  }

  requestsTo(call: string): ScriptedRequest[] {
    return this.requests.filter((request) => request.call === call);
  }

  async #answer(received: ScriptedRequest): Promise<ScriptedReply | 'drop'> {
    const answer = this.#script[received.call];
    if (answer === undefined) return { status: 404, json: { error: 'NotFound', message: 'Not scripted' } };
    return typeof answer === 'function' ? answer(received) : answer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://localhost:${String(this.port)}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

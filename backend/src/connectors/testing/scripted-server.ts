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
/** `drop`: receives the request and closes the connection. */
export type ScriptedAnswer =
  | ScriptedReply
  | 'drop'
  | ((asked: ScriptedRequest) => ScriptedReply | 'drop' | Promise<ScriptedReply | 'drop'>);

/** A real local HTTP server that sends scripted answers and records the requests. */
export class ScriptedServer {
  readonly asked: ScriptedRequest[] = [];
  #script: Readonly<Record<string, ScriptedAnswer>> = {};
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const body = Buffer.concat(chunks);
      const asked: ScriptedRequest = {
        call: `${request.method ?? ''} ${url.pathname}`,
        query: url.searchParams,
        headers: request.headers,
        body,
        json: () => JSON.parse(body.toString()) as Record<string, unknown>,
      };
      this.asked.push(asked);
      void this.#answer(asked).then((said) => {
        if (said === 'drop') {
          request.socket.destroy();
          return;
        }
        const body = said.bytes ?? said.text ?? (said.json === undefined ? '' : JSON.stringify(said.json));
        response.writeHead(said.status ?? 200, said.headers).end(body);
      });
    });
  });

  static async start(): Promise<ScriptedServer> {
    const scripted = new ScriptedServer();
    scripted.#server.listen(0, '127.0.0.1');
    await once(scripted.#server, 'listening');
    return scripted;
  }

  /** Replaces all answers. Any other request gets 404 with a body in the platform's format. */
  answers(script: Readonly<Record<string, ScriptedAnswer>>): void {
    this.#script = script;
    this.asked.length = 0;
  }

  /** Adds or replaces answers. */
  also(script: Readonly<Record<string, ScriptedAnswer>>): void {
    this.#script = { ...this.#script, ...script };
  }

  calls(): string[] {
    return this.asked.map(({ call }) => call);
  }

  askedFor(call: string): ScriptedRequest[] {
    return this.asked.filter((asked) => asked.call === call);
  }

  async #answer(asked: ScriptedRequest): Promise<ScriptedReply | 'drop'> {
    const answer = this.#script[asked.call];
    if (answer === undefined) return { status: 404, json: { error: 'NotFound', message: 'Not scripted' } };
    return typeof answer === 'function' ? answer(asked) : answer;
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

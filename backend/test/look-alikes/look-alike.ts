import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedCall = Readonly<{
  /** Method and path, such as `GET /path`, without the query. */
  call: string;
  query: URLSearchParams;
  /** The fields of a form; empty for other bodies. */
  form: URLSearchParams;
  body: string;
  authorization: string;
}>;
/** `then: 'drop'`: the platform has handled the call, but closes the connection without a response. */
export type GivenReply = Readonly<{ status?: number; json?: unknown; text?: string; then?: 'drop' }>;
/** The response of a platform to a call. Undefined: the platform does not know the call. */
export type ReplyRule = (received: ReceivedCall) => GivenReply | undefined;

const NOT_FOUND: GivenReply = { status: 404, text: '<html><body>Not Found</body></html>' };
/** How far the platform's clock is behind. Its posts have the time of this clock; the `Date` header of each response has the right time. */
const CLOCK_BEHIND_MS = 30_000;

export const platformTime = (): string => new Date(Date.now() - CLOCK_BEHIND_MS).toISOString();

/** A platform built from its documentation alone, without knowledge of the product's connectors or sandbox. */
export class LookAlike {
  readonly receivedCalls: string[] = [];
  readonly #server: Server;

  private constructor(rule: ReplyRule) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        const body = Buffer.concat(chunks).toString('latin1');
        const isForm = /x-www-form-urlencoded/u.test(request.headers['content-type'] ?? '');
        const call = `${request.method ?? ''} ${url.pathname}`;
        this.receivedCalls.push(call);
        const { authorization = '' } = request.headers;
        const form = new URLSearchParams(isForm ? body : '');
        const reply = rule({ call, query: url.searchParams, form, body, authorization }) ?? NOT_FOUND;
        if (reply.then === 'drop') request.socket.destroy();
        else response.writeHead(reply.status ?? 200).end(reply.text ?? JSON.stringify(reply.json ?? {}));
      });
    });
  }

  static async start(rule: ReplyRule): Promise<LookAlike> {
    const started = new LookAlike(rule);
    started.#server.listen(0, '127.0.0.1');
    await once(started.#server, 'listening');
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Returns a function that returns true only on its first call. */
export function onlyFirst(): () => boolean {
  let isFirst = true;
  return () => {
    const result = isFirst;
    isFirst = false;
    return result;
  };
}

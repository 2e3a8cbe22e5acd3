import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Ask = Readonly<{
  /** `GET /path`, without its query. */
  call: string;
  query: URLSearchParams;
  /** The fields of a form; empty for other bodies. */
  form: URLSearchParams;
  body: string;
  authorization: string;
}>;
/** `then: 'drop'`: the platform has done its work, and closes the connection instead of answering. */
export type Say = Readonly<{ status?: number; json?: unknown; text?: string; then?: 'drop' }>;
/** Undefined: the platform does not know this call. */
export type Answers = (ask: Ask) => Say | undefined;

const UNHEARD: Say = { status: 404, text: '<html><body>Not Found</body></html>' };
/** How far the platform's clock is behind. Its posts have this time; the header of each answer has the right time. */
const BEHIND_MS = 30_000;

export const itsTime = (): string => new Date(Date.now() - BEHIND_MS).toISOString();

/** A platform built from its documentation alone, without knowledge of the product's connectors or sandbox. */
export class LookAlike {
  readonly heard: string[] = [];
  readonly #server: Server;

  private constructor(answers: Answers) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        const body = Buffer.concat(chunks).toString('latin1');
        const isForm = /x-www-form-urlencoded/u.test(request.headers['content-type'] ?? '');
        const call = `${request.method ?? ''} ${url.pathname}`;
        this.heard.push(call);
        const { authorization = '' } = request.headers;
        const form = new URLSearchParams(isForm ? body : '');
        const said = answers({ call, query: url.searchParams, form, body, authorization }) ?? UNHEARD;
        if (said.then === 'drop') request.socket.destroy();
        else response.writeHead(said.status ?? 200).end(said.text ?? JSON.stringify(said.json ?? {}));
      });
    });
  }

  static async start(answers: Answers): Promise<LookAlike> {
    const started = new LookAlike(answers);
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

/** Returns a function that is true on its first call only. */
export function firstTime(): () => boolean {
  let is = true;
  return () => {
    const was = is;
    is = false;
    return was;
  };
}

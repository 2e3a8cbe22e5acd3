import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Ask = Readonly<{
  /** `GET /path`, without its query. */
  call: string;
  query: URLSearchParams;
  /** Of a body that is a form; empty otherwise. */
  form: URLSearchParams;
  body: string;
  authorization: string;
}>;
/** `then: 'drop'`: what was asked for is done, and the connection cut instead of an answer. */
export type Say = Readonly<{ status?: number; json?: unknown; text?: string; then?: 'drop' }>;
/** Undefined: it has never heard of this. */
export type Answers = (ask: Ask) => Say | undefined;

const UNHEARD: Say = { status: 404, text: '<html><body>Not Found</body></html>' };
/** How slow its clock is; posts are dated by it, while the header of each answer tells the right time. */
const BEHIND_MS = 30_000;

export const itsTime = (): string => new Date(Date.now() - BEHIND_MS).toISOString();

/** A platform that nobody here wrote: made from its description alone, knowing nothing of our connectors or our sandbox. */
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

/** True the first time only. */
export function firstTime(): () => boolean {
  let is = true;
  return () => {
    const was = is;
    is = false;
    return was;
  };
}

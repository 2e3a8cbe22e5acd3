import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Signing } from 'standardwebhooks';

type Taken = Readonly<{ id: string; body: string; headers: Readonly<Record<string, string>> }>;
export type ReceiverAnswer = (response: ServerResponse, request: IncomingMessage) => void;

export const ok: ReceiverAnswer = (response) => response.writeHead(204).end();
/** @param headers of the response */
export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = 'as it is'): ReceiverAnswer =>
  (response) =>
    response.writeHead(status, headers).end(body);
export const hanging: ReceiverAnswer = () => undefined;
export const dropping: ReceiverAnswer = (response) => response.destroy();
/** A response that begins immediately and never ends. */
export const trickling: ReceiverAnswer = (response) => {
  response.writeHead(200).flushHeaders();
  const drops = setInterval(() => response.write('.'), 20);
  response.on('close', () => {
    clearInterval(drops);
  });
};

/** A local server that receives webhooks. */
export class Receiver {
  readonly taken: Taken[] = [];
  answer: ReceiverAnswer = ok;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}/hooks`;
  }

  get ids(): readonly string[] {
    return this.taken.map(({ id }) => id);
  }

  /** The body of the last delivery, if it is signed with this secret. @throws WebhookVerificationError */
  verified(secret: string, at = -1): unknown {
    const taken = this.taken.at(at);
    return new Signing(secret).verify(taken?.body ?? '', { ...taken?.headers });
  }

  reset(): void {
    this.taken.length = 0;
    this.answer = ok;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = request.headers as Record<string, string>;
    this.taken.push({ id: headers['webhook-id'] ?? '', body: Buffer.concat(parts).toString(), headers });
    this.answer(response, request);
  }
}

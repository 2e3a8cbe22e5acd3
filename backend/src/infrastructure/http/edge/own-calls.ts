import { once } from 'node:events';
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Call } from '@posthorn/contracts/shared/call';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Configuration } from '#infrastructure/config/configuration.ts';

/** Milliseconds. Longer than a post with a few files from the web takes, at most half a minute for each file. */
const DEADLINE = 120_000;

/** What a request of the process to itself takes over from the original request. `isCounted`: the original already counted against the token's limit. */
export type OwnCall = Readonly<{ requestId: string; ip: string | undefined; isCounted: boolean }>;
export type OwnRequest = Readonly<{
  method: Call<unknown, unknown>['method'];
  path: string;
  headers: Readonly<Record<string, string>>;
  body: object | null;
}>;
export type OwnReply = Readonly<{ status: number; headers: IncomingHttpHeaders; body: unknown }>;

const ownCalls = new WeakMap<Duplex, OwnCall>();

/** Returns the data of a request that this process itself sent. No client can fake them, because they belong to the connection. */
export const ownCallOf = ({ socket }: Pick<IncomingMessage, 'socket'>): OwnCall | undefined =>
  ownCalls.get(socket);

/**
 * Sends requests of the process to its own HTTP server, with the same middleware and guards as any request. The connection is in memory, so no
 * IP address, port or proxy matters, and nothing leaves the process.
 */
@Injectable()
export class OwnCalls {
  readonly #host: string;

  constructor(
    private readonly adapters: HttpAdapterHost,
    { publicUrl }: Configuration,
  ) {
    this.#host = new URL(publicUrl).host;
  }

  /** @throws when there is no complete response within the deadline */
  async send({ method, path, headers, body }: OwnRequest, call: OwnCall): Promise<OwnReply> {
    const [clientEnd, serverEnd] = duplexPair();
    ownCalls.set(serverEnd, call);
    Object.defineProperty(serverEnd, 'remoteAddress', { value: call.ip });
    const outgoing = httpRequest({
      method,
      path,
      createConnection: () => clientEnd,
      signal: AbortSignal.timeout(DEADLINE),
      headers: { ...headers, host: this.#host, ...(body && { 'content-type': 'application/json' }) },
    });
    // A late failure emits a second error, when no caller waits any more.
    outgoing.on('error', () => undefined);
    const server = this.adapters.httpAdapter.getHttpServer() as Server;
    server.emit('connection', serverEnd);
    try {
      outgoing.end(body === null ? undefined : JSON.stringify(body));
      const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
      const replyBody = await text(reply);
      const { statusCode: status = 0, headers: replyHeaders } = reply;
      return {
        status,
        headers: replyHeaders,
        body: replyBody === '' ? null : (JSON.parse(replyBody) as unknown),
      };
    } catch (error) {
      serverEnd.destroy();
      throw error;
    } finally {
      clientEnd.destroy();
    }
  }
}

import { Agent, get, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Controller, Get, Module, Res } from '@nestjs/common';
import type { Response } from 'express';
import { boot, type Booted } from '../../testing/boot.ts';
import { Public } from '../session/public-route.ts';
import { KeptConnections } from './kept-connections.ts';

/** The response that the server has begun. */
let begun = Promise.withResolvers<Response>();

@Controller('/api/slow')
class SlowController {
  @Public()
  @Get()
  take(@Res() response: Response) {
    begun.resolve(response);
  }
}
@Module({ controllers: [SlowController] })
class SlowModule {}

let agent: Agent;
let booted: Booted;
let server: Server;
let closed: Promise<void> | undefined;
/** A second call waits for the same end. */
const close = () => (closed ??= booted.close());
beforeEach(async () => {
  begun = Promise.withResolvers();
  closed = undefined;
  agent = new Agent({ keepAlive: true });
  booted = await boot([SlowModule]);
  server = booted.app.getHttpServer();
});
afterEach(async () => {
  agent.destroy();
  await close();
});

const ask = (path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${booted.url}${path}`, { agent }, resolve).once('error', reject);
  });

it('closes each connection with its response when the process begins to stop, and says so', async () => {
  const asked = ask('/api/slow');
  const response = await begun.promise;
  booted.app.get(KeptConnections).end();
  response.end('done');
  const running = await asked;
  expect({ said: running.headers.connection, text: await text(running) }).toEqual({
    said: 'close',
    text: 'done',
  });
  const { headers } = await ask('/health/live');
  expect(headers.connection).toBe('close');
});

it('stops soon after the last response, whose headers were sent before the stop', async () => {
  const asked = ask('/api/slow');
  const response = await begun.promise;
  response.flushHeaders();
  const stream = await asked;
  expect(stream.headers.connection).toBe('keep-alive');
  const stopped = close();
  while (server.listening) await new Promise(setImmediate);
  response.end('done');
  expect(await text(stream)).toBe('done');
  await stopped;
});

it('stops although a connection is idle', async () => {
  const idle = await ask('/health/live');
  await text(idle);
  await close();
  expect(server.listening).toBe(false);
});

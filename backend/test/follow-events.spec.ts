import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

/** The part of the example client that follows events. The compiler checks its types with the settings of the example. */
type Example = Readonly<{
  eventsAfter: (
    start: Readonly<{ url: string; token: string; after: string; pauseMs: number }>,
  ) => AsyncGenerator<Readonly<{ id: string }>>;
}>;
let example: Example;
beforeAll(async () => {
  example = (await import(join(repositoryRoot(), 'docs/examples/api-client/follow.ts'))) as Example;
});

const server = createServer();
const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  server.removeAllListeners('request').close();
  server.closeAllConnections();
  logged.mockClear();
});

/** Responds to one request after another. */
async function answering(...answers: readonly ((response: ServerResponse) => void)[]) {
  const asked: string[] = [];
  server.on('request', ({ url = '' }, response) => {
    answers[asked.length]?.(response);
    asked.push(url);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const events = example.eventsAfter({
    url: `http://127.0.0.1:${String(port)}`,
    token: 't',
    after: 'start',
    pauseMs: 1,
  });
  return { asked, events };
}
const event = (id: string) => (response: ServerResponse) => {
  response.writeHead(200).write(`id: ${id}\ndata: ${JSON.stringify({ id, type: 'post.edited' })}\n\n`);
};
const status = (code: number) => (response: ServerResponse) => response.writeHead(code).end('{}');
const connectionLost = (response: ServerResponse) => response.destroy();

it('continues after the last event while the server restarts or is busy', async () => {
  const { asked, events } = await answering(
    (response) => {
      event('evt_1')(response);
      response.end();
    },
    ...[connectionLost, status(502), status(503), status(429)],
    event('evt_2'),
  );
  expect(await events.next()).toMatchObject({ value: { id: 'evt_1' } });
  expect(await events.next()).toMatchObject({ value: { id: 'evt_2' } });
  expect(asked.slice(1)).toEqual(Array(5).fill('/api/external/events/stream?after=evt_1'));
});

it('ends with an error when the server refuses the token or the cursor', async () => {
  const { events } = await answering(status(401));
  await expect(events.next()).rejects.toThrow('The stream answered 401');
});

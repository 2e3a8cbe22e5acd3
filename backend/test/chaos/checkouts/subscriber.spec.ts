import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { BrowserlessClient } from '../../browserless-client.ts';
import type { StripeControl } from '../../stripe-control.ts';
import { Subscriber } from './subscriber.ts';

const PREMIUM = { plan: 'premium', status: 'active' };
let server: Server;
afterEach(() => {
  server.close();
});

/** A subscriber of a server that returns these statuses, in this order. */
async function subscriberOf(...statuses: readonly number[]): Promise<Subscriber> {
  const remaining = [...statuses];
  server = createServer((_, response) => {
    const status = remaining.shift() ?? 500;
    response.writeHead(status, { 'retry-after': '0' });
    response.end(JSON.stringify(status === 200 ? PREMIUM : { code: 'server.log-unavailable' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new BrowserlessClient(`http://127.0.0.1:${String(port)}`);
  const counts = { asked: 0, later: 0, paid: 0, ended: 0 };
  return new Subscriber(client, 'ana', {} as StripeControl, () => 0, counts);
}

it('requests the view again after 503 and 429, because these say nothing about the subscription', async () => {
  const ana = await subscriberOf(503, 429, 200);
  expect(await ana.finalView()).toEqual({ userId: 'ana', view: PREMIUM, wasGivenPremium: false });
});

it('throws an error after another status', async () => {
  const ana = await subscriberOf(500);
  await expect(ana.finalView()).rejects.toThrow('/api/billing got the response 500');
});

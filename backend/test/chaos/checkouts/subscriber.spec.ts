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

/** @param statuses of the answers, in their order */
async function answering(...statuses: readonly number[]): Promise<Subscriber> {
  const left = [...statuses];
  server = createServer((_, response) => {
    const status = left.shift() ?? 500;
    response.writeHead(status, { 'retry-after': '0' });
    response.end(JSON.stringify(status === 200 ? PREMIUM : { code: 'server.log-unavailable' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new BrowserlessClient(`http://127.0.0.1:${String(port)}`);
  const counts = { asked: 0, later: 0, paid: 0, ended: 0 };
  return new Subscriber(client, 'ana', {} as StripeControl, () => 0, counts);
}

it('asks again when the product does not answer yet, because that does not mean that the subscriptions differ', async () => {
  const ana = await answering(503, 429, 200);
  expect(await ana.finalView()).toEqual({ userId: 'ana', view: PREMIUM, wasGivenPremium: false });
});

it('treats no other refusal as a subscription', async () => {
  const ana = await answering(500);
  await expect(ana.finalView()).rejects.toThrow('/api/billing answered 500');
});

import { request as rawRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterEach, expect, it } from '@jest/globals';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import type { HealthReport } from './health.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';

type Reply = Readonly<{ status: number; headers: IncomingMessage['headers']; body: string }>;
let product: Booted | undefined;
afterEach(() => product?.close());

const start = async (env: Record<string, string> = {}): Promise<Booted> => {
  product = await boot([], { env });
  return product;
};
/** Sends any Host and any header, which a browser would not. */
function ask({ url }: Pick<Booted, 'url'>, path: string, headers: Record<string, string> = {}) {
  return new Promise<Reply>((resolve, reject) => {
    const { hostname, port, host } = new URL(url);
    rawRequest({ hostname, port, path, headers: { host, ...headers } }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}
const FULL = /"parts"/;

it('shows metrics and full health to programs on this machine', async () => {
  const booted = await start();
  const figures = await ask(booted, '/metrics');
  expect(figures).toMatchObject({ status: 200, body: expect.stringContaining('process_cpu_seconds_total') });
  expect((await ask(booted, '/health/ready')).body).toMatch(FULL);
});
it('ends the name of a metric with `_total` only if it is a counter', async () => {
  const { body } = await ask(await start(), '/metrics');
  const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].map(([, name = '', type]) => ({ name, type }));
  expect(types.map(({ name }) => name)).toContain('event_stream_long_reads_total');
  // The metrics library adds the metrics of Node.
  const ours = types.filter(({ name }) => !name.startsWith('nodejs_'));
  const wrong = ours.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'));
  expect(wrong).toEqual([]);
});
it.each([
  ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy with the header of RFC 7239', { forwarded: 'for=203.0.113.7' }],
  ['a proxy that sends only the host', { 'x-forwarded-host': 'posthorn.example' }],
  ['a proxy that sends only the IP address', { 'x-real-ip': '127.0.0.1' }],
  ['a tunnel', { 'cf-connecting-ip': '127.0.0.1' }],
  ['a cache', { via: '1.1 cache' }],
  ['another name of this machine', { host: 'evil.example' }],
])('shows only whether the product is ready through %s', async (_, headers) => {
  const booted = await start({ TRUSTED_PROXIES: '1' });
  expect([404, 421]).toContain((await ask(booted, '/metrics', headers)).status);
  const ready = await ask(booted, '/health/ready', headers);
  expect([200, 503]).toContain(ready.status);
  expect(JSON.parse(ready.body)).toEqual({ ready: ready.status === 200 });
  const live = await ask(booted, '/health/live', headers);
  expect([live.status, live.body]).toEqual([200, '{"alive":true}']);
});
it('reports that a sealed log accepts no events, and which command to run next', async () => {
  const store = new InMemoryEventStore();
  product = await boot([], { store });
  store.seal();
  const { status, body } = await ask(product, '/health/ready');
  expect(status).toBe(503);
  expect((JSON.parse(body) as HealthReport).parts.log).toEqual({
    ready: false,
    detail: expect.stringMatching(/^The event log at .* is sealed because .* npm run log:copy/u),
  });
});
it('renders the metrics at most once a second for any number of callers', async () => {
  const booted = await start();
  let renderings = 0;
  const { registry } = booted.app.get(Metrics);
  const original = registry.metrics.bind(registry);
  registry.metrics = () => {
    renderings += 1;
    return original();
  };
  await Promise.all(Array.from({ length: 20 }, () => ask(booted, '/metrics')));
  expect(renderings).toBe(1);
  booted.clock.advance(999);
  await ask(booted, '/metrics');
  expect(renderings).toBe(1);
  booted.clock.advance(1);
  await ask(booted, '/metrics');
  expect(renderings).toBe(2);
});
it('limits the requests of each IP address, and a flood of requests does not block probes', async () => {
  const booted = await start({ REQUESTS_PER_MINUTE: '2' });
  for (let call = 0; call < 4; call++) await ask(booted, '/api/nothing');
  expect((await ask(booted, '/health/ready')).status).not.toBe(429);
  expect((await ask(booted, '/METRICS')).status).not.toBe(429);
  const refused = await ask(booted, '/metrics');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(booted, '/health/live')).status).toBe(200);
});
it('does not serve the operator pages on the main port when they have a separate port', async () => {
  const booted = await start({ INTERNAL_PORT: '39999' });
  for (const path of ['/metrics', '/health/ready', '/health/live']) {
    expect((await ask(booted, path)).status).toBe(404);
  }
});

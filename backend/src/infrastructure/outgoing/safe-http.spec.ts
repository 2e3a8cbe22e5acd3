import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { OutgoingError } from './outgoing-error.ts';
import { SafeHttp, type OutgoingRequest, type SafeHttpPolicy } from './safe-http.ts';
import type { Resolve } from './safe-agent.ts';
import { LOOPBACK_CERT, LOOPBACK_KEY } from './testing/loopback-certificate.ts';

const closers: (() => Promise<unknown>)[] = [];
const clients: SafeHttp[] = [];
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

async function listening<S extends Server>(server: S, host = '127.0.0.1'): Promise<S> {
  server.listen(0, host);
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return server;
}
const http = (handler: RequestListener) => listening(createHttpServer(handler));
const https = (handler: RequestListener, host?: string) =>
  listening(createHttpsServer({ cert: LOOPBACK_CERT, key: LOOPBACK_KEY }, handler), host);

function client(policy: SafeHttpPolicy = {}): SafeHttp {
  const safe = new SafeHttp(policy);
  clients.push(safe);
  return safe;
}
const clientAllowing = (port: number) => client({ privateHosts: [{ host: '127.0.0.1', port }] });
const get = (url: string, extra: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method: 'GET',
  url,
  ...extra,
});
const resolving =
  (...results: string[][]): Resolve =>
  (_host, _options, done) => {
    done(
      null,
      (results.length > 1 ? results.shift() : results[0])?.map((address) => ({ address, family: 4 })) ?? [],
    );
  };
async function failureOf(sending: Promise<unknown>): Promise<Pick<OutgoingError, 'failure' | 'sent'>> {
  const error: unknown = await sending.then(
    () => new Error('it was sent'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutgoingError)) throw error;
  return { failure: error.failure, sent: error.sent };
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((safe) => safe.onApplicationShutdown()));
});
afterAll(() => Promise.all(closers.map((close) => close())));

it("allows the operator's platform hosts only for our own calls, not for URLs that a user entered", async () => {
  const server = await http((_request, response) => response.end('here'));
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const safe = client({ operatorHosts: [{ host: '127.0.0.1', port: portOf(server) }] });
  expect((await safe.send(get(url))).text()).toBe('here');
  const userChosenRequest = safe.send(get(url, { userChosen: true }));
  expect(await failureOf(userChosenRequest)).toEqual({ failure: 'blocked', sent: false });
  const listed = client({ privateHosts: [{ host: '127.0.0.1', port: portOf(server) }] });
  expect((await listed.send(get(url, { userChosen: true }))).text()).toBe('here');
});
it.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '0.0.0.0',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
])('never reaches this machine as %s', async (host) => {
  let visits = 0;
  const victim = createTcpServer(() => (visits += 1)).listen(0);
  await once(victim, 'listening');
  const url = `https://${host}:${String(portOf(victim))}/`;
  expect(await failureOf(client().send(get(url)))).toEqual({ failure: 'blocked', sent: false });
  expect(visits).toBe(0);
  await new Promise((done) => victim.close(done));
});

it('reaches a public server by https, even when http was typed', async () => {
  const server = await https((request, response) => response.end(`hello ${String(request.headers.host)}`));
  const port = String(portOf(server));
  const safe = client({
    allow: (ip) => ip === '127.0.0.1',
    resolve: resolving(['127.0.0.1']),
    ca: LOOPBACK_CERT,
  });
  const response = await safe.send(get(`http://instance.example:${port}/x`));
  expect([response.status, response.text()]).toEqual([200, `hello instance.example:${port}`]);
});

it('refuses a host when one of its IP addresses is private', async () => {
  const safe = client({ resolve: resolving(['93.184.216.34', '127.0.0.1']) });
  expect(await failureOf(safe.send(get('https://mixed.example')))).toEqual({
    failure: 'blocked',
    sent: false,
  });
});

it('refuses a host that resolves to another IP address the second time', async () => {
  const server = await https((_request, response) => response.end('ok'), '127.0.0.2');
  const safe = client({
    allow: (ip) => ip === '127.0.0.2',
    resolve: resolving(['127.0.0.2'], ['127.0.0.1']),
    ca: LOOPBACK_CERT,
  });
  const url = `https://instance.example:${String(portOf(server))}/`;
  expect((await safe.send(get(url, { newConnection: true }))).status).toBe(200);
  expect(await failureOf(safe.send(get(url, { newConnection: true })))).toEqual({
    failure: 'blocked',
    sent: false,
  });
});

it('checks the IP address to which the socket has connected', async () => {
  const server = await https((_request, response) => response.end('ok'));
  const verdicts = [true, false];
  const safe = client({
    allow: () => verdicts.shift() ?? false,
    resolve: resolving(['127.0.0.1']),
    ca: LOOPBACK_CERT,
  });
  const url = `https://instance.example:${String(portOf(server))}/`;
  expect(await failureOf(safe.send(get(url)))).toEqual({ failure: 'blocked', sent: false });
});

it.each([
  'ftp://example.com/',
  'https://user:pass@example.com/',
  'https://example.com:22/',
  'https://mastodon.sandbox.test/',
  'https://mastodon.sandbox.test./',
  'nonsense',
])('refuses %s before any DNS query', async (url) => {
  const resolve: Resolve = () => {
    throw new Error('looked up');
  };
  expect(await failureOf(client({ resolve }).send(get(url)))).toEqual({ failure: 'blocked', sent: false });
});

it('sends requests for names under sandbox.test to the sandbox, and keeps their Host header', async () => {
  const server = await http((request, response) => response.end(request.headers.host));
  const response = await client({ sandboxPort: portOf(server) }).send(
    get('https://mastodon.sandbox.test/api'),
  );
  expect(response.text()).toBe('mastodon.sandbox.test');
});

it('allows only the listed host and port, even over plain http', async () => {
  const server = await http((_request, response) => response.end('ok'));
  const safe = clientAllowing(portOf(server));
  expect((await safe.send(get(`http://127.0.0.1:${String(portOf(server))}/`))).text()).toBe('ok');
  const other = `http://127.0.0.1:${String(portOf(server) + 1)}/`;
  expect(await failureOf(safe.send(get(other)))).toMatchObject({ failure: 'blocked' });
});

it.each(['localhost', '127.0.0.1', '[::1]'])(
  'treats %s as the same host as a listed name of this machine',
  (host) => {
    const accessTo = (listed: string, address: string) =>
      client({ privateHosts: [{ host: listed, port: 2583 }] }).route(address).access;
    const address = `http://${host}:2583/`;
    for (const listed of ['localhost', '127.0.0.1', '::1']) expect(accessTo(listed, address)).toBe('private');
    expect(accessTo('pds.example', address)).toBe('guarded');
    expect(accessTo('localhost', `http://${host}:2584/`)).toBe('guarded');
    expect(accessTo('localhost', 'http://127.0.0.2:2583/')).toBe('guarded');
  },
);

it('does not follow redirects', async () => {
  let visits = 0;
  const inner = await http((_request, response) => {
    visits += 1;
    response.end();
  });
  const server = await http((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${String(portOf(inner))}/` }).end();
  });
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  expect(await failureOf(clientAllowing(portOf(server)).send(get(url)))).toEqual({
    failure: 'redirected',
    sent: true,
  });
  expect(visits).toBe(0);
});

it('returns a 308 only if the caller accepts incomplete responses, and never with another location', async () => {
  const headers: Record<string, string>[] = [{ range: 'bytes=0-9' }, { range: 'bytes=0-9' }];
  headers.push({ location: 'http://127.0.0.1:1/' });
  const server = await http((_request, response) => response.writeHead(308, headers.shift()).end());
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const safe = clientAllowing(portOf(server));
  const response = await safe.send(get(url, { acceptIncomplete: true }));
  expect([response.status, response.ok, response.headers['range']]).toEqual([308, false, 'bytes=0-9']);
  expect(await failureOf(safe.send(get(url)))).toEqual({ failure: 'redirected', sent: true });
  expect(await failureOf(safe.send(get(url, { acceptIncomplete: true })))).toEqual({
    failure: 'redirected',
    sent: true,
  });
});

it('sends a part of a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outgoing-'));
  const path = join(folder, 'file');
  await writeFile(path, '0123456789');
  const bodies: string[] = [];
  const server = await http((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on('end', () => response.end(request.headers['content-length']));
  });
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const body = { path, from: 3, bytes: 4 };
  const response = await clientAllowing(portOf(server)).send({ method: 'PUT', url, body });
  expect([response.text(), bodies.join('')]).toEqual(['4', '3456']);
  await rm(folder, { recursive: true });
});

it('refuses a compressed response and an endless response', async () => {
  const bomb = await http((request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity');
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
  });
  const bombUrl = `http://127.0.0.1:${String(portOf(bomb))}/`;
  expect(await failureOf(clientAllowing(portOf(bomb)).send(get(bombUrl)))).toEqual({
    failure: 'unreadable',
    sent: true,
  });
  const flood = await http((_request, response) => {
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', pour);
    pour();
  });
  const floodUrl = `http://127.0.0.1:${String(portOf(flood))}/`;
  expect(await failureOf(clientAllowing(portOf(flood)).send(get(floodUrl)))).toEqual({
    failure: 'unreadable',
    sent: true,
  });
});

it('distinguishes requests that left this machine from those that did not', async () => {
  const hang = await http(() => undefined);
  const hangUrl = `http://127.0.0.1:${String(portOf(hang))}/`;
  const post: Partial<OutgoingRequest> = { method: 'POST', body: 'x', timeoutMs: 50 };
  expect(await failureOf(clientAllowing(portOf(hang)).send(get(hangUrl, post)))).toEqual({
    failure: 'timeout',
    sent: true,
  });

  const reset = await http((request) => request.socket.destroy());
  const resetUrl = `http://127.0.0.1:${String(portOf(reset))}/`;
  expect(await failureOf(clientAllowing(portOf(reset)).send(get(resetUrl, post)))).toMatchObject({
    failure: 'reset',
    sent: true,
  });

  const cut = await http((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half');
    setImmediate(() => response.destroy());
  });
  const cutUrl = `http://127.0.0.1:${String(portOf(cut))}/`;
  expect(await failureOf(clientAllowing(portOf(cut)).send(get(cutUrl)))).toEqual({
    failure: 'unreadable',
    sent: true,
  });

  const gone = await http(() => undefined);
  const port = portOf(gone);
  await new Promise((done) => gone.close(done));
  const goneUrl = `http://127.0.0.1:${String(port)}/`;
  expect(await failureOf(clientAllowing(port).send(get(goneUrl)))).toEqual({
    failure: 'unreachable',
    sent: false,
  });

  const plain = await http((_request, response) => response.end());
  const tlsUrl = `https://127.0.0.1:${String(portOf(plain))}/`;
  expect(await failureOf(clientAllowing(portOf(plain)).send(get(tlsUrl)))).toEqual({
    failure: 'unreachable',
    sent: false,
  });

  const stranger = await https((_request, response) => response.end());
  const strangerUrl = `https://127.0.0.1:${String(portOf(stranger))}/`;
  expect(await failureOf(clientAllowing(portOf(stranger)).send(get(strangerUrl)))).toEqual({
    failure: 'unreachable',
    sent: false,
  });
});

it('sends nothing when the call was aborted before its start', async () => {
  let visits = 0;
  const server = await http(() => (visits += 1));
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const sending = clientAllowing(portOf(server)).send(get(url, { signal: AbortSignal.abort() }));
  expect(await failureOf(sending)).toEqual({ failure: 'timeout', sent: false });
  expect(visits).toBe(0);
});

it('sends forms and files with their exact length', async () => {
  const server = await http((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      response.end(`${String(request.headers['content-length'])}|${Buffer.concat(chunks).toString()}`),
    );
  });
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const path = import.meta.filename;
  const form = [
    { name: 'description', value: 'A "dog"' },
    { name: 'file', value: { path, bytes: 20 }, filename: 'd"og.png', type: 'image/png' },
  ];
  const safe = clientAllowing(portOf(server));
  const [length, ...body] = (await safe.send(get(url, { method: 'POST', body: { form } }))).text().split('|');
  expect(body.join('|')).toContain(
    'name="file"; filename="d_og.png"\r\nContent-Type: image/png\r\n\r\nimport { once } from',
  );
  expect(Number(length)).toBe(Buffer.byteLength(body.join('|')));
  const raw = await safe.send(get(url, { method: 'POST', body: { path, bytes: 6 } }));
  expect(raw.text()).toBe('6|import');
  const missing = safe.send(get(url, { method: 'POST', body: { path: '/no/such/file', bytes: 6 } }));
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
});

it('reads at most 256,000 bytes from a server that a user entered, unless the call sets another limit', async () => {
  const server = await http((_request, response) => response.end('x'.repeat(256_001)));
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const safe = clientAllowing(portOf(server));
  expect((await safe.send(get(url))).body).toHaveLength(256_001);
  const userChosenRequest = safe.send(get(url, { userChosen: true }));
  expect(await failureOf(userChosenRequest)).toEqual({ failure: 'unreadable', sent: true });
  const limited = await safe.send(get(url, { userChosen: true, maxBytes: 300_000 }));
  expect(limited.body).toHaveLength(256_001);
});

it('returns a redirect if the caller accepts redirects, without following it or waiting for its body', async () => {
  const server = await http((_request, response) => {
    response.writeHead(302, { location: '/elsewhere', 'content-length': '9' });
    response.write('never');
  });
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const safe = clientAllowing(portOf(server));
  const { status, headers, body } = await safe.send(get(url, { acceptRedirect: true }));
  expect([status, headers['location'], body.length]).toEqual([302, '/elsewhere', 0]);
  const nowhere = await http((_request, response) => response.writeHead(302).end());
  const lost = clientAllowing(portOf(nowhere)).send(
    get(`http://127.0.0.1:${String(portOf(nowhere))}/`, { acceptRedirect: true }),
  );
  expect(await failureOf(lost)).toEqual({ failure: 'redirected', sent: true });
});

it('reads only the beginning of an endless error response, even when the caller streams successful responses', async () => {
  let sent = 0;
  const server = await http((_request, response) => {
    response.writeHead(404);
    const go = () => {
      while (sent < 50_000_000 && !response.destroyed && response.write('x'.repeat(50_000))) sent += 50_000;
    };
    response.on('drain', go);
    go();
  });
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const onChunk = () => undefined;
  const options = { userChosen: true, maxBytes: Number.MAX_SAFE_INTEGER, onChunk, timeoutMs: 3_000 };
  const response = await clientAllowing(portOf(server)).send(get(url, options));
  expect([response.status, response.body.length]).toEqual([404, 256_000]);
});

it('reads only the beginning of a large response when the call allows that', async () => {
  const server = await http((_request, response) => response.end('x'.repeat(300_000)));
  const url = `http://127.0.0.1:${String(portOf(server))}/`;
  const response = await clientAllowing(portOf(server)).send(get(url, { maxBytes: 70_001, cutOff: true }));
  expect([response.status, response.body.length]).toEqual([200, 70_001]);
});

it.each([
  ...[
    'http://example.com/',
    'https://example.com:8443/',
    'https://a:b@example.com/',
    'ftp://example.com/',
    'hooks',
  ],
  ...[
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
  ],
  ...[
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://localhost./',
  ],
  ...['https://169.254.169.254/', 'https://10.0.0.1/', 'https://hooks.sandbox.test/'],
])('refuses to keep the URL %s for later requests', async (address) => {
  expect(await failureOf(client().checkKept(address))).toEqual({ failure: 'blocked', sent: false });
});
it('accepts https URLs of public hosts, any URL of a listed host, and the sandbox for later requests', async () => {
  const policy = { resolve: resolving(['93.184.216.34']), sandboxPort: 1 };
  const safe = client({ ...policy, privateHosts: [{ host: '127.0.0.1', port: 8080 }] });
  expect((await safe.checkKept('https://example.com/hooks?a=1')).access).toBe('guarded');
  expect((await safe.checkKept('http://127.0.0.1:8080/hooks')).access).toBe('private');
  expect((await safe.checkKept('https://hooks.sandbox.test/a')).access).toBe('sandbox');
  const mixed = client({ resolve: resolving(['93.184.216.34', '10.0.0.1']) });
  expect(await failureOf(mixed.checkKept('https://example.com/'))).toMatchObject({ failure: 'blocked' });
  const nowhere = client({
    resolve: (_host, _options, done) => {
      done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
    },
  });
  expect((await nowhere.checkKept('https://example.com/')).access).toBe('guarded');
});

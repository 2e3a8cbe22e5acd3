import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { linkDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import { SafeHttp, type SafeHttpPolicy } from '#infrastructure/outgoing/safe-http.ts';
import type { Resolve } from '#infrastructure/outgoing/safe-agent.ts';
import { LOOPBACK_CERT, LOOPBACK_KEY } from '#infrastructure/outgoing/testing/loopback-certificate.ts';
import { LinkCards, type LinkCardBounds } from './link-cards.ts';
import { NoCard } from './no-card.ts';

type Script = Readonly<Record<string, RequestListener>>;
const servers: Server[] = [];
const clients: SafeHttp[] = [];
let requestedPaths: string[];

beforeEach(() => {
  requestedPaths = [];
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.onApplicationShutdown())));
afterAll(() =>
  Promise.all(
    servers.map((server) => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    }),
  ),
);

/** A local server for `instance.example` that responds by path. */
async function site(script: Script): Promise<string> {
  const server = createServer({ cert: LOOPBACK_CERT, key: LOOPBACK_KEY }, (request, response) => {
    requestedPaths.push(request.url ?? '');
    const respond = script[request.url ?? ''];
    if (respond) respond(request, response);
    else response.writeHead(404).end();
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://instance.example:${String((server.address() as AddressInfo).port)}`;
}
const html =
  (text: string | Buffer, type = 'text/html; charset=utf-8'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(text);
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const resolving: Resolve = (host, _options, done) => {
  const address = host === 'instance.example' ? '127.0.0.1' : '10.0.0.7';
  done(null, [{ address, family: 4 }]);
};

function cards(policy: SafeHttpPolicy = {}, bounds?: LinkCardBounds): LinkCards {
  const http = new SafeHttp({
    allow: (ip) => ip === '127.0.0.1',
    resolve: resolving,
    ca: LOOPBACK_CERT,
    ...policy,
  });
  clients.push(http);
  return new LinkCards(http, bounds);
}
/** As in the product, which does not allow the IP address of this machine. */
const guardedCards = () => cards({ allow: (ip) => ip.startsWith('93.') });
async function reasonOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => new Error('there was a card'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof NoCard)) throw error;
  return error.reason;
}
const turn = { places: linkDrawing, owner: 'ana' };
const fit = { bytes: 100_000, side: 600 };
const head = (inner: string) => `<!doctype html><html><head>${inner}</head><body></body></html>`;

it('reads the Open Graph data of a page, and resolves character references', async () => {
  const page = head(`
    <title>Ignored</title>
    <meta property="og:title" content="Fish &amp; Chips &#x2014; &quot;Ana&rsquo;s&quot;">
    <meta property='og:description' content='Since
       1987'><META NAME="OG:IMAGE" CONTENT="/img/shop.jpg?a=1&amp;b=2">`);
  const base = await site({ '/menu?day=1': html(page) });
  expect(await cards().read(`${base}/menu?day=1#top`)).toEqual({
    link: `${base}/menu?day=1#top`,
    title: 'Fish & Chips — "Ana’s"',
    description: 'Since 1987',
    image: `${base}/img/shop.jpg?a=1&b=2`,
  });
});

it('uses the plain title and description of a page without Open Graph', async () => {
  const base = await site({
    '/': html(
      '<head><title>Plain &lt;b&gt; title</title><meta name=description content="Words"></head><svg><title>no</title>',
    ),
    '/x': html(
      head('<meta name="twitter:title" content="X card"><meta name="twitter:image" content="i.png">'),
    ),
  });
  expect(await cards().read(`${base}/`)).toMatchObject({
    title: 'Plain <b> title',
    description: 'Words',
    image: null,
  });
  expect(await cards().read(`${base}/x`)).toMatchObject({ title: 'X card', image: `${base}/i.png` });
});

it.each([
  ['its header', Buffer.from('<title>Caf\xe9</title>', 'latin1'), 'text/html; charset=ISO-8859-1', 'Café'],
  [
    'a charset element',
    Buffer.from('<meta charset=windows-1252><title>\x80 5</title>', 'latin1'),
    'text/html',
    '€ 5',
  ],
  [
    'an http-equiv element',
    Buffer.concat([
      Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis"><title>'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
    ]),
    'text/html',
    '日本',
  ],
  ['a byte order mark', Buffer.from('\ufeff<title>Größe</title>', 'utf16le'), 'text/html', 'Größe'],
  ['nothing', Buffer.from('<title>Größe</title>'), 'text/html', 'Größe'],
  ['an unknown encoding', Buffer.from('<title>Größe</title>'), 'text/html; charset=klingon', 'Größe'],
])('decodes a page with %s', async (_by, body, type, title) => {
  const base = await site({ '/': html(body, type) });
  expect(await cards().read(base)).toMatchObject({ title });
});

it('returns a title as one line without characters that reverse text, and cuts it between visible characters', async () => {
  const family = '👩‍👩‍👧‍👦';
  const base = await site({
    '/rtl': html(head('<title>\u202Egnp.exe\u2066 a\u0000b\u0007\n\tc \u05d0\u05d1</title>')),
    '/huge': html(head(`<title>${'word '.repeat(300_000)}</title>`)),
    '/family': html(head(`<title>${family.repeat(40)}</title>`)),
    '/nothing': html(head('<title>\u200b\u2060 &nbsp;\u202e</title>')),
  });
  expect(await cards().read(`${base}/rtl`)).toMatchObject({ title: 'gnp.exe a\ufffdb c \u05d0\u05d1' });
  const huge = await cards().read(`${base}/huge`);
  expect([huge.title.length, huge.title.endsWith('word…')]).toEqual([200, true]);
  const { title } = await cards().read(`${base}/family`);
  expect(title).toBe(`${family.repeat(28)}…`);
  expect(await reasonOf(cards().read(`${base}/nothing`))).toBe('no-title');
});

it.each([
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  `https://a.example/${'a'.repeat(3000)}`,
  'https://',
])('ignores the picture URL %s', async (image) => {
  const base = await site({
    '/': html(head(`<title>T</title><meta property="og:image" content="${image}">`)),
  });
  expect(await cards().read(base)).toMatchObject({ title: 'T', image: null });
});

it.each([
  ['a picture', 'image/png'],
  ['JSON', 'application/json'],
  ['a drawing', 'image/svg+xml'],
  ['an unknown type', ''],
])('does not make a card for %s', async (_what, type) => {
  const base = await site({ '/': html('<title>T</title>', type) });
  expect(await reasonOf(cards().read(base))).toBe('not-a-page');
});

it('reports why a page that is missing, broken or without a title gets no card', async () => {
  const base = await site({
    '/reset': (request) => request.socket.destroy(),
    '/bare': html(head('<meta property="og:title" content="  "><title></title><p>words')),
    '/error': (_request, response) => response.writeHead(500).end(),
  });
  expect(await reasonOf(cards().read(`${base}/gone`))).toBe('refused');
  expect(await reasonOf(cards().read(`${base}/error`))).toBe('refused');
  expect(await reasonOf(cards().read(`${base}/reset`))).toBe('no-answer');
  expect(await reasonOf(cards().read(`${base}/bare`))).toBe('no-title');
  expect(await reasonOf(cards().read('https://instance.example:1/'))).toBe('blocked');
  expect(await reasonOf(cards().read(`${base}/${'a'.repeat(3000)}`))).toBe('blocked');
});

it('stops waiting for a page that sends its bytes too slowly', async () => {
  const drip: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<'), 10);
    response.on('close', () => {
      clearInterval(timer);
    });
  };
  const base = await site({ '/': drip });
  const bounds = { milliseconds: 150, pageBytes: 1000, pictureBytes: 1000, drawing: 1000 };
  expect(await reasonOf(cards({}, bounds).read(base))).toBe('too-slow');
  // Each response is in time, but all together take too long.
  const late = (listener: RequestListener): RequestListener => {
    return (request, response) => {
      setTimeout(listener, 60, request, response);
    };
  };
  const far = await site({
    '/1': late(redirectTo('/2')),
    '/2': late(redirectTo('/3')),
    '/3': late(html('<title>There</title>')),
  });
  expect(await reasonOf(cards({}, bounds).read(`${far}/1`))).toBe('too-slow');
});

it('throws the network error, not NoCard, when the caller aborts', async () => {
  const base = await site({ '/': html('<title>T</title>') });
  const reading = cards().read(base, AbortSignal.abort());
  await expect(reading).rejects.toMatchObject({ name: 'OutgoingError', failure: 'timeout' });
});

it('reads only the beginning of a page of a hundred megabytes, and refuses a compressed page', async () => {
  let sent = 0;
  const flood: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000000' });
    response.write('<title>Long</title>');
    const pour = () => {
      for (let more = true; more && !response.destroyed && sent < 100_000_000; sent += 65_536)
        more = response.write(Buffer.alloc(65_536, 0x20));
    };
    response.on('drain', pour);
    pour();
  };
  const bomb: RequestListener = (request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity');
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(10_000_000)));
  };
  const base = await site({ '/flood': flood, '/bomb': bomb });
  expect(await cards().read(`${base}/flood`)).toMatchObject({ title: 'Long' });
  expect(sent).toBeLessThan(50_000_000);
  expect(await reasonOf(cards().read(`${base}/bomb`))).toBe('not-a-page');
});

it.each([
  ['deeply nested elements', '<b>'.repeat(600_000), 'no-title'],
  ['end tags without start tags', `${'<b>'.repeat(15_000)}${'</i>'.repeat(450_000)}`, 'no-title'],
  [
    'one element with countless attributes',
    `<a ${Array.from({ length: 150_000 }, (_, n) => `a${String(n)}=1`).join(' ')}>`,
    'no-title',
  ],
  ['comments that never end', '<!--'.repeat(500_000), 'no-title'],
  ['nested forms and SVGs', '<form><svg><foreignObject>'.repeat(70_000), 'no-title'],
  ['many flat elements', '<p>'.repeat(600_000), 'no-title'],
])('does not hang on a page that contains %s', async (_by, hostile, reason) => {
  const base = await site({ '/': html(`<html><head>${hostile}`) });
  expect(await reasonOf(cards().read(base))).toBe(reason);
});

it('cuts a title without an end tag', async () => {
  const base = await site({ '/': html('<title>'.repeat(250_000)) });
  expect((await cards().read(base)).title).toHaveLength(200);
});

it('follows at most four redirects, and checks the URL of each', async () => {
  const base = await site({
    '/1': redirectTo('/2'),
    '/2': redirectTo('three'),
    '/three': redirectTo('?4'),
    '/?4': html(''),
    '/three?4': html('<title>There</title><meta property=og:image content=p.png>'),
    '/loop': redirectTo('/loop'),
    '/bad': redirectTo('https://[/'),
    '/ftp': redirectTo('ftp://instance.example/'),
    '/user': redirectTo('https://ana:secret@instance.example/'),
    '/none': (_request, response) => response.writeHead(302).end(),
  });
  expect(await cards().read(`${base}/1`)).toEqual({
    link: `${base}/1`,
    title: 'There',
    description: '',
    image: `${base}/p.png`,
  });
  requestedPaths = [];
  expect(await reasonOf(cards().read(`${base}/loop`))).toBe('no-answer');
  expect(requestedPaths).toHaveLength(5);
  expect(await reasonOf(cards().read(`${base}/bad`))).toBe('no-answer');
  expect(await reasonOf(cards().read(`${base}/none`))).toBe('no-answer');
  for (const path of ['ftp', 'user']) expect(await reasonOf(cards().read(`${base}/${path}`))).toBe('blocked');
});

it('never requests a private IP address: directly, by redirect, by a second DNS response or for a picture', async () => {
  const inner = await site({ '/': html('<title>Secret</title>'), '/p.png': html('', 'image/png') });
  const { port } = new URL(inner);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '169.254.169.254', 'inside.example'])
    expect(await reasonOf(guardedCards().read(`https://${host}:${port}/`))).toBe('blocked');
  for (const link of ['http://127.0.0.1/', 'https://bsky.sandbox.test/', 'file:///etc/passwd', 'nonsense'])
    expect(await reasonOf(guardedCards().read(link))).toBe('blocked');
  expect(requestedPaths).toEqual([]);

  const outer = await site({
    '/in': redirectTo(`https://inside.example:${port}/`),
    '/loopback': redirectTo(`https://127.0.0.2:${port}/`),
    '/page': html(head(`<title>T</title><meta property=og:image content="https://127.0.0.2:${port}/p.png">`)),
    '/page2': html(head('<title>T</title><meta property=og:image content="/redirected.png">')),
    '/redirected.png': redirectTo(`https://inside.example:${port}/p.png`),
  });
  requestedPaths = [];
  expect(await reasonOf(cards().read(`${outer}/in`))).toBe('blocked');
  expect(await reasonOf(cards().read(`${outer}/loopback`))).toBe('blocked');
  for (const page of ['page', 'page2']) {
    const card = await cards().read(`${outer}/${page}`);
    expect(await cards().picture(card, fit, turn)).toBeNull();
  }
  expect(requestedPaths.filter((path) => path === '/' || path === '/p.png')).toEqual([]);

  // The host has a public IP address at the first look-up, and a private one at the second.
  const addresses = ['127.0.0.1', '10.0.0.7'];
  const rebinding = cards({
    resolve: (_host, _options, done) => {
      done(null, [{ address: addresses.shift() ?? '10.0.0.7', family: 4 }]);
    },
  });
  const redirecting = await site({
    '/a': (_q, s) => s.writeHead(302, { location: '/', connection: 'close' }).end(),
  });
  expect(await reasonOf(rebinding.read(`${redirecting}/a`))).toBe('blocked');
  expect(addresses).toEqual([]);
});

it('does not make a card for a host in ALLOW_PRIVATE_HOSTS', async () => {
  const base = await site({ '/': html('<title>Secret</title>') });
  const port = Number(new URL(base).port);
  const linkCards = cards({ privateHosts: [{ host: 'instance.example', port }] });
  expect(await reasonOf(linkCards.read(base))).toBe('blocked');
  expect(requestedPaths).toEqual([]);
});

async function image(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' | 'gif',
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#567' } })
    .toFormat(format)
    .toBuffer();
}

it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
  'converts a %s to a JPEG of the requested size',
  async (format) => {
    const base = await site({ '/p': html(await image(1200, 630, format), 'application/octet-stream') });
    const picture = await cards().picture({ image: `${base}/p` }, fit, turn);
    expect(picture).toMatchObject({ width: 600, height: 315 });
    expect(picture?.body.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  },
);

it('returns null for a picture that is missing, too large, an SVG or not an image', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><image href="file:///etc/passwd"/></svg>';
  // A header that declares 60,000 × 60,000 pixels.
  const bomb = await image(8, 8, 'png');
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const base = await site({
    '/svg': html(svg, 'image/png'),
    '/html': html('<title>no</title>', 'image/png'),
    '/large': html(Buffer.alloc(5_100_000, 1), 'image/png'),
    '/bomb': html(bomb, 'image/png'),
    '/cut': html((await image(900, 900, 'png')).subarray(0, 200), 'image/png'),
    '/counter': html(await image(1, 1, 'gif'), 'image/gif'),
  });
  for (const name of ['svg', 'html', 'large', 'bomb', 'cut', 'counter', 'gone'])
    expect([name, await cards().picture({ image: `${base}/${name}` }, fit, turn)]).toEqual([name, null]);
  expect(await cards().picture({ image: null }, fit, turn)).toBeNull();
});

/** A JPEG that repeats its last scan the given number of times. */
async function jpegWithScans(times: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#567' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(times).fill(last), bytes.subarray(-2)]);
}

it('returns null for a picture that would take minutes to decode', async () => {
  const base = await site({ '/p': html(await jpegWithScans(101), 'image/jpeg') });
  expect(await cards().picture({ image: `${base}/p` }, fit, turn)).toBeNull();
});

it('returns null if the picture is not converted in time or the queue is full', async () => {
  const base = await site({ '/p': html(await image(64, 64, 'png'), 'image/png') });
  let end = (): void => undefined;
  const waitForEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const busy = linkDrawing.run({ owner: 'eve', megapixels: 1 }, () => waitForEnd);
  const bounds = { milliseconds: 5_000, pageBytes: 1_000, pictureBytes: 100_000, drawing: 100 };
  expect(await cards({}, bounds).picture({ image: `${base}/p` }, fit, turn)).toBeNull();
  const full = linkDrawing.run({ owner: 'bob', megapixels: 200 }, () => Promise.resolve());
  expect(await cards().picture({ image: `${base}/p` }, fit, turn)).toBeNull();
  end();
  await Promise.all([busy, full]);
  expect(await cards().picture({ image: `${base}/p` }, fit, turn)).not.toBeNull();
});

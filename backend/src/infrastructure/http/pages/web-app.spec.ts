import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import request from 'supertest';
import { PageFacts } from './page-facts.ts';
import { paymentOrigins } from '../edge/security-headers.ts';
import { webApp } from './web-app.ts';

class Facts extends PageFacts {
  mayBeSignedIn({ headers }: Request): boolean {
    return headers.cookie !== undefined;
  }
  leadsTo({ query }: Request) {
    return Promise.resolve(query['elsewhere'] === undefined ? null : '/posts');
  }
  fill(_request: Request, parts: Readonly<Record<string, string>>) {
    return Promise.resolve({ 'app-state': '<b>state</b>', problem: parts['problem'] ?? '' });
  }
  keep({ query }: Request, response: Response) {
    if (query['next'] !== undefined) response.cookie('next', 'here');
  }
}
const facts = new Facts();
const STRIPE = { apiUrl: 'https://api.stripe.com', scriptUrl: 'https://js.stripe.com/endive/stripe.js' };

const SITE = 'https://posts.example';
const MEDIA = 'https://media.example';

const theme = 'document.documentElement.dataset.theme = "dark"';
const earlyRequest = 'fetch("/api/posts")';
const style = 'p{color:red}';
const code = 'console.log(1);'.repeat(100);
let folder: string;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-web-'));
  await mkdir(join(folder, 'assets'));
  const shell = `<!--crawlers--><!--app-state--><!--visitor--><script>${theme}</script><script type="module" src="/assets/a.js"></script>`;
  await writeFile(join(folder, 'index.html'), shell);
  await mkdir(join(folder, 'pages'));
  await writeFile(
    join(folder, 'pages', 'index.html'),
    `${shell}<!--signed-in <script>${earlyRequest}</script>-->`,
  );
  await writeFile(
    join(folder, 'pages', 'plain.html'),
    `<style>${style}</style><p><!--problem--><!--other--></p>`,
  );
  await writeFile(join(folder, 'pages', 'form.html'), '<form></form>');
  await writeFile(join(folder, 'pages', 'landing.html'), '<p>Welcome</p>');
  await writeFile(join(folder, 'pages', 'subscribe.html'), shell);
  await writeFile(join(folder, 'pages', 'parts.json'), JSON.stringify({ problem: '<i>no</i>' }));
  const addresses = ['/', '/login', '/settings', '/subscribe', '/posts/', '/posts/$postId/history'];
  await writeFile(join(folder, 'pages', 'addresses.json'), JSON.stringify(addresses));
  await writeFile(join(folder, 'assets', 'a.js'), 'a');
  await writeFile(join(folder, 'assets', 'b.js'), code);
  await writeFile(join(folder, 'assets', 'b.js.br'), brotliCompressSync(code));
  await writeFile(join(folder, 'assets', 'b.js.gz'), gzipSync(code));
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'sw.js'), 'addEventListener');
  const app = express()
    .use(...webApp(folder, () => facts, { publicUrl: SITE, payment: paymentOrigins(STRIPE), media: MEDIA }))
    .use((_request, response) => {
      response.status(404).json({});
    });
  server = app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});
const page = (path: string) => request(server).get(path).set('accept', 'text/html');

it.each(['/settings', '/Settings/', '/posts', '/posts/7/history'])(
  'shows the shell at %s, and allows its theme script by hash',
  async (path) => {
    const { headers, text } = await page(path).expect(200);
    const hash = createHash('sha256').update(theme).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<b>state</b><meta name="visitor" content="true"><script>');
  },
);
it.each(['/no/such/page', '/posts/7', '/posts/7/history/more', '/settings.php', '/landing', '/xyz/'])(
  'returns 404 with the shell of the app at %s',
  async (path) => {
    const { text, headers } = await page(path).expect(404);
    expect(text).toContain('<b>state</b><meta name="visitor" content="true"><script>');
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    await request(server).head(path).set('accept', 'text/html').expect(404);
  },
);
it('marks the page of a visitor, so that the app need not request the signed-in user', async () => {
  const mark = '<meta name="visitor" content="true">';
  expect((await page('/subscribe')).text).toContain(mark);
  expect((await page('/subscribe').set('cookie', 'session')).text).not.toContain(mark);
});
it('lets a page set a cookie in the browser', async () => {
  expect((await page('/login?next=/subscribe')).headers['set-cookie']).toEqual(['next=here; Path=/']);
});
it('links the canonical URL of a public page, and hides all other pages from search engines', async () => {
  const { text } = await page('/login?problem=denied');
  expect(text).toContain(`<link rel="canonical" href="${SITE}/login">`);
  expect((await page('/subscribe')).text).toContain(`<link rel="canonical" href="${SITE}/subscribe">`);
  expect((await page('/settings')).text).toContain('<meta name="robots" content="noindex">');
});
it('allows the payment form only on /subscribe', async () => {
  const { headers } = await page('/subscribe').expect(200);
  const policy = headers['content-security-policy']?.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^script-src 'self' 'sha256-\S+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/u,
      ),
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      "connect-src 'self' https://api.stripe.com",
    ]),
  );
  expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  for (const path of ['/settings', '/subscribe/more', '/Subscribe']) {
    const other = (await page(path)).headers;
    expect(other['content-security-policy']).not.toMatch(/stripe/u);
    expect(other['content-security-policy']).toContain("; frame-src 'self';");
    expect(other['permissions-policy']).toBeUndefined();
    expect(other['cross-origin-opener-policy']).toBeUndefined();
  }
});
it('returns only the origin of another payment script', () => {
  const scriptUrl = 'http://localhost:3001/stripe.js';
  expect(paymentOrigins({ apiUrl: 'https://stripe.sandbox.test/v1', scriptUrl })).toEqual({
    scripts: ['http://localhost:3001'],
    frames: ['http://localhost:3001'],
    api: 'https://stripe.sandbox.test',
  });
});
it("requests the screen's data early, for users who may be signed in and open it without a query", async () => {
  const requestsEarly = async (path: string, cookie: string) =>
    (await page(path).set('cookie', cookie)).text.includes(`<script>${earlyRequest}</script>`);
  expect(await requestsEarly('/', 'session')).toBe(true);
  expect(await requestsEarly('/?filter=failed', 'session')).toBe(false);
  const { headers, text } = await page('/?filter=failed').set('cookie', 'session');
  expect(text).not.toMatch(/fetch|signed-in/);
  const hash = createHash('sha256').update(earlyRequest).digest('base64');
  expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
});
it('lets the app, and no other page, show images and videos of another host', async () => {
  const { headers } = await page('/posts').expect(200);
  const policy = headers['content-security-policy']?.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([`img-src 'self' data: blob: ${MEDIA}`, `media-src 'self' blob: ${MEDIA}`]),
  );
  const plain = (await page('/plain').expect(200)).headers['content-security-policy'];
  expect(plain).not.toContain(MEDIA);
});
it('shows visitors the plans without the app, and shows the app to users and after a payment', async () => {
  const plans = '<p>Plans</p>';
  await writeFile(join(folder, 'pages', 'plans.html'), plans);
  const app = express().use(
    ...webApp(folder, () => facts, { publicUrl: SITE, payment: paymentOrigins(STRIPE), media: MEDIA }),
  );
  const get = (path: string) => request(app).get(path).set('accept', 'text/html');
  const visited = await get('/subscribe').expect(200);
  expect(visited.text).toBe(plans);
  expect(visited.headers['content-security-policy']).not.toContain('stripe');
  const inApp = [get('/subscribe').set('cookie', 'session'), get('/subscribe?redirect_status=failed')];
  for (const { text, headers } of await Promise.all(inApp)) {
    expect(text).toContain('/assets/a.js');
    expect(headers['content-security-policy']).toContain('https://js.stripe.com');
  }
  await get('/plans').expect(404);
  await rm(join(folder, 'pages', 'plans.html'));
});
it('shows visitors the landing page at /, and signed-in users the app', async () => {
  expect((await page('/').expect(200)).text).toBe('<p>Welcome</p>');
  expect((await page('/?filter=failed')).text).toBe('<p>Welcome</p>');
  expect((await page('/').set('cookie', 'session').expect(200)).text).toContain('<b>state</b>');
});
it('fills the placeholders of a page without the app, and allows its style but no script', async () => {
  const { headers, text } = await page('/plain').expect(200);
  expect(text).toBe(`<style>${style}</style><p><i>no</i></p>`);
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
});
it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
])('sends the file compressed by the build for %s', async (accepted, encoding) => {
  const { headers, text } = await request(server)
    .get('/assets/b.js')
    .set('accept-encoding', accepted)
    .buffer()
    .parse((response, done) => {
      // This parser does not decompress the body, so the bytes are those that the server sent.
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        done(null, Buffer.concat(parts));
      });
    });
  expect(text).toBeUndefined();
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'Accept-Encoding',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: expect.any(String),
  });
  expect(headers['content-encoding']).toBe(encoding);
});
it('sends a range of the uncompressed file', async () => {
  const { headers, text } = await request(server)
    .get('/assets/b.js')
    .set({ range: 'bytes=0-10', 'accept-encoding': 'br' })
    .expect(206);
  expect(headers['content-encoding']).toBeUndefined();
  expect(text).toBe(code.slice(0, 11));
});
it('lets browsers keep hashed assets for ever', async () => {
  const { headers } = await request(server).get('/assets/a.js').expect(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});
it('serves other files of the app, and lets browsers revalidate them', async () => {
  const { headers } = await request(server).get('/icon.svg').expect(200);
  expect(headers['cache-control']).toBe('no-cache');
});
it('lets the service worker call only our host', async () => {
  const { headers } = await request(server).get('/sw.js').expect(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'content-type': 'text/javascript; charset=utf-8',
  });
});
it.each(['/assets/gone.js', '/api/nothing', '/media/x', '/health/none', '/../../etc/passwd'])(
  'does not send the shell for %s',
  async (path) => {
    await request(server).get(path).set('accept', 'application/json').expect(404);
    if (!path.includes('..')) await page(path).expect(404);
  },
);
it('does not send a page with unfilled placeholders', async () => {
  const spelled = [
    '/%70ages/plain.html',
    '//pages/parts.json',
    '/%69ndex.html',
    '/assets/..%2fpages%2fplain.html',
  ];
  for (const path of ['/pages/plain.html', '/pages/parts.json', '/index.html', ...spelled])
    await request(server).get(path).set('accept', 'application/json').expect(404);
});
it('redirects a page that leads to another one, and forbids caching', async () => {
  const response = await request(server).get('/login?elsewhere').set('accept', 'text/html').expect(303);
  expect(response.headers).toMatchObject({ location: '/posts', 'cache-control': 'no-store' });
  expect(response.headers['vary']).toContain('Cookie');
});
it('lets a page send its form to our own host only', async () => {
  const policyAt = async (path: string) =>
    (await request(server).get(path).set('accept', 'text/html')).headers['content-security-policy'];
  expect(await policyAt('/form')).toContain("form-action 'self'");
  expect(await policyAt('/plain')).toContain("form-action 'none'");
});
it('reports that the app has not been built', async () => {
  const bare = express()
    .use(...webApp(join(folder, 'nowhere'), () => facts, { publicUrl: SITE, payment: null, media: null }))
    .listen(0, '127.0.0.1');
  await request(bare)
    .get('/')
    .set('accept', 'text/html')
    .expect(503, /npm run build/);
  bare.close();
});

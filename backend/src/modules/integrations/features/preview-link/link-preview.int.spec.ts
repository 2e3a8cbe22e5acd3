import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LINK_PREVIEW_TEXT } from '@posthorn/contracts/integrations/link-card.http';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import request from 'supertest';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { startSandbox, type Sandbox } from '../../../../../sandbox/sandbox-server.ts';
import { IntegrationsModule } from '../../integrations.module.ts';
import { PlansDouble } from '../../testing/plans-double.ts';

const page = (name: string) => `https://pages.sandbox.test/${name}`;
let dataDir: string;
let sandbox: Sandbox;
let product: Booted;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-link-preview-'));
  sandbox = await startSandbox({ port: 0, dataDir, publicUrl: '' });
  const env = { SANDBOX_PORT: String(sandbox.port) };
  product = await boot([IntegrationsModule, PlansDouble], {
    store: new InMemoryEventStore(),
    database: true,
    env,
  });
});
afterAll(async () => {
  await product.close();
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (path: string, url: string | string[], user: string | null = 'ana') => {
  const pageRequest = request(product.url).get(path).query({ url });
  return user === null ? pageRequest : pageRequest.set('x-test-user', user);
};
const preview = (url: string | string[], user?: string | null) => get('/api/link-preview', url, user);
/** The body and headers of a response. supertest types them as `any`; this returns them as `unknown`. */
const typed = ({ body, headers }: request.Response) => ({
  body: body as unknown,
  headers: headers as Record<string, string>,
});
async function countReads(name: string): Promise<number> {
  const { body } = typed(await request(sandbox.url).get('/control/calls'));
  const calls = body as { platform: string; endpoint: string; calls: number }[];
  return (
    calls.find(({ platform, endpoint }) => platform === 'pages' && endpoint === `GET /${name}`)?.calls ?? 0
  );
}

it('shows the title and description of a page, with a small picture from our own host', async () => {
  const { body } = typed(await preview(page('bakery')).expect(200));
  const { card } = body as { card: { pictureUrl: string } };
  expect(card).toMatchObject({
    link: page('bakery'),
    site: 'pages.sandbox.test',
    title: 'Ana’s Bakery & Café',
    description: expect.stringContaining('Fresh bread'),
    pictureUrl: expect.stringMatching(/^\/api\/link-preview\/picture\?/u),
  });
  const picture = await request(product.url).get(card.pictureUrl).set('x-test-user', 'ana').expect(200);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=300',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(await sharp(picture.body as Buffer).metadata()).toMatchObject({ width: 600, height: 315 });
});

it('reads a page once for concurrent requests of three users', async () => {
  const before = await countReads('plain');
  const users = ['ana', 'ben', 'cleo'];
  await Promise.all(users.map((user) => preview(page('plain'), user).expect(200)));
  const { body } = typed(await preview(page('plain')).expect(200));
  expect(body).toMatchObject({ card: { title: 'A page with a title alone', pictureUrl: null } });
  expect((await countReads('plain')) - before).toBe(1);
});

it.each([
  ['untitled', 'no-title'],
  ['nowhere', 'refused'],
  ['silent', 'no-answer'],
  ['inside', 'blocked'],
] as const)('gives the reason when /%s has no card', async (name, reason) => {
  const { body } = typed(await preview(page(name)).expect(200));
  expect(body).toEqual({ card: null, reason, message: LINK_PREVIEW_TEXT.noCard[reason] });
  await get('/api/link-preview/picture', page(name)).expect(404);
});

it.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://localhost:3000/',
  'http://169.254.169.254/latest',
  'https://[',
])('does not open the private address %s', async (url) => {
  const { body } = typed(await preview(url).expect(200));
  expect(body).toMatchObject({ card: null, reason: 'blocked' });
});

it('returns 404 for the preview picture of a URL that is itself a picture', async () => {
  await get('/api/link-preview/picture', page('pictures/bakery.png')).expect(404);
});

it.each(['', 'javascript:alert(1)', 'ftp://a.example', 'a.example', `https://a.example/${'a'.repeat(2050)}`])(
  'refuses %s',
  async (url) => {
    const { body } = typed(await preview(url).expect(400));
    expect(body).toMatchObject({ code: 'request.not-valid', message: LINK_PREVIEW_TEXT.urlNotValid });
  },
);

it('requires a signed-in user, and limits the requests of each user', async () => {
  await preview([page('bakery'), page('plain')]).expect(400);
  await preview(page('bakery'), null).expect(401);
  await get('/api/link-preview/picture', page('bakery'), null).expect(401);
  for (let requests = 0; requests < 60; requests++)
    await preview(page(`untitled?${String(requests)}`), 'eve').expect(200);
  const { body, headers } = typed(await preview(page('untitled?more'), 'eve').expect(429));
  expect([(body as { code: string }).code, headers['retry-after']]).toEqual([
    'request.too-many',
    expect.stringMatching(/^\d+$/u),
  ]);
  // A cached preview does not count.
  await preview(page('untitled?59'), 'eve').expect(200);
});

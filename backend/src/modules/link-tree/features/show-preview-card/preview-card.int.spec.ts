import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import request from 'supertest';
import sharp from 'sharp';
import { uploadDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import { LinkTreeProduct } from '../../../../../test/whole-product/testing/link-tree-product.ts';

let product: LinkTreeProduct;
beforeAll(async () => {
  product = await LinkTreeProduct.start({ PAGES_DOMAIN: 'pages.localhost' });
}, 120_000);
afterAll(() => product.close());

let users = 0;
let user: string;
let handle: string;
beforeEach(async () => {
  users += 1;
  [user, handle] = [`painter${String(users)}`, `painter_${String(users)}`];
  await product.person(user, { handle, names: ['Ana', 'Lima'] });
});
const card = (of = handle) => product.get(`/u/${of}/card.jpg`);
const bytes = ({ body }: { body: unknown }) => body as Buffer;

it('shows the preview picture of a page, listed or not, and has its URL in the head of the page', async () => {
  await product.as(user).changePage({ listed: false }).expect(204);
  const shown = await card().expect(200).expect('content-type', 'image/jpeg');
  const { headers } = shown;
  expect(await sharp(bytes(shown)).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(headers['set-cookie']).toBeUndefined();
  const { text } = await product.get(`/u/${handle}`).expect(200);
  const host = `painter-${String(users)}.pages.localhost:3000`;
  for (const tag of [
    `property="og:image" content="http://${host}/card.jpg"`,
    'property="og:image:width" content="1200"',
    'property="og:image:height" content="630"',
    `property="og:image:alt" content="Ana Lima (@${handle})"`,
    'name="twitter:card" content="summary_large_image"',
  ])
    expect(text).toContain(tag);
  const there = await request(product.booted.url).get('/card.jpg').set('host', host).expect(200);
  expect(bytes(there).equals(bytes(shown))).toBe(true);
});

it('returns 304 for a repeated request until the page has changed', async () => {
  const first = await card().expect(200);
  const etag = String(first.headers['etag']);
  await card(handle.toUpperCase()).set('if-none-match', etag).expect(304);
  await product.as(user).changePage({ theme: 'dark' }).expect(204);
  const second = await card().set('if-none-match', etag).expect(200);
  expect(bytes(second).equals(bytes(first))).toBe(false);
});

it('draws the banner behind the text while its owner has Premium', async () => {
  await product.premium(user);
  const sea = await sharp({ create: { width: 1500, height: 500, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer();
  await product.as(user).uploadBanner().attach('banner', sea, 'sea.jpg').expect(200);
  const corner = async () => {
    const { data } = await sharp(bytes(await card().expect(200)))
      .extract({ left: 1190, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data];
  };
  const [red = 255, green = 255] = await corner();
  expect(green - red).toBeGreaterThan(30);
  await product.premium(user, false);
  expect(Math.min(...(await corner()))).toBeGreaterThan(230);
});

it('returns 404 for a handle that no user has or that its owner gave up', async () => {
  const refused = await card('nobody_here').expect(404);
  expect((refused.body as ErrorReply).code).toBe('link-tree.profile-not-found');
  await card().expect(200);
  await product.person(user, { handle: `${handle}_new` });
  await card().expect(404);
});

/** Runs `work` while two other drawings occupy the queue. */
async function withoutTurn(work: () => Promise<void>): Promise<void> {
  let end: (value: null) => void = () => null;
  const ended = new Promise<null>((resolve) => {
    end = resolve;
  });
  const places = ['one', 'two'].map((owner) => uploadDrawing.run({ owner, megapixels: 1 }, () => ended));
  try {
    await work();
  } finally {
    end(null);
    await Promise.all(places);
  }
}

it('draws one picture for many concurrent requests, and refuses requests when too many cards wait', async () => {
  const asked: Promise<{ status: number; body: unknown }>[] = [];
  await withoutTurn(async () => {
    for (let each = 0; each < 30; each++) asked.push(card().then((reply) => reply));
    await eventually(() => uploadDrawing.waiting === 1);
    for (let each = 0; each < 19; each++) {
      await product.person(`crowd${String(each)}`, { handle: `crowd_${String(each)}` });
      asked.push(card(`crowd_${String(each)}`).then((reply) => reply));
    }
    await eventually(() => uploadDrawing.waiting === 20);
    await product.person('late', { handle: 'late_one' });
    const refused = await card('late_one').expect(429);
    expect(refused.headers['retry-after']).toBe('5');
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(49).fill(200));
  await card('late_one').expect(200);
});

/** Polls in each turn of the event loop, because this process also handles the requests. */
async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

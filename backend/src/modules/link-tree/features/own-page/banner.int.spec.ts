import { LINK_PAGE_TEXT, type BannerReply } from '@posthorn/contracts/link-tree/link-page.http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import type { Response } from 'supertest';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { MediaHousekeeping } from '#infrastructure/media/media-housekeeping.ts';
import { ProfilePictures } from '#infrastructure/http/pages/profile-pictures.ts';
import { bannerSizes } from '../../stores/banners/crop-picture.ts';
import { LinkTreeHousekeeping } from '../../effects/forget-clicks.ts';
import { LinkTreeProduct, NOON } from '../../../../../test/whole-product/testing/link-tree-product.ts';

let product: LinkTreeProduct;
beforeAll(async () => {
  product = await LinkTreeProduct.start();
}, 120_000);
afterAll(() => product.close());
afterEach(() => {
  jest.restoreAllMocks();
});

let users = 0;
let user: string;
let handle: string;
let me: ReturnType<LinkTreeProduct['as']>;
beforeEach(async () => {
  users += 1;
  [user, handle] = [`painter${String(users)}`, `painter_${String(users)}`];
  me = product.as(user);
  product.setTime(NOON);
  await product.person(user, { handle, names: ['Ana', 'Lima'] });
  await product.premium(user);
});

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } });
const jpeg = (width = 3000, height = 1500) => blank(width, height).jpeg().toBuffer();
const upload = async (bytes?: Buffer) =>
  me.uploadBanner().attach('banner', bytes ?? (await jpeg()), 'sea.jpg');
const address = ({ body }: Response) => (body as BannerReply).bannerImageUrl;
const code = ({ body }: Response) => (body as { code: string }).code;
const html = async () => (await product.get(`/u/${handle}`).expect(200)).text;
const files = async () => {
  const { rows } = await product.pool.query<{ used: boolean }>(
    'select idle_since is null as used from media.file where owner_id = $1',
    [user],
  );
  return { used: rows.filter(({ used }) => used).length, idle: rows.filter(({ used }) => !used).length };
};
/** Makes all rows more than a day older. */
const twoDaysPass = async () => {
  await product.pool.query(
    `update media.file set idle_since = idle_since - interval '2 days', created_at = created_at - interval '2 days'
     where owner_id = $1`,
    [user],
  );
  await product.pool.query(
    `update link_tree.banner_file set made_at = made_at - interval '2 days' where user_id = $1`,
    [user],
  );
};
const settle = () => product.booted.app.get(LinkTreeHousekeeping).sweep();
const sweep = () => product.booted.app.get(MediaHousekeeping).sweep();
const followed = () => product.booted.catchUp();

it.each([
  [{ width: 3000, height: 1500 }, [2400, 1200, 800, 600], 800],
  [{ width: 1000, height: 1000 }, [1000, 800, 600], 333],
  [{ width: 900, height: 90 }, [270], 90],
])('cuts %j to an aspect ratio of 3 to 1, never larger than the upload', (sides, widths, height) => {
  const made = bannerSizes(sides);
  expect(made.map(({ width }) => width)).toEqual(widths);
  expect(made[0]?.height).toBe(height);
});

it('shows the banner in four sizes on the page, and in the export of its owner', async () => {
  const url = address(await upload());
  expect(url).toMatch(/^\/media\/[\w-]{22}\.webp$/u);
  const { width, height, format } = await sharp(
    (
      await product
        .get(url ?? '')
        .buffer(true)
        .expect(200)
    ).body as Buffer,
  ).metadata();
  expect([width, height, format]).toEqual([2400, 800, 'webp']);
  const page = await html();
  expect(page).toContain(`${String(url)} 2400w`);
  expect(page).toMatch(
    /\/media\/[\w-]{22}\.webp 1200w, \/media\/[\w-]{22}\.webp 800w, \/media\/[\w-]{22}\.webp 600w/u,
  );
  expect((await me.page()).body).toMatchObject({ bannerImageUrl: url, bannerShown: true });
  expect(await product.booted.app.get(ProfilePictures).of(user)).toMatchObject({ bannerImageUrl: url });
});

it('hides the banner without Premium, and shows it again with Premium', async () => {
  const url = address(await upload());
  await product.premium(user, false);
  expect(await html()).not.toContain('/media/');
  expect(await product.booted.app.get(ProfilePictures).of(user)).toMatchObject({ bannerImageUrl: null });
  const refused = await upload();
  expect([refused.status, code(refused)]).toEqual([403, 'link-tree.banner-needs-premium']);
  await product.premium(user);
  expect(await html()).toContain(String(url));
});

it('refuses files that are not pictures, and requests for the page of another user', async () => {
  expect((await me.uploadBanner('somebody-else').attach('banner', await jpeg(), 'a.jpg')).status).toBe(404);
  expect((await me.removeBanner('somebody-else')).status).toBe(404);
  const none = await me.uploadBanner().field('other', '1');
  expect([none.status, (none.body as { fields: object }).fields]).toEqual([
    400,
    { banner: LINK_PAGE_TEXT.bannerRequired },
  ]);
  expect((await upload(Buffer.from('no picture at all'))).status).toBe(415);
  expect((await upload(await blank(30, 20).gif().toBuffer())).status).toBe(415);
  expect((await upload((await jpeg()).subarray(0, 900))).status).toBe(422);
  expect(await files()).toEqual({ used: 0, idle: 0 });
});

it('protects the banner from the sweep, and releases the files of a replaced or removed banner', async () => {
  await upload();
  await followed();
  await twoDaysPass();
  await sweep();
  expect(await files()).toEqual({ used: 4, idle: 0 });
  await upload(await jpeg(600, 200));
  await followed();
  expect(await files()).toEqual({ used: 1, idle: 4 });
  expect(address(await me.removeBanner().expect(200))).toBeNull();
  await followed();
  await twoDaysPass();
  await sweep();
  expect(await files()).toEqual({ used: 0, idle: 0 });
  expect(await html()).not.toContain('class="banner"');
});

it('releases the files when the log has no event of the banner', async () => {
  jest.spyOn(product.booted.app.get(StreamWriter), 'decide').mockRejectedValueOnce(new Error('away'));
  expect((await upload()).status).toBe(500);
  expect(await files()).toEqual({ used: 4, idle: 0 });
  await settle();
  // The files of a running request stay.
  expect(await files()).toEqual({ used: 4, idle: 0 });
  await twoDaysPass();
  await settle();
  expect(await files()).toEqual({ used: 0, idle: 4 });
});

it('keeps the files of a banner whose request crashed directly after its event', async () => {
  await upload();
  await product.pool.query('delete from link_tree.banner_file where user_id = $1', [user]);
  await product.pool.query('update media.file set idle_since = now() where owner_id = $1', [user]);
  await followed();
  expect(await files()).toEqual({ used: 4, idle: 0 });
});

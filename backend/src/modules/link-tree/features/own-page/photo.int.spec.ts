import type { PhotoReply } from '@posthorn/contracts/link-tree/photo.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Response } from 'supertest';
import { ProfilePictures } from '#infrastructure/http/pages/profile-pictures.ts';
import { MediaHousekeeping } from '#infrastructure/media/media-housekeeping.ts';
import { photoSizes } from '../../stores/banners/crop-picture.ts';
import { LinkTreeProduct, NOON } from '../../../../../test/whole-product/testing/link-tree-product.ts';

let product: LinkTreeProduct;
beforeAll(async () => {
  product = await LinkTreeProduct.start();
}, 120_000);
afterAll(() => product.close());

let users = 0;
let user: string;
let handle: string;
let me: ReturnType<LinkTreeProduct['as']>;
beforeEach(async () => {
  users += 1;
  [user, handle] = [`sitter${String(users)}`, `sitter_${String(users)}`];
  me = product.as(user);
  product.setTime(NOON);
  await product.person(user, { handle, names: ['Ana', 'Lima'] });
});

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } });
const portrait = () =>
  blank(900, 1200)
    .withExif({ IFD0: { Copyright: 'canary-exif' } })
    .jpeg()
    .toBuffer();
const upload = async (bytes?: Buffer, name = 'me.jpg') =>
  me.uploadPhoto().attach('photo', bytes ?? (await portrait()), name);
const address = ({ body }: Response) => (body as PhotoReply).profileImageUrl;
const html = async () => (await product.get(`/u/${handle}`).expect(200)).text;
const files = async () => {
  const { rows } = await product.pool.query<{ used: boolean }>(
    'select idle_since is null as used from media.file where owner_id = $1',
    [user],
  );
  return { used: rows.filter(({ used }) => used).length, idle: rows.filter(({ used }) => !used).length };
};
const twoDaysPass = () =>
  product.pool.query(
    `update media.file set idle_since = idle_since - interval '2 days', created_at = created_at - interval '2 days'
     where owner_id = $1`,
    [user],
  );

it.each([
  [{ width: 900, height: 1200 }, [512, 232]],
  [{ width: 3000, height: 300 }, [300, 232]],
  [{ width: 90, height: 90 }, [90]],
])('cuts %j to squares, never larger than the upload', (sides, widths) => {
  expect(photoSizes(sides)).toEqual(widths.map((side) => ({ width: side, height: side })));
});

it('shows a square photo without metadata on the page, in the profile and in API responses, including on the free plan', async () => {
  expect(await html()).toContain('<svg class="avatar"');
  const url = address(await upload()) ?? '';
  expect(url).toMatch(/^\/media\/[\w-]{22}\.webp$/u);
  const bytes = (await product.get(url).buffer(true).expect(200)).body as Buffer;
  const { width, height, format, exif } = await sharp(bytes).metadata();
  expect([width, height, format, exif]).toEqual([512, 512, 'webp', undefined]);
  expect(bytes.includes('canary-exif')).toBe(false);
  const page = await html();
  expect(page).toContain(`srcset="${url} 512w, `);
  expect(page).toMatch(/<img class="avatar" src="\/media\/[\w-]{22}\.webp"/u);
  expect(page).not.toContain('<svg class="avatar"');
  expect((await product.get(`/api/linktree/user/${handle}`)).body).toMatchObject({ profileImageUrl: url });
  expect(await product.booted.app.get(ProfilePictures).of(user)).toEqual({
    bannerImageUrl: null,
    profileImageUrl: url,
  });
});

it('refuses files that are not pictures, and requests for the page of another user', async () => {
  const refused = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'me.svg');
  expect([refused.status, (refused.body as { code: string }).code]).toEqual([
    415,
    'link-tree.banner-not-supported',
  ]);
  expect((await me.uploadPhoto().field('other', '1')).status).toBe(400);
  expect((await me.uploadPhoto('somebody-else').attach('photo', await portrait(), 'me.jpg')).status).toBe(
    404,
  );
  expect((await me.removePhoto('somebody-else')).status).toBe(404);
  expect(await files()).toEqual({ used: 0, idle: 0 });
});

it('protects photo and banner from the sweep, and releases files that were replaced or removed', async () => {
  await product.premium(user);
  await me
    .uploadBanner()
    .attach('banner', await blank(600, 200).jpeg().toBuffer(), 'sea.jpg')
    .expect(200);
  await upload();
  await product.booted.catchUp();
  await twoDaysPass();
  await product.booted.app.get(MediaHousekeeping).sweep();
  expect(await files()).toEqual({ used: 3, idle: 0 });
  await upload(await blank(100, 100).png().toBuffer());
  await product.booted.catchUp();
  expect(await files()).toEqual({ used: 2, idle: 2 });
  expect(address(await me.removePhoto().expect(200))).toBeNull();
  await product.booted.catchUp();
  await twoDaysPass();
  await product.booted.app.get(MediaHousekeeping).sweep();
  expect(await files()).toEqual({ used: 1, idle: 0 });
  expect(await html()).toContain('<svg class="avatar"');
});

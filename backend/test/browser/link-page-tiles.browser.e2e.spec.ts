import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { addLink } from '@posthorn/contracts/link-tree/link-page.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { uploadPicture } from '../all-platforms.ts';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { photo } from './composer.ts';
import { examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

async function creatorWithHandle(handle: string): Promise<Creator> {
  const ana = await stage.creator();
  const { body: user } = await ana.client.get<UserView>(currentUser.path);
  await ana.client.call('PATCH', pathOf(updateUser, { userId: user.id }), { handle });
  return ana;
}

/** The positions of these elements in whole pixels. */
const positionsOf = (page: Page, selector: string) =>
  page.evaluate<{ left: number; top: number; bottom: number }[]>(
    `[...document.querySelectorAll('${selector}')].map((each) => {
      const { left, top, bottom } = each.getBoundingClientRect();
      return { left: Math.round(left), top: Math.round(top), bottom: Math.round(bottom) };
    })`,
  );

it('stacks links, accounts and posts on a phone, with the whole picture above the text', async () => {
  const ana = await creatorWithHandle('ana_stacked');
  await ana.client.post(addLink.path, { title: 'Shop', url: 'https://ana.example/shop' });
  await ana.connectBluesky();
  const account = await ana.connectMastodon();
  const picture = await uploadPicture(ana, '#0c5');
  const post = await ana.schedule([account], 'With a picture', { mediaFiles: [{ mediaUrl: picture }] });
  await ana.settled(post.body.id, ['posted']);
  const { page } = await stage.visit(PHONE);
  await page.goto('/u/ana_stacked');
  const cards = await positionsOf(page, '.links li, .accounts li, .posts li.beside');
  expect(cards).toHaveLength(4);
  expect(new Set(cards.map(({ left }) => left)).size).toBe(1);
  cards.slice(1).forEach(({ top }, at) => {
    expect(top).toBeGreaterThanOrEqual(cards[at]?.bottom ?? 0);
  });
  const [media] = await positionsOf(page, '.beside .media');
  const [words] = await positionsOf(page, '.beside .words');
  expect(words?.top).toBeGreaterThanOrEqual(media?.bottom ?? Infinity);
  expect(await examine(page, 'public-page-stacked')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  const [mediaWhenWide] = await positionsOf(page, '.beside .media');
  const [wordsWhenWide] = await positionsOf(page, '.beside .words');
  expect(wordsWhenWide?.left).toBeGreaterThan(mediaWhenWide?.left ?? Infinity);
});

it('drags an account to the top, hides an account, and shows each change in the preview', async () => {
  const ana = await creatorWithHandle('ana_tiles');
  await ana.connectBluesky();
  await ana.connectMastodon();
  const { page } = await stage.visitOf(ana, {}, '/settings/link-page');
  const tiles = page.frameLocator('iframe').locator('.accounts b');
  const expectTiles = (names: readonly string[]) =>
    eventually(async () => {
      expect(await tiles.allTextContents()).toEqual(names);
    });
  await expectTiles(['Bluesky', 'Mastodon']);
  const list = page.getByRole('list', { name: 'Accounts in the order of the page' });
  const boxOfHandle = async (name: RegExp) => {
    const handle = list.getByRole('button', { name });
    await handle.scrollIntoViewIfNeeded();
    return handle.boundingBox();
  };
  const first = await boxOfHandle(/^Move Bluesky/u);
  const handle = await boxOfHandle(/^Move Mastodon/u);
  if (!handle || !first) throw new Error('An account is not visible.');
  await page.mouse.move(handle.x + 20, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(first.x + 20, first.y + 20, { steps: 8 });
  await page.mouse.up();
  await expectTiles(['Mastodon', 'Bluesky']);
  await list.getByRole('switch', { name: /^Show Mastodon account/u }).click();
  await expectTiles(['Bluesky']);
  await page.setViewportSize(PHONE);
  expect(await examine(page, 'link-page-accounts')).toEqual([]);
});

it('crops a photo with the keyboard and shows it on the page and in Settings', async () => {
  const ana = await creatorWithHandle('ana_photo');
  const { page } = await stage.visitOf(ana, {}, '/settings/link-page');
  await page.getByLabel('Choose a photo').setInputFiles(await photo('me.jpg'));
  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  await zoom.focus();
  await page.keyboard.press('ArrowRight');
  expect(Number(await zoom.inputValue())).toBeGreaterThan(1);
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.frameLocator('iframe').locator('img.avatar').waitFor();
  await eventually(async () => {
    const preview = page.frames().at(-1);
    const width = await preview?.evaluate<number>('document.querySelector("img.avatar").naturalWidth');
    expect(width).toBeGreaterThan(0);
  });
  await page.goto('/settings#account');
  const account = page.getByRole('region', { name: 'Account', exact: true });
  await account.locator('img[src*="/media/"]').waitFor();
  await account.getByRole('button', { name: 'Remove photo' }).click();
  await account.getByLabel('Choose a photo').waitFor();
});

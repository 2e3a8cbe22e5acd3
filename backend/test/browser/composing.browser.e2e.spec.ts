import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { Composer, photo } from './composer.ts';
import { examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

let ana: Creator;
beforeEach(async () => {
  ana = await stage.creator();
  await ana.connectBluesky();
  for (let count = 0; count < 3; count += 1) await ana.connectMastodon();
  await ana.connectBluesky();
});

/** Counts all taps from now on, including those on later pages. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(COUNT);
  await page.evaluate(COUNT);
  return () => page.evaluate<number>('Number(sessionStorage.getItem("taps"))');
}
const COUNT =
  'addEventListener("pointerup", () => sessionStorage.setItem("taps", 1 + Number(sessionStorage.getItem("taps"))), true);';
const isInWindow = async (page: Page, locator: Locator): Promise<boolean> => {
  const box = await locator.boundingBox();
  const size = page.viewportSize();
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height;
};

it('takes three taps on a phone to schedule a post at a suggested time on the accounts of the last post', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  const first = await Composer.open(page);
  await first.openPart('Accounts');
  await first.dialog.getByRole('button', { name: 'All', exact: true }).click();
  await first.openPart('Write');
  await first.write({ content: 'The first one' });
  await first.send();

  const taps = await countTaps(page);
  await page.getByRole('button', { name: 'Start Creating' }).click();
  const { dialog, content } = new Composer(page);
  await content.waitFor();
  // The text field has the focus.
  await page.keyboard.type('The second one');
  await dialog.getByRole('button', { name: 'Tomorrow 09:00' }).click();
  await dialog.getByRole('button', { name: 'Schedule Post' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await taps()).toBe(3);
  const { body } = await ana.client.get<PostView[]>('/api/posts');
  const post = body.find(({ content: text }) => text === 'The second one');
  expect(post?.selectedAccountIds).toHaveLength(5);
  expect(post?.scheduledFor).toMatch(/T(?:08|09):00:00/u);
});

it('takes five taps on a phone from the first sign-in to the first published post', async () => {
  const newcomer = await stage.creator();
  const { page } = await stage.visitOf(newcomer, PHONE);
  const taps = await countTaps(page);
  await page.getByRole('link', { name: 'Connect Mastodon' }).click();
  await page.getByRole('button', { name: 'Connect Mastodon' }).click();
  await page.getByRole('button', { name: 'Create First Post' }).click();
  const { dialog, content } = new Composer(page);
  await content.waitFor();
  // The text field has the focus, and the only account is selected.
  await page.keyboard.type('The very first one');
  await dialog.getByRole('button', { name: 'Post now', exact: true }).click();
  await dialog.getByRole('button', { name: 'Schedule Post' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await taps()).toBe(5);
  const [post] = (await newcomer.client.get<PostView[]>('/api/posts')).body;
  await newcomer.settled(post?.id ?? 0);
});

it('keeps the time and the button visible above the keyboard of a phone', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  const { dialog, content } = await Composer.open(page);
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain(
    'interactive-widget=resizes-content',
  );
  for (const height of [740, 420]) {
    await page.setViewportSize({ width: 360, height });
    await content.focus();
    for (const name of ['Schedule Post', 'In 1 hour'])
      expect(await isInWindow(page, dialog.getByRole('button', { name }))).toBe(true);
  }
});

it('shows the preview next to the text on a desktop, and keeps it visible while the form scrolls', async () => {
  const { page } = await stage.visitOf(ana, { width: 1280, height: 640 });
  const composer = await Composer.open(page);
  const { dialog } = composer;
  await page.evaluate('atRest()');
  expect((await dialog.boundingBox())?.width).toBe(1120);
  await dialog.getByRole('button', { name: 'All', exact: true }).click();
  await composer.write({
    content: 'A long one. '.repeat(20),
    files: [await photo('bread.jpg'), await photo('buns.jpg', 'evening'), await photo('rolls.jpg')],
  });
  await dialog.getByRole('switch', { name: 'AI auto-reply' }).scrollIntoViewIfNeeded();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  expect(await isInWindow(page, preview.getByRole('tablist'))).toBe(true);
  expect(await isInWindow(page, composer.content)).toBe(false);
  // The message about the files must be at its place before the smaller window changes the layout of the dialog.
  await page.locator('li[data-state=open]', { hasText: 'Files uploaded!' }).waitFor();
  await page.evaluate('atRest()');
  await page.setViewportSize(PHONE);
  expect(await examine(page, 'compose-five', { over: true, atTop: true })).toEqual([]);
});

it('changes the text of one account, and returns to the text of all accounts', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  const composer = await Composer.open(page);
  const { dialog } = composer;
  await composer.openPart('Accounts');
  await dialog.getByRole('button', { name: 'All', exact: true }).click();
  await composer.openPart('Write');
  await composer.write({ content: 'x '.repeat(200) });
  await dialog.getByText('2 accounts are not ready yet.').waitFor();
  await dialog
    .getByRole('button', { name: /^Shorten for Bluesky/u })
    .first()
    .click();
  await dialog.getByText(/^Bluesky.* is not ready yet\.$/u).waitFor();
  await dialog.getByRole('button', { name: /Bluesky,.*own text/u }).click();
  const ownText = dialog.getByRole('textbox', { name: /^Text for Bluesky/u });
  expect(await ownText.inputValue()).toMatch(/x…$/u);
  expect(await examine(page, 'compose-own-text', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);
  await dialog.getByRole('button', { name: 'Shared by all accounts' }).click();
  await composer.write({ content: 'Short enough for everybody' });
  await dialog.getByText(/not ready yet/u).waitFor({ state: 'detached' });
  await composer.openPart('Accounts');
  expect(await examine(page, 'compose-accounts', { over: true })).toEqual([]);
});

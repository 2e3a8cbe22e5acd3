import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Composer, photo } from './composer.ts';
import { PHONE } from './examine.ts';
import { boxOf, overlap } from './overlap.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

it('reports uploaded files without covering open fields of the composer', async () => {
  const ana = await stage.creator();
  await ana.connectMastodon();
  const { page } = await stage.visitOf(ana, PHONE);
  const composer = await Composer.open(page);
  const { dialog } = composer;
  await composer.write({ content: 'Too long for anybody. '.repeat(30), files: [await photo('buns.jpg')] });
  const toast = page.locator('li', { hasText: 'Files uploaded!' });
  const box = await boxAtRest(toast);
  for (const control of ['Close', 'Show what is missing', 'Schedule Post'])
    expect(await overlap(box, dialog.getByRole('button', { name: control }))).toBe(false);
  // The focus is in the text field.
  expect(await overlap(box, composer.content)).toBe(false);
});

it('reports uploaded files above the bottom bar of the composer on a desktop', async () => {
  const ana = await stage.creator();
  await ana.connectMastodon();
  const { page } = await stage.visitOf(ana);
  const { dialog } = await Composer.open(page);
  await dialog.getByLabel('Add media').setInputFiles([await photo('buns.jpg')]);
  const toast = page.locator('li', { hasText: 'Files uploaded!' });
  const box = await boxAtRest(toast);
  for (const control of ['Post now', 'In 1 hour', 'Schedule Post'])
    expect(await overlap(box, dialog.getByRole('button', { name: control }))).toBe(false);
});

it('reports uploaded files without covering the button that chose them', async () => {
  const ana = await stage.creator();
  await ana.connectMastodon();
  const { page } = await stage.visitOf(ana, PHONE);
  const composer = await Composer.open(page);
  const add = composer.dialog.getByLabel('Add media');
  await add.focus();
  await add.setInputFiles([await photo('buns.jpg')]);
  const toast = page.locator('li', { hasText: 'Files uploaded!' });
  const box = await boxAtRest(toast);
  expect(await overlap(box, composer.dialog.getByText('Add media'))).toBe(false);
  for (const control of ['Close', 'Schedule Post'])
    expect(await overlap(box, composer.dialog.getByRole('button', { name: control }))).toBe(false);
});

it('reports a refused connection without covering the button that tries again', async () => {
  const visitor = await stage.visitOf(await stage.creator(), PHONE, '/bluesky-setup');
  visitor.expects(/status of 422 .*\/api\/auth\/bluesky\/connect$/u);
  const { page } = visitor;
  await page.getByLabel('Handle').fill('bad.sandbox.test');
  await page.getByLabel('App Password').fill('bad0-bad0-bad0-bad0');
  const connect = page.getByRole('button', { name: 'Connect Bluesky' });
  // Scrolls to the position of the page after a user has filled in the fields above the button.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await connect.click();
  const toast = page.getByRole('listitem').filter({ hasText: 'Connection Failed' });
  const box = await boxAtRest(toast);
  expect(await overlap(box, connect)).toBe(false);
  expect(await overlap(box, page.getByRole('form').getByRole('alert'))).toBe(false);
});

it('reports a deletion without covering the next card, on a desktop', async () => {
  const ana = await stage.creator();
  const account = await ana.connectMastodon();
  for (const [at, text] of ['One', 'Two', 'Three'].entries())
    await ana.schedule([account], text, {
      scheduledFor: new Date(Date.now() + (at + 1) * 3_600_000).toISOString(),
    });
  const { page } = await stage.visitOf(ana);
  // The last cards are at the lower edge of the window, where toasts are.
  await page.setViewportSize({ width: 1000, height: 520 });
  await page.getByRole('button', { name: 'More for Two' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const box = await boxAtRest(page.locator('li', { hasText: 'Post Deleted' }));
  expect(await overlap(box, page.getByRole('article', { name: 'Three' }))).toBe(false);
});

it('reports the result of a button at the top of the page at the bottom', async () => {
  const ana = await stage.creator();
  const { page } = await stage.visitOf(ana, PHONE, '/settings/timezone');
  const zone = page.getByLabel('Time zone', { exact: true });
  await zone.fill('Asia/Tokyo');
  const save = page.getByRole('button', { name: 'Save time zone' });
  await save.focus();
  await page.evaluate('document.activeElement.scrollIntoView({ block: "start" })');
  await save.click();
  const toast = page.getByRole('listitem').filter({ hasText: 'Timezone Updated' });
  const box = await boxAtRest(toast);
  expect(await overlap(box, save)).toBe(false);
});

/** The position of a toast. A toast disappears after seconds, so callers store its box. */
async function boxAtRest(toast: Locator) {
  await toast.waitFor();
  await toast.page().evaluate('atRest()');
  return boxOf(toast);
}

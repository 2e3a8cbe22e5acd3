import { randomUUID } from 'node:crypto';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { uploadPicture } from '../all-platforms.ts';
import { eventually } from '../eventually.ts';
import { DESK, examine, PHONE } from './examine.ts';
import { overlap } from './overlap.ts';
import { shiftsOf } from './shifts.ts';
import { Stage } from './stage.ts';

const ANA = 'ana@dense-list.example';
const DAY_MS = 24 * 3_600_000;
const stage = Stage.forSpecs();
const LONG_TEXT =
  'Fresh bread from seven, and the first cinnamon buns of the season, warm from the oven. '.repeat(3);

let ana: Creator;
let accounts: AccountView[];
beforeAll(async () => {
  ana = await stage.creator(ANA);
  accounts = [await ana.connectBluesky(), await ana.connectMastodon('one'), await ana.connectMastodon('two')];
  for (let day = 1; day <= 12; day += 1) await schedule(`Post ${String(day)}. ${LONG_TEXT}`, day);
});

async function schedule(content: string, day: number): Promise<void> {
  const { status } = await ana.schedule(accounts, content, {
    scheduledFor: new Date(Date.now() + day * DAY_MS).toISOString(),
    hashtags: '#bread #buns',
    mediaFiles: [{ mediaUrl: await uploadPicture(ana), altText: 'Buns' }],
  });
  expect(status).toBe(201);
}

const cards = (page: Page) => page.getByRole('article');
const box = async (locator: Locator) => (await locator.boundingBox()) ?? { y: NaN, height: NaN };

it('shows the first post within the upper 300 px of a phone, and each post without problems within 96 px', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  await cards(page).first().waitFor();
  await page.evaluate('atRest()');
  expect((await box(page.getByRole('group', { name: 'Filter posts' }))).height).toBe(48);
  expect((await box(page.getByRole('region', { name: 'Create New Post' }))).height).toBe(56);
  expect((await box(cards(page).first())).y).toBeLessThanOrEqual(300);
  for (const card of await cards(page).all()) expect((await box(card)).height).toBeLessThanOrEqual(96);
  expect(await shiftsOf(page)).toBe(0);
});

it('shows the first post within 300 px even below a notice about posts and a one-line banner', async () => {
  const ben = await stage.creator();
  const account = await ben.connectMastodon();
  for (const text of ['One', 'Two'])
    await ben.schedule([account], text, { scheduledFor: new Date(Date.now() + DAY_MS).toISOString() });
  await ben.client.call('DELETE', `/api/accounts/${String(account.id)}`);
  const { page } = await stage.visitOf(ben, PHONE);
  await page.getByRole('region', { name: '2 posts need attention' }).waitFor();
  const banner = page.locator('[data-banner]');
  await banner.getByRole('link', { name: 'See what arrived' }).waitFor();
  expect((await box(banner)).height).toBeLessThanOrEqual(45);
  expect((await box(cards(page).first())).y).toBeLessThanOrEqual(300);
  expect(await examine(page, 'posts-need-you')).toEqual([]);
});

/** The height of two lines of small text, in pixels. */
const TWO_LINES = 32;
it.each(['free', 'Premium'])(
  'shows the last draft in the card for new posts without making the card higher (%s)',
  async (plan) => {
    const writer = plan === 'Premium' ? ana : await stage.creator();
    const draft = `/api/drafts/${randomUUID()}`;
    await writer.client.call('PUT', draft, { content: 'Half a thought' });
    const { page } = await stage.visitOf(writer, PHONE);
    const card = page.getByRole('region', { name: 'Create New Post' });
    const startButton = card.getByRole('button', { name: 'Start Creating' });
    const continueButton = card.getByRole('button', { name: 'Continue: Half a thought' });
    await continueButton.waitFor();
    await page.evaluate('atRest()');
    expect((await box(card)).height).toBe(56);
    expect((await box(startButton)).y).toBe((await box(continueButton)).y);
    if (plan === 'Premium') await card.getByText('For all accounts at once.').waitFor({ state: 'hidden' });
    else expect((await box(card.getByText(/posts? left$/u))).height).toBeLessThanOrEqual(TWO_LINES);
    expect(await examine(page, `posts-continue-${plan}`)).toEqual([]);
    await writer.client.call('DELETE', draft);
  },
);

it('shows a button for a new post after scrolling, and returns the focus to this button', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  await cards(page).first().waitFor();
  const floating = page.getByRole('button', { name: 'New post', exact: true });
  expect(await floating.count()).toBe(0);
  await page.evaluate('scrollTo(0, 600)');
  await floating.click();
  await page.getByRole('dialog', { name: 'Create New Post' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await floating.and(page.locator(':focus')).waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await floating.waitFor({ state: 'detached' });
});

it('expands a post in the list, with its whole text, files and accounts', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  const card = cards(page).first();
  await card.getByRole('button', { name: /^Show all/u }).click();
  await card.getByRole('list', { name: 'Accounts' }).getByRole('listitem').nth(2).waitFor();
  await card.getByRole('list', { name: 'Media' }).waitFor();
  expect((await box(card)).height).toBeGreaterThan(200);
});

it('selects posts in place, and moves them together', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  const first = cards(page).first();
  await first.waitFor();
  const { height } = await box(first);
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await first.focus();
  await eventually(async () => {
    if (!(await bar.isVisible())) await page.keyboard.press('x');
    await bar.waitFor({ timeout: 2_000 });
  });
  expect((await box(first)).height).toBe(height);
  expect(await overlap(bar, page.getByRole('navigation', { name: 'Main' }))).toBe(false);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await bar.getByText('2 selected').waitFor();
  expect(await examine(page, 'posts-selected')).toEqual([]);
  await page.setViewportSize(DESK);
  await bar.getByRole('button', { name: 'Move 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 posts' });
  await dialog.getByLabel('Move by').fill('20');
  await dialog.getByRole('button', { name: 'Move 2' }).click();
  await page.getByText('2 posts moved', { exact: true }).waitFor();
  await bar.waitFor({ state: 'hidden' });
});

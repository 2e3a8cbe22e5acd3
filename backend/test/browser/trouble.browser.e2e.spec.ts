import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { Composer } from './composer.ts';
import { Stage } from './stage.ts';

/** One attempt and no automatic look-up, so that only actions of the user have an effect. */
const publishingTimes = {
  tick: 250,
  tries: 1,
  callWithin: 8_000,
  firstLookUp: 3_600_000,
  longestLookUp: 3_600_000,
};
const stage = Stage.ofItsOwn({ env: { POSTHORN_PUBLISHING_TIMES: JSON.stringify(publishingTimes) } });

let ana: Creator;
let page: Page;
let token: string;

beforeEach(async () => {
  ana = await stage.creator();
  await ana.connectBluesky();
  token = `token-of-${ana.email}`;
  await ana.connectMastodon(token);
  ({ page } = await stage.visitOf(ana));
});
afterEach(() => stage.sandbox.reset());

it('shows that a post waits for its account, and publishes it when the account is connected again', async () => {
  // The fault begins just before the post is sent, because requests for comments would also meet it.
  const card = await publish('Locked out', () => stage.sandbox.fault('mastodon', 'revoked', 5));
  const mastodon = targetOf(card, 'Mastodon');
  await mastodon.getByText('Waiting for reconnection', { exact: true }).waitFor();
  await card.locator('header').getByText('Waiting for reconnection').waitFor();
  await mastodon.getByText(/The post goes out as soon as the account is connected again\.$/u).waitFor();
  await mastodon
    .getByText(/^Mastodon says: /u)
    .getByText('The access token was revoked')
    .waitFor();
  await unfold(card, /1 posted|ana|creator/u);
  await targetOf(card, 'Bluesky').getByText('Posted', { exact: true }).waitFor();
  await page.getByRole('region', { name: '1 post needs attention' }).waitFor();

  await stage.sandbox.reset();
  await mastodon.getByRole('link', { name: /^Reconnect/u }).click();
  await page.getByLabel('Instance URL').fill('https://mastodon.sandbox.test');
  await page.getByLabel('Access Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Connect Mastodon' }).click();
  // The page shows the card again, and the product publishes the waiting post.
  await page.getByText('Mastodon connected', { exact: true }).waitFor();
  await page.locator('article:focus', { hasText: 'Locked out' }).waitFor();
  await page.waitForURL((url) => url.pathname === '/posts' && url.search === '');
  await unfold(card, /2 posted/u);
  await mastodon.getByText('Posted', { exact: true }).waitFor();
  await mastodon.getByRole('link', { name: /^View post/u }).waitFor();
  expect(await stage.sandbox.postsWith('Locked out')).toHaveLength(1);
});

it('shows where a post failed, and publishes it everywhere with a second attempt', async () => {
  await stage.sandbox.refuse('mastodon', 422, { error: 'Validation failed: not today' });
  const card = await publish('Half out');
  await card.getByText('Posted on 1 of 2', { exact: true }).waitFor();
  await page.getByRole('button', { name: '1 Failed' }).click();
  await page.getByRole('region', { name: '1 post needs attention' }).waitFor();
  await targetOf(card, 'Mastodon')
    .getByRole('button', { name: /^Retry/u })
    .click();
  await page.getByText('Publishing again', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'No failed posts' }).waitFor();
  await page.getByRole('region', { name: '1 post needs attention' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Show All Posts' }).click();
  await unfold(card, /2 posted/u);
  await targetOf(card, 'Mastodon').getByText('Posted', { exact: true }).waitFor();
  expect(await stage.sandbox.postsWith('Half out')).toHaveLength(2);
});

it('checks a post with an unknown outcome when the user asks, and finds the post on the platform', async () => {
  await stage.sandbox.fault('mastodon', 'dropAfterAccept');
  const card = await publish('Cut off');
  const mastodon = targetOf(card, 'Mastodon');
  await mastodon.getByText('Checking…', { exact: true }).waitFor();
  await mastodon.getByRole('button', { name: /^Check now/u }).click();
  await unfold(card, /2 posted/u);
  await mastodon.getByText('Posted', { exact: true }).waitFor();
  expect(await stage.sandbox.postsWith('Cut off')).toHaveLength(2);
});

it('sends a post again only after the user has accepted the risk in a dialog', async () => {
  await stage.sandbox.fault('mastodon', 'hang');
  const card = await publish('Gone silent');
  const mastodon = targetOf(card, 'Mastodon');
  await mastodon.getByText('Checking…', { exact: true }).waitFor();
  await mastodon.getByRole('button', { name: /^Check now/u }).click();
  await page.getByText('Still unconfirmed', { exact: true }).waitFor();

  await mastodon.getByRole('button', { name: /^Send again/u }).click();
  const question = page.getByRole('alertdialog', { name: 'Send again to Mastodon?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await mastodon.getByText('Checking…', { exact: true }).waitFor();
  await mastodon.getByRole('button', { name: /^Send again/u }).click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Checking first', { exact: true }).waitFor();
  await mastodon.getByText(/^Looking for it on Mastodon\./u).waitFor();
  await mastodon.getByRole('button', { name: /^Send again/u }).click();
  await question.getByRole('button', { name: 'Send at once' }).click();
  await unfold(card, /2 posted/u);
  await mastodon.getByText('Posted', { exact: true }).waitFor();
  expect(await stage.sandbox.postsWith('Gone silent')).toHaveLength(2);
});

it('marks a post as published when the user has seen it, and stores the link', async () => {
  await stage.sandbox.fault('mastodon', 'dropAfterAccept');
  const card = await publish('Seen by eye');
  const mastodon = targetOf(card, 'Mastodon');
  await mastodon.getByRole('button', { name: /^Mark as posted/u }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as posted on Mastodon?' });
  await dialog.getByLabel('Link to the post').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Mark as posted' }).click();
  await dialog.getByText('Please enter a link that begins with https://').waitFor();
  await dialog.getByLabel('Link to the post').fill('https://mastodon.sandbox.test/@ana/1');
  await dialog.getByRole('button', { name: 'Mark as posted' }).click();
  await unfold(card, /2 posted/u);
  await mastodon.getByText('Posted', { exact: true }).waitFor();
  const link = mastodon.getByRole('link', { name: /^View post/u });
  expect(await link.getAttribute('href')).toBe('https://mastodon.sandbox.test/@ana/1');
});

async function publish(content: string, beforeSending?: () => Promise<void>): Promise<Locator> {
  const composer = await Composer.open(page);
  await composer.write({ content, accounts: ['Bluesky', 'Mastodon'], time: 'now' });
  await beforeSending?.();
  await composer.send();
  return page.getByRole('article', { name: content });
}

/** Opens the list of accounts without problems, when the line shows the expected text. */
const unfold = (card: Locator, line: RegExp): Promise<void> =>
  card
    .getByRole('button', { name: /^Show all/u, expanded: false })
    .filter({ hasText: line })
    .click();

const targetOf = (card: Locator, platform: string): Locator =>
  card
    .getByRole('list', { name: 'Accounts' })
    .getByRole('listitem')
    .filter({ hasText: `${platform}: ` });

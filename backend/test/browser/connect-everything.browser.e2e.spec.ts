import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { CONSENT_TEXT } from '@posthorn/contracts/integrations/consent-text';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accountOn, accountsOf, PUBLISHING, targetFor, uploadVideo } from '../all-platforms.ts';
import type { Creator } from '../creator.ts';
import { Composer } from './composer.ts';
import { DESK, examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';
import type { Visitor, VisitOptions } from './visitor.ts';

const BY_CONSENT = [
  'facebook',
  'instagram',
  'linkedin',
  'pinterest',
  'snapchat',
  'threads',
  'tiktok',
  'twitter',
  'youtube',
];
/** A user with more accounts than the free plan allows. */
const ANA = 'ana@connect-everything.example';
const stage = Stage.forSpecs();

it('connects every platform through its consent page, lists the accounts, and publishes a post on all of them', async () => {
  const ana = await stage.creator(ANA);
  const visitor = await visitSettings(ana);
  const { page } = visitor;
  const consents = await listConsents(ana);
  for (const { name } of consents) {
    await openConsent(page, name);
    await page.getByRole('button', { name: 'Allow' }).click();
    await acceptChoice(page, name);
  }
  const accounts = await accountsOf(ana);
  expect([...new Set(accounts.map(({ platform }) => platform))].sort()).toEqual(BY_CONSENT);
  await visitor.open('/settings');
  const list = page.getByRole('region', { name: 'Connected Accounts' }).getByRole('listitem');
  for (const { accountName } of accounts) await list.filter({ hasText: accountName }).first().waitFor();

  await ana.connectBluesky();
  await ana.connectMastodon();
  await schedule(ana, 'A film for everybody');
  await visitor.open('/posts');
  const card = page.getByRole('article', { name: 'A film for everybody' });
  await card.getByText(`${String(PUBLISHING.length)} posted`, { exact: true }).waitFor({ timeout: 120_000 });
  // Snapchat stories have no text.
  const received = (await stage.sandbox.posts()).filter(({ text }) => text === '' || text.includes('A film'));
  expect(received.map(({ platform }) => platform).sort()).toEqual([...PUBLISHING].sort());
});

it('adds the permission to read comments on TikTok with a second consent of the connected account', async () => {
  const creator = await stage.creator();
  const [{ id } = { id: 0 }] = await creator.connect('/api/auth/tiktok', 'reader');
  const visitor = await visitSettings(creator, PHONE);
  const { page } = visitor;
  await page.getByRole('link', { name: 'Connected Accounts' }).click();
  const link = page.getByRole('link', { name: /^Read comments/u });
  await link.waitFor();
  expect(await examine(page, 'settings-read-comments')).toEqual([]);
  await page.setViewportSize(DESK);
  for (const [account, message] of [
    ['somebody', 'Comments on TikTok not allowed'],
    ['reader', 'Comments on TikTok allowed'],
  ] as const) {
    await link.click();
    await page.getByRole('heading', { name: 'TikTok for Business: allow Posthorn?' }).waitFor();
    await page.getByLabel('Signed in as').fill(account);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText(message, { exact: true }).waitFor();
  }
  await link.waitFor({ state: 'detached' });
  expect(await accountsOf(creator)).toMatchObject([{ id, commentsPath: null }]);
});

it('connects an account on the Mastodon server that a user enters', async () => {
  const creator = await stage.creator();
  const visitor = await visitSettings(creator);
  const { page } = visitor;
  await visitor.open('/mastodon-setup');
  await page.getByLabel('Instance URL').fill('ana@mastodon.sandbox.test');
  await page.keyboard.press('Enter');
  await page.getByLabel('Signed in as').fill('ana');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Mastodon connected', { exact: true }).waitFor();
  expect(await accountsOf(creator)).toMatchObject([
    { platform: 'mastodon', accountName: 'ana@mastodon.sandbox.test', status: 'active' },
  ]);
});

it('does not connect an account after a refusal, and shows the refusal', async () => {
  const creator = await stage.creator();
  const { page } = await visitSettings(creator);
  await openConsent(page, 'TikTok');
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('TikTok not connected', { exact: true }).waitFor();
  await page.getByText(CONSENT_TEXT.denied('TikTok'), { exact: true }).waitFor();
  expect(await accountsOf(creator)).toEqual([]);
});

it('shows that the user unticked a permission for publishing', async () => {
  const creator = await stage.creator();
  const { page } = await visitSettings(creator);
  await openConsent(page, 'TikTok');
  await page.getByRole('checkbox', { name: 'video.publish' }).uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText(CONSENT_TEXT.scopes('TikTok'), { exact: true }).waitFor();
  expect(await accountsOf(creator)).toEqual([]);
});

it('renews the permission of an account that is already connected', async () => {
  const creator = await stage.creator();
  const { page } = await visitSettings(creator);
  for (const message of ['TikTok connected', CONNECT_TEXT.alreadyConnected]) {
    await openConsent(page, 'TikTok');
    await page.getByLabel('Signed in as').fill('renewed');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText(message, { exact: true }).waitFor();
  }
  expect(await accountsOf(creator)).toMatchObject([
    { platform: 'tiktok', accountName: 'renewed', status: 'active' },
  ]);
});

it('leads a new user on a phone in three steps to a published post', async () => {
  const visitor = await stage.visitOf(await stage.creator(), { width: 360, height: 740 });
  const { page } = visitor;
  const currentStep = page.locator('li[aria-current=step]');
  await currentStep.getByRole('heading', { name: 'Connect an account' }).waitFor();
  await currentStep.getByRole('link', { name: 'Connect Bluesky' }).click();
  // In the sandbox the form is already filled in.
  await page.getByRole('button', { name: 'Connect Bluesky' }).click();
  await page.waitForURL((url) => url.pathname === '/posts');
  await page.getByText('Bluesky connected', { exact: true }).waitFor();
  await currentStep.getByRole('heading', { name: 'Write your post' }).waitFor();
  await currentStep.getByRole('button', { name: 'Create First Post' }).click();
  const composer = new Composer(page);
  await composer.write({ content: 'The first of many', time: 'now' });
  await composer.send();
  const card = page.getByRole('article', { name: 'The first of many' });
  await card.locator('header').getByText('Posted', { exact: true }).waitFor();
  await currentStep.waitFor({ state: 'detached' });
});

it('returns from a consent to the draft where it started, even if the user refused the consent', async () => {
  const creator = await stage.creator();
  const visitor = await visitSettings(creator);
  const { page } = visitor;
  await visitor.open('/posts');
  const composer = await Composer.open(page);
  await composer.content.fill('Half a thought');
  const folded = composer.dialog.getByText('No connected accounts');
  await folded.click();
  await composer.dialog.getByRole('link', { name: 'Connect TikTok' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('TikTok not connected', { exact: true }).waitFor();
  expect(await composer.content.inputValue()).toBe('Half a thought');
  await folded.click();
  await composer.dialog.getByRole('link', { name: 'Connect Facebook' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  const form = page.getByRole('form', { name: 'Choose accounts' });
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Account connected', { exact: true }).waitFor();
  expect(await composer.content.inputValue()).toBe('Half a thought');
  expect(new URL(page.url()).search).toMatch(/^\?compose=true&draft=[\da-f-]{36}$/u);
});

async function schedule(creator: Creator, title: string): Promise<void> {
  const accounts = await accountsOf(creator);
  const chosen = PUBLISHING.map((platform) => accountOn(accounts, platform));
  const response = await creator.schedule([], title, {
    title,
    mediaFiles: [{ mediaUrl: await uploadVideo(creator), altText: 'A film of the harbour' }],
    targets: await Promise.all(chosen.map((account) => targetFor(creator, account))),
    selectedAccountIds: undefined,
  });
  expect(response.status).toBe(201);
}

/** Opens Settings in a browser that may request only the product and the platforms' consent pages. */
async function visitSettings(creator: Creator, options: VisitOptions = {}): Promise<Visitor> {
  const visitor = await stage.visitOf(creator, options, '/settings');
  const host = new URL(stage.product.sandboxUrl).host.replaceAll('.', '\\.');
  visitor.expects(new RegExp(`^request to another host: http://${host}/oauth/`, 'u'));
  return visitor;
}

/** One platform for each consent, because Facebook's consent also covers Instagram. */
async function listConsents({ client }: Creator): Promise<readonly PlatformView[]> {
  const { body } = await client.get<readonly PlatformView[]>('/api/platforms');
  const consents = body.filter(({ platform, configured }) => configured && BY_CONSENT.includes(platform));
  return consents.filter(
    ({ connectPath }, at) => consents.findIndex((consent) => consent.connectPath === connectPath) === at,
  );
}

async function openConsent(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Connect ${name}`, exact: true }).click();
  await page.getByRole('heading', { name: /: allow Posthorn\?$/u }).waitFor();
  expect(new URL(page.url()).origin).toBe(stage.product.sandboxUrl);
}

/** Waits until Settings appears; accepts all accounts when it offers a choice. */
async function acceptChoice(page: Page, name: string): Promise<void> {
  await page.waitForURL(/\/settings(?:\/accounts)?(?:\?|$)/u);
  if (new URL(page.url()).pathname === '/settings/accounts') {
    const form = page.getByRole('form', { name: 'Choose accounts' });
    await form.waitFor();
    for (const box of await form.getByRole('checkbox').all()) await box.check();
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
  }
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  const list = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  await list.filter({ hasText: name }).first().waitFor();
}

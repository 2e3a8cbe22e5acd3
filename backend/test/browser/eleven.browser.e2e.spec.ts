import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import {
  accountsOf,
  connectAll,
  PUBLISHING,
  targetFor,
  uploadVideo,
  uprightVideo,
} from '../all-platforms.ts';
import type { Creator } from '../creator.ts';
import { Composer } from './composer.ts';
import { examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';

/** A user with more accounts than the free plan allows. */
const ANA = 'ana@eleven.example';
const stage = Stage.forSpecs();

let ana: Creator;
let posted: PostView;
beforeAll(async () => {
  ana = await stage.creator(ANA);
  const chosen = await connectAll(ana, 'eleven');
  const uploaded = { mediaUrl: await uploadVideo(ana), altText: 'A film of the harbour' };
  const response = await ana.schedule([], 'A film for everybody', {
    title: 'A film for everybody',
    mediaFiles: [uploaded],
    targets: await Promise.all(chosen.map((account) => targetFor(ana, account))),
    selectedAccountIds: undefined,
  });
  posted = await ana.settled(response.body.id, ['posted']);
});

const visit = (path: string): Promise<Visitor> => stage.visitOf(ana, PHONE, path);
const video = { name: 'video.mp4', mimeType: 'video/mp4', buffer: Buffer.from(uprightVideo()) };
const nameOn = (platform: string): string =>
  posted.targets.find((target) => target.platform === platform)?.accountName ?? '';
async function composeForAll(page: Page, content: string): Promise<Composer> {
  const composer = await Composer.open(page);
  await composer.write({ content });
  await composer.openPart('Accounts');
  await composer.dialog.getByRole('button', { name: 'All', exact: true }).click();
  await composer.openPart('Write');
  await composer.dialog
    .getByRole('list')
    .getByRole('button', { name: /^Pinterest/u })
    .waitFor();
  await composer.dialog
    .getByRole('list')
    .getByRole('button', { name: /^TikTok/u })
    .waitFor();
  return composer;
}

async function customize(composer: Composer, platform: string): Promise<void> {
  await composer.openPart('Accounts');
  await composer.dialog.getByRole('button', { name: new RegExp(`^Customize ${platform},`, 'u') }).click();
}

it('shows each missing field while writing for all accounts, and publishes each text', async () => {
  const { page } = await visit('/posts');
  const composer = await composeForAll(page, 'For everybody');
  const { dialog } = composer;
  await dialog.getByText('5 accounts are not ready yet.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Schedule Post' }).isDisabled()).toBe(true);
  expect(await examine(page, 'compose-eleven', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);

  const showMissing = dialog.getByRole('button', { name: 'Show what is missing' });
  await showMissing.click();
  await dialog.getByLabel('Add media').and(page.locator(':focus')).waitFor();
  await composer.attach([video], 'The harbour at dawn');
  await dialog.getByText('Alt text is not sent to Snapchat, TikTok, and YouTube.').waitFor();
  await dialog.getByText('3 accounts are not ready yet.').waitFor();
  await showMissing.click();
  const board = dialog.getByRole('combobox', { name: 'Board' });
  await board.and(page.locator(':focus')).waitFor();
  await board.selectOption({ index: 1 });
  await showMissing.click();
  const privacy = dialog.getByRole('combobox', { name: 'Who can view this post' });
  await privacy.and(page.locator(':focus')).waitFor();
  await dialog.getByText('By posting, you agree to TikTok’s Music Usage Confirmation.').waitFor();
  await privacy.selectOption({ index: 1 });
  await dialog.getByText('YouTube is not ready yet.').waitFor();
  await showMissing.click();
  const audience = dialog.getByRole('group', { name: 'Made for kids' });
  await audience.getByRole('radio', { name: 'No' }).check();
  await dialog.getByLabel('Title', { exact: true }).last().fill('The harbour');

  const toShared = dialog.getByRole('button', { name: 'Shared by all accounts' });
  await customize(composer, 'Threads');
  const ownText = dialog.getByRole('textbox', { name: /^Text for Threads/u });
  expect(await ownText.inputValue()).toBe('For everybody');
  await ownText.fill('For Threads alone');
  await dialog.getByText(/not ready yet/u).waitFor({ state: 'detached' });
  // Only the server knows this rule about several TikTok fields. The form sends a request while the user types.
  await customize(composer, 'TikTok');
  const discloses = dialog.getByRole('checkbox', { name: /^Disclose commercial content/u });
  await discloses.check();
  await dialog.getByText('please say whether the post promotes your brand').waitFor();
  await dialog.getByText('TikTok is not ready yet.').waitFor();
  await discloses.uncheck();
  await dialog.getByText(/not ready yet/u).waitFor({ state: 'detached' });
  expect(await examine(page, 'compose-eleven-ready', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);
  await toShared.click();
  await composer.write({ content: 'For everybody', time: 'now' });
  await composer.send();
  const accounts = (await accountsOf(ana)).length;
  const card = page.getByRole('article', { name: 'For everybody', exact: true });
  // During publishing the card says "5 of 14 posted".
  await card.getByText(`${String(accounts)} posted`, { exact: true }).waitFor({ timeout: 120_000 });
  const texts = async (platform: string) =>
    (await stage.sandbox.posts(platform)).map(({ text }) => text).filter((text) => /^For /u.test(text));
  expect(await texts('threads')).toEqual(['For Threads alone']);
  expect(await texts('twitter')).toEqual(['For everybody']);
});

it('shows the preview in the layout of each platform', async () => {
  const { page } = await visit('/posts');
  const composer = await composeForAll(page, 'Words for the harbour');
  const { dialog } = composer;
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  const tab = (name: string) => dialog.getByRole('tab', { name, exact: true }).click();
  const panel = dialog.getByRole('region', { name: 'Preview' }).getByRole('tabpanel');
  await tab('Snapchat');
  await panel.getByText('your text is not sent').waitFor();
  expect(await panel.getByText('Words for the harbour').count()).toBe(0);
  await tab('YouTube');
  await panel.getByText('No title yet').waitFor();
  await composer.openPart('Write');
  await dialog.getByLabel('Title').first().fill('Seen from the pier');
  await composer.openPart('Preview');
  await panel.getByText('Seen from the pier').waitFor();
  await tab('X');
  await panel.getByText('Words for the harbour').waitFor();
});

it('shows the result of a post on every account, and its history for each account', async () => {
  const { page } = await visit('/posts');
  const card = page.getByRole('article', { name: 'A film for everybody' });
  await card.getByText(`${String(PUBLISHING.length)} posted`, { exact: true }).waitFor();
  expect(await examine(page, 'posts-eleven')).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.goto(`/posts/${String(posted.id)}/history`);
  const name = `YouTube: ${nameOn('youtube')}`;
  await page.getByRole('button', { name: new RegExp(`steps, ${name}$`, 'u') }).click();
  const steps = page.getByRole('list', { name: `Steps: ${name}` }).getByRole('listitem');
  await steps.filter({ hasText: /^Published on/u }).waitFor();
  expect(await examine(page, 'history-eleven')).toEqual([]);
});

it('deletes the post from the platforms that allow it, and names the other platforms', async () => {
  const { page } = await visit('/posts');
  await page.getByRole('button', { name: 'More for A film for everybody' }).click();
  await page.getByRole('menuitem', { name: 'Delete from platforms…' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Posthorn cannot delete posts on these platforms.').waitFor();
  expect(await examine(page, 'delete-from-platforms', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);
  const before = await stage.sandbox.postsWith('A film for everybody');
  await question.getByRole('button', { name: 'Delete from 9 accounts' }).click();
  const card = page.getByRole('article', { name: 'A film for everybody' });
  await card
    .getByText(/^Deleted/u)
    .nth(8)
    .waitFor({ timeout: 120_000 });
  const after = await stage.sandbox.postsWith('A film for everybody');
  expect(after.length).toBeLessThan(before.length);
  expect(after.map(({ platform }) => platform)).toContain('tiktok');
});

it('offers every platform in Settings, and names platforms that are unavailable or need a new sign-in', async () => {
  const visitor = await visit('/settings/connected-accounts');
  const { page } = visitor;
  await changeItems<PlatformView>(page, '**/api/platforms', (platform) =>
    ['tiktok', 'youtube'].includes(platform.platform)
      ? { ...platform, configured: false, reason: 'Set its keys in the environment.' }
      : platform,
  );
  await changeItems<AccountView>(page, '**/api/connected-accounts', (account) =>
    account.platform === 'twitter' ? { ...account, status: 'needs-reconnect' } : account,
  );
  await page.reload();
  const accounts = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  await accounts
    .first()
    .getByRole('link', { name: /^Reconnect .* on X$/u })
    .waitFor();
  const offered = page.getByRole('list', { name: 'Connect an account' });
  await offered.getByRole('link', { name: 'Connect LinkedIn' }).waitFor();
  // Instagram can be connected in two ways.
  expect(await offered.getByRole('link').count()).toBe(PUBLISHING.length - 2 + 1);
  await page.getByText('Not available on this server (2)').click();
  expect(await examine(page, 'settings-eleven')).toEqual([]);
});

it('asks which accounts of one consent to connect', async () => {
  const visitor = await visit('/settings/connected-accounts');
  const { page } = visitor;
  const host = new URL(stage.product.sandboxUrl).host.replaceAll('.', '\\.');
  visitor.expects(new RegExp(`^request to another host: http://${host}/oauth/`, 'u'));
  await page.getByRole('link', { name: 'Connect LinkedIn' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('form', { name: 'Choose accounts' }).waitFor();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Please select at least one account').waitFor();
  expect(await examine(page, 'choose-accounts')).toEqual([]);
});

/** Changes some items in the server's response with a list. */
const changeItems = <Item>(page: Page, path: string, change: (item: Item) => Item) =>
  page.route(path, async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: ((await response.json()) as Item[]).map(change) });
  });

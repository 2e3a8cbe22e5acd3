import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { examine, PHONE } from './examine.ts';
import { overlap } from './overlap.ts';
import { Stage } from './stage.ts';

const ANA = 'ana@inbox.example';
const stage = Stage.forSpecs();

let ana: Creator;
let page: Page;
let post: PostView;
let bluesky: AccountView;
/** Ids of comments on their platforms, by author. */
const ids = new Map<string, string>();

beforeAll(async () => {
  ana = await stage.creator(ANA);
  bluesky = await ana.connectBluesky();
  const { body } = await ana.schedule([bluesky, await ana.connectMastodon()], 'We bake at six.');
  post = await ana.settled(body.id, ['posted']);
});

/** Writes a comment under the post. */
async function addComment(platform: 'bluesky' | 'mastodon', author: string, text: string): Promise<void> {
  const remoteId = post.targets.find((target) => target.platform === platform)?.remoteId ?? '';
  ids.set(author, await stage.sandbox.comment({ platform, remoteId, author, text }));
}

const rowOf = (text: string): Locator => page.getByRole('article').filter({ hasText: text });
/** Shows a comment. The product reads it at one of the next polls. New comments may wait behind a button, so that the list does not jump. */
async function showComment(text: string): Promise<Locator> {
  const news = page.getByRole('button', { name: /^\d+ new comments?$/u });
  await rowOf(text).or(news).first().waitFor({ timeout: 180_000 });
  if (await news.isVisible()) await news.click();
  await rowOf(text).waitFor();
  return rowOf(text);
}
const waitForCount = (name: RegExp): Promise<void> => page.getByRole('link', { name }).first().waitFor();

async function replies(): Promise<readonly (readonly [parent: string | undefined, text: string])[]> {
  const received = await stage.sandbox.replies();
  return received.map(({ parentId, text }) => [parentId, text] as const);
}

it('shows comments without a reload, sends replies, hides comments, and matches the platforms', async () => {
  ({ page } = await stage.visitOf(ana, {}, '/inbox'));
  await page.getByText('No comments found').waitFor();
  await addComment('bluesky', 'ben', 'When do you open on Sundays?');
  await showComment('When do you open on Sundays?');
  await waitForCount(/^Inbox ?, 1 new$/u);

  // By hand, without a mouse: the heading of the group is the first line.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  const field = page.getByRole('textbox', { name: 'Your reply to ben', exact: false });
  await field.waitFor();
  await page.keyboard.type('At seven, and the rye is out at eight.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Reply sent!', { exact: true }).waitFor();
  await rowOf('When do you open on Sundays?').getByText('Your reply', { exact: true }).waitFor();
  await waitForCount(/^Inbox$/u);

  await addComment('mastodon', 'carla', 'Your bread is wonderful');
  const praise = await showComment('Your bread is wonderful');
  await praise.getByRole('button', { name: /^AI Suggest/u }).click();
  const suggested = page.getByRole('textbox', { name: /^Your reply to/u });
  await eventually(async () => {
    expect(await suggested.inputValue()).not.toBe('');
  });
  const words = await suggested.inputValue();
  await praise.getByRole('button', { name: 'Send', exact: true }).click();
  await praise.getByText('Your reply', { exact: true }).waitFor();

  await addComment('bluesky', 'dora', 'Buy followers here');
  const spam = await showComment('Buy followers here');
  await spam.getByRole('button', { name: /^More for the comment/u }).click();
  await page.getByRole('menuitem', { name: 'Hide comment' }).click();
  await page.getByText('Comment hidden', { exact: true }).waitFor();
  await spam.getByText('Hidden', { exact: true }).waitFor();

  const more = spam.getByRole('button', { name: /^More for the comment/u });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByRole('dialog').getByText('Received.', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
  await more.and(page.locator(':focus')).waitFor();

  await eventually(async () => {
    expect(await stage.sandbox.isHidden('bluesky', ids.get('dora') ?? '')).toBe(true);
  });
  const onPlatforms = await eventually(async () => {
    const arrived = await replies();
    expect(arrived).toHaveLength(2);
    return arrived;
  });
  expect(onPlatforms).toContainEqual([ids.get('ben'), 'At seven, and the rye is out at eight.']);
  expect(onPlatforms.find(([parent]) => parent === ids.get('carla'))?.[1]).toContain(words);
  expect(await stage.sandbox.isHidden('bluesky', ids.get('ben') ?? '')).toBe(false);
});

it('keeps an unsent reply after a reload', async () => {
  await addComment('bluesky', 'emil', 'Do you sell flour?');
  ({ page } = await stage.visitOf(ana, PHONE, '/inbox'));
  const question = await showComment('Do you sell flour?');
  await question.getByRole('button', { name: /^Reply/u }).click();
  await page.getByRole('textbox', { name: /^Your reply to/u }).fill('We do, by the ');
  await page.reload();
  await question.getByRole('button', { name: /^Continue reply/u }).click();
  expect(await page.getByRole('textbox', { name: /^Your reply to/u }).inputValue()).toBe('We do, by the ');
  expect(await examine(page, 'inbox-writing')).toEqual([]);
});

it.each([320, 660, 1280])('does not overlap words of a comment in a narrow row (%d px)', async (width) => {
  const words = `Your seeded rye is wonderful, ${String(width)}`;
  await addComment('mastodon', 'flo', words);
  ({ page } = await stage.visitOf(ana, { width }, '/inbox'));
  const praise = await showComment(words);
  const where = praise.getByText(/^Mastodon · /u);
  expect(await overlap(praise.getByText(words), where)).toBe(false);
  await praise.getByText('Positive', { exact: true }).waitFor();
  expect(await overlap(praise.getByText(words), praise.getByText('Positive', { exact: true }))).toBe(false);
});

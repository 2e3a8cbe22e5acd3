import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommentDetail, CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { accountsOf, giveEveryConsent, PUBLISHING, targetFor, uploadVideo } from '../all-platforms.ts';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { run } from '../program.ts';
import { PHONE } from './examine.ts';
import { Stage } from './stage.ts';

const ANA = 'ana@inbox-everywhere.example';
/** The name of the accounts on all platforms. */
const NAME = 'everywhere';
const stage = Stage.forSpecs();

/** Pinterest and Snapchat have no API for comments. */
const READABLE = PUBLISHING.filter((platform) => !['pinterest', 'snapchat'].includes(platform));
/** The APIs of these platforms cannot hide comments. */
const HIDDEN_HERE = ['linkedin', 'mastodon'];
/** Replies on these platforms become drafts, which a person must send. */
const DRAFTED = ['linkedin', 'tiktok', 'twitter'];
const BY_HAND = 'At seven, and the rye is out at eight.';

let ana: Creator;
let bread: PostView;
/** A post with automatic replies. */
let cake: PostView;
let page: Page;
/** Ids of comments on their platforms, by platform and author. */
const ids = new Map<string, string>();

beforeAll(async () => {
  ana = await stage.creator(ANA);
  await giveEveryConsent(ana, NAME);
  const all = await accountsOf(ana);
  // LinkedIn lets apps read comments of organizations only.
  const accounts = READABLE.flatMap(
    (platform) =>
      all.find(
        (one) =>
          one.platform === platform && (platform !== 'linkedin' || one.accountName === `${NAME}-studio`),
      ) ?? [],
  );
  const tiktok = accounts.find(({ platform }) => platform === 'tiktok');
  await ana.consent(`${tiktok?.commentsPath ?? ''}&return=/inbox`, { account: NAME });
  [bread, cake] = await Promise.all([
    publishEverywhere(accounts, 'Which bread shall we bake on Sunday?', false),
    publishEverywhere(accounts, 'Cake at nine, for everybody.', true),
  ]);
});

async function publishEverywhere(
  accounts: readonly AccountView[],
  content: string,
  aiRepliesEnabled: boolean,
): Promise<PostView> {
  const media = { mediaUrl: await uploadVideo(ana) };
  const targets = await Promise.all(accounts.map((account) => targetFor(ana, account)));
  const more = { title: content, targets, mediaFiles: [media], aiRepliesEnabled };
  const { body } = await ana.schedule(accounts, content, more);
  return ana.settled(body.id, ['posted'], 180);
}

/** Writes a comment under a post on each platform. On X it mentions the account, because apps cannot reply otherwise. */
async function commentEverywhere(post: PostView, author: string, text: string): Promise<void> {
  for (const { platform, remoteId } of post.targets) {
    const words = platform === 'twitter' ? `@${NAME} ${text}` : text;
    const comment = { platform, remoteId: remoteId ?? '', author, text: words };
    ids.set(`${platform} ${author}`, await stage.sandbox.comment(comment));
  }
}

/** Waits until all comments of one author are in the inbox, and returns them. */
const commentsBy = (author: string): Promise<readonly CommentView[]> =>
  eventually(async () => {
    const { body } = await ana.client.get<readonly CommentView[]>('/api/comments?limit=500');
    const theirs = body.filter(({ commenterUsername: name }) => name.toLowerCase().startsWith(author));
    expect(theirs).toHaveLength(READABLE.length);
    return theirs;
  }, 60);
const states = async (author: string) =>
  (await commentsBy(author)).map(({ platform, status, reply }) => [platform, status, reply?.state]).sort();
const everywhere = (status: string, platforms: readonly string[] = READABLE) =>
  platforms.map((platform) => [platform, status, 'sent']).sort();

const article = (): Locator => page.getByRole('article');
const focused = (): Locator => page.locator('article:focus');
const news = (): Locator => page.getByRole('button', { name: /^\d+ new comments?$/u });
const field = (): Locator => page.getByRole('textbox', { name: /^Your reply to/u });
const waitForNewCount = (count: number): Promise<void> =>
  page
    .getByRole('link', { name: new RegExp(`^Inbox ?, ${String(count)} new$`, 'u') })
    .first()
    .waitFor({ timeout: 120_000 });

async function searchFor(words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
  await page.waitForURL(/[?&]q=/u);
  await article().filter({ hasNotText: words }).first().waitFor({ state: 'detached' });
  await article().first().waitFor();
}

it('shows comments of every platform without a reload, and sends replies without a mouse', async () => {
  // The window is so high that the page renders all comments.
  ({ page } = await stage.visitOf(ana, { width: 1280, height: 3_000 }, '/inbox'));
  await page.getByText('No comments found').waitFor();
  await commentEverywhere(bread, 'ben', 'When do you open on Sundays?');
  await waitForNewCount(READABLE.length);
  // The list shows the first comments by itself. Later ones wait behind a button.
  await eventually(async () => {
    if (await news().isVisible()) await news().press('Enter');
    expect(await article().filter({ hasText: 'When do you open on Sundays?' }).count()).toBe(READABLE.length);
  });
  for (let at = 0; at < READABLE.length; at++) {
    await page.keyboard.press('j');
    await focused().filter({ hasText: 'When do you open on Sundays?', hasNotText: BY_HAND }).waitFor();
    await page.keyboard.press('r');
    await field().waitFor();
    await page.keyboard.type(BY_HAND);
    await page.keyboard.press('Control+Enter');
    await focused().getByText(BY_HAND).waitFor();
  }
  await eventually(async () => {
    expect(await states('ben')).toEqual(everywhere('manual_reply'));
  }, 60);
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
});

it('replies with a suggestion and hides a comment, on a phone in the dark theme', async () => {
  ({ page } = await stage.visitOf(ana, { ...PHONE, dark: true }, '/inbox'));
  // A comment with a reply shows only its heading.
  await page.getByRole('button', { name: /^.*Which bread/u, expanded: false }).click();
  await article().first().waitFor();
  await page.mouse.wheel(0, 900);
  await eventually(async () => {
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(500);
  });
  await commentEverywhere(bread, 'carla', 'Your rye is wonderful');
  await waitForNewCount(READABLE.length);
  await news().click();
  // The newest comment is at the top, and the link leads to it.
  await article().first().filter({ hasText: 'Your rye is wonderful' }).waitFor();
  expect(await page.evaluate<number>('scrollY')).toBe(0);

  // The window is so high that the page renders all comments.
  await page.setViewportSize({ ...PHONE, height: 3_000 });
  await searchFor('wonderful');
  for (let at = 0; at < READABLE.length; at++) {
    await page
      .getByRole('button', { name: /^AI Suggest/u })
      .first()
      .click();
    await eventually(async () => {
      expect(await field().inputValue()).not.toBe('');
    });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await field().waitFor({ state: 'detached' });
  }
  await eventually(async () => {
    expect(await states('carla')).toEqual(everywhere('manual_reply'));
  }, 60);

  await commentEverywhere(bread, 'dora', 'Your bread looks burnt to me');
  await waitForNewCount(READABLE.length);
  await searchFor('burnt');
  await eventually(async () => {
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toContain(String(READABLE.length));
  });
  const unread = article().filter({ has: page.getByRole('button', { name: /^Mark as read/u }) });
  for (let at = 0; at < READABLE.length; at++) {
    await unread
      .first()
      .getByRole('button', { name: /^More for/u })
      .click();
    await page.getByRole('menuitem', { name: 'Hide comment' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  await page.getByText(`${String(READABLE.length)} hidden`, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
});

it('replies automatically under a post that allows it, and creates a draft where a person must send it', async () => {
  await commentEverywhere(cake, 'emil', 'I love your sourdough so much');
  await eventually(async () => {
    expect((await states('emil')).filter(([, , state]) => state === 'draft')).toHaveLength(DRAFTED.length);
  }, 60);
  ({ page } = await stage.visitOf(ana, { height: 3_000 }, '/inbox?q=sourdough'));
  const sent = READABLE.filter((platform) => !DRAFTED.includes(platform));
  for (let at = 0; at < DRAFTED.length; at++) {
    await article().getByText('AI draft').first().waitFor({ timeout: 120_000 });
    await article().filter({ hasText: 'AI draft' }).first().getByRole('button', { name: 'Send' }).click();
    await page.getByText('Reply sent!').first().waitFor();
  }
  await eventually(async () => {
    const seen = await states('emil');
    expect(seen).toEqual([...everywhere('ai_reply', sent), ...everywhere('manual_reply', DRAFTED)].sort());
  }, 60);
});

it('shows the same replies as the platforms in the inbox, in histories and in exports', async () => {
  const onPlatforms = await stage.sandbox.replies();
  const answered = [
    ...(await commentsBy('ben')),
    ...(await commentsBy('carla')),
    ...(await commentsBy('emil')),
  ];
  expect(onPlatforms).toHaveLength(answered.length);
  for (const { id, platform, commenterUsername, replyText } of answered) {
    const [author = ''] = /^[a-z]+/u.exec(commenterUsername.toLowerCase()) ?? [];
    const ownReplies = onPlatforms.filter(({ parentId }) => parentId === ids.get(`${platform} ${author}`));
    expect(ownReplies).toHaveLength(1);
    expect(ownReplies[0]?.text).toContain(replyText);
    const { body } = await ana.client.get<CommentDetail>(`/api/comments/${String(id)}`);
    expect(body.history.filter(({ type }) => type === 'ReplySent')).toHaveLength(1);
  }
  for (const { platform, hidden } of await commentsBy('dora')) {
    const isHere = HIDDEN_HERE.includes(platform);
    expect([platform, hidden]).toEqual([platform, isHere ? 'here' : 'platform']);
    // On platforms that cannot hide comments, the spec does not check the platform.
    if (!isHere) expect(await stage.sandbox.isHidden(platform, ids.get(`${platform} dora`) ?? '')).toBe(true);
  }
  for (const [post, replies, hides] of [
    [bread, 2 * READABLE.length, READABLE.length],
    [cake, READABLE.length, 0],
  ] as const) {
    const { text } = await ana.client.get(`/api/posts/${String(post.id)}/history/export`);
    const count = (type: string) => text.split(`"type":"${type}"`).length - 1;
    expect([count('ReplySent'), count('CommentHidden') > 0]).toEqual([replies, hides > 0]);
    const file = join(stage.product.dataDir, `${String(post.id)}.ndjson`);
    await writeFile(file, text);
    expect(await run('libs/event-store/src/cli/log-verify.ts', { args: [file] })).toMatchObject({ code: 0 });
  }
  ({ page } = await stage.visitOf(ana, {}, `/posts/${String(cake.id)}/history`));
  await page.getByText('Go back in time', { exact: true }).click();
  await page.getByText('Comment by', { exact: false }).first().waitFor();
});

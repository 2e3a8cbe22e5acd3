import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { listNotices } from '@posthorn/contracts/notifications/notices.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { beforeAll, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { connectAll } from '../all-platforms.ts';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { PHONE } from './examine.ts';
import { boxOf, overlap } from './overlap.ts';
import { card } from './screen.ts';
import { Stage } from './stage.ts';

// The product looks up the unconfirmed post only after these specs.
const times = { tick: 250, tries: 1, callWithin: 12_000, firstLookUp: 3_600_000, longestLookUp: 3_600_000 };
const POPULAR = 'popular@example.com';
const env = { POSTHORN_PUBLISHING_TIMES: JSON.stringify(times), COMPLIMENTARY_PREMIUM: POPULAR };
const stage = Stage.ofItsOwn({ env });

/** Ana has a comment, and a post with an unknown outcome. */
let ana: Creator;
beforeAll(async () => {
  ana = await stage.creator();
  const account = await ana.connectMastodon();
  const { body: post } = await ana.schedule([account], 'Which bread shall we bake on Sunday?');
  const [target] = (await ana.settled(post.id)).targets;
  const commentedPost = { platform: 'mastodon', remoteId: target?.remoteId ?? '' } as const;
  await stage.sandbox.comment({
    ...commentedPost,
    author: 'carla',
    text: `When do you ${'open and '.repeat(9)}close?`,
  });
  await stage.sandbox.fault('mastodon', 'dropAfterAccept');
  const { body: unknown } = await ana.schedule([account], 'Perhaps this one has arrived.');
  await ana.settled(unknown.id, ['unknown']);
  await eventually(async () => {
    expect((await ana.client.get<readonly unknown[]>('/api/comments')).body).toHaveLength(1);
  });
});

it('reports the result of a check on a phone without covering the button that started the check', async () => {
  const visitor = await stage.visitOf(ana, PHONE);
  visitor.expects(/status of 409 .*\/check$/u);
  const { page } = visitor;
  await page.route('**/check', (route) => route.fulfill({ status: 409, json: { message: 'Not now.' } }));
  const check = card(page, 'Perhaps this one').getByRole('button', { name: /^Check now/u });
  await check.focus();
  // The window is so low that the button can be at its upper edge, where a phone shows messages.
  await page.setViewportSize({ ...PHONE, height: 420 });
  await page.evaluate('document.activeElement.scrollIntoView({ block: "start" })');
  await check.click();
  const toast = page.locator('li[data-state=open]');
  await toast.waitFor();
  await page.evaluate('atRest()');
  expect(await overlap(await boxOf(toast), check)).toBe(false);
});

it('shows the bell next to the number of notices, even if the text has twice the size', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  await page.route(`**${listNotices.path}`, (route) => route.fulfill({ json: { notices: [], unread: 12 } }));
  await page.reload();
  const bell = page.getByRole('button', { name: /unread/u });
  await bell.waitFor();
  for (const isLarge of [false, true]) {
    await page.evaluate(`setLargeText(${String(isLarge)})`);
    await page.evaluate('atRest()');
    expect(await coveredShare(bell.locator('svg'), bell.locator('span'))).toBeLessThan(0.3);
  }
});

it('shows all accounts of a link page in tiles of one width on a desktop', async () => {
  const popular = await stage.creator(POPULAR);
  const { body: user } = await popular.client.get<UserView>(currentUser.path);
  await popular.client.call('PATCH', pathOf(updateUser, { userId: user.id }), { handle: 'on_eleven' });
  await connectAll(popular);
  const { page } = await stage.visit();
  await page.goto('/u/on_eleven');
  const widths = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.accounts li')].map((tile) => Math.round(tile.getBoundingClientRect().width))`,
  );
  expect(widths.length % 3).not.toBe(0);
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
});

it('keeps the background of an inbox action behind the text of the comment', async () => {
  const { page } = await stage.visitOf(ana, {}, '/inbox');
  const reply = card(page, 'carla').getByRole('button', { name: /^Reply/u });
  // While the list still loads, the button can move away from below the mouse.
  await eventually(async () => {
    await reply.hover();
    expect(await reply.evaluate((button) => button.matches(':hover'))).toBe(true);
  });
  const [words, background] = await reply.evaluate((action) => {
    const text = action.closest('article')?.querySelector('p[dir]');
    if (!text) throw new Error('The comment has no text.');
    const range = document.createRange();
    range.selectNodeContents(text);
    const { borderTopWidth, backgroundClip } = getComputedStyle(action);
    const inset = backgroundClip === 'padding-box' ? Number.parseFloat(borderTopWidth) : 0;
    return [range.getBoundingClientRect().bottom, action.getBoundingClientRect().top + inset];
  });
  expect(background).toBeGreaterThanOrEqual(words);
});

/** The share of an element that another one covers. */
async function coveredShare(element: Locator, above: Locator): Promise<number> {
  const [a, b] = [await boxOf(element), await boxOf(above)];
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return (Math.max(0, width) * Math.max(0, height)) / (a.width * a.height);
}

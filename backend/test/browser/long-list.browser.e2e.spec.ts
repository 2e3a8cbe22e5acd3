import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';

const POSTS = 300;
const ANA = 'ana@long-list.example';
const stage = Stage.forSpecs();

let ana: Creator;
let account: AccountView;
let posts: PostView[];
beforeAll(async () => {
  ana = await stage.creator(ANA);
  account = await ana.connectBluesky();
  posts = [];
  for (let at = 0; at < POSTS; at += 1) posts.push(await schedule(`Post ${String(at + 1)}.`, at));
});

/** Schedules a post `at` hours after the first post. */
async function schedule(content: string, at: number): Promise<PostView> {
  const scheduledFor = new Date(Date.UTC(2035, 0, 1) + at * 3_600_000).toISOString();
  const { body, status } = await ana.schedule([account], content, { scheduledFor });
  expect(status).toBe(201);
  return body;
}
const idOf = (number: number): number => posts[number - 1]?.id ?? 0;
const card = (page: Page, number: number) =>
  page.getByRole('article', { name: `Post ${String(number)}.`, exact: true });
const statusText = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
/** Records the paths and parameters of all later requests about posts. */
function recordRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/posts')) requested.push(pathname + search);
  });
  return requested;
}
/** Scrolls to the card of this number; the list loads pages as needed. */
async function scrollTo(page: Page, number: number): Promise<void> {
  const step = 'scrollBy(0, 600), new Promise(requestAnimationFrame)';
  while ((await card(page, number).count()) === 0) await page.evaluate(step);
  await card(page, number).scrollIntoViewIfNeeded();
  await page.evaluate('new Promise(requestAnimationFrame)');
}
const topOf = async (page: Page, number: number): Promise<number> =>
  Math.round((await card(page, number).boundingBox())?.y ?? NaN);

it('loads pages during scrolling, down to the last post, and never the whole list', async () => {
  const { page } = await stage.visitOf(ana, {}, '/');
  await page.getByRole('button', { name: `${String(POSTS)} Totals` }).waitFor();
  const requested = recordRequests(page);
  await scrollTo(page, POSTS);
  expect(requested.every((path) => path.startsWith('/api/posts?limit=50&after='))).toBe(true);
  expect(requested).toHaveLength(POSTS / 50 - 1);
});

it('keeps its position when other posts change, and requests only these posts', async () => {
  const { page } = await stage.visitOf(ana);
  await scrollTo(page, 120);
  const topBefore = await topOf(page, 120);
  const requested = recordRequests(page);
  await ana.client.call('DELETE', `/api/posts/${String(idOf(2))}`);
  await page.getByRole('button', { name: `${String(POSTS - 1)} Totals` }).waitFor();
  await ana.client.post(`/api/posts/${String(idOf(2))}/restore`, {});
  await page.getByRole('button', { name: `${String(POSTS)} Totals` }).waitFor();
  const { scheduledFor } = posts[2] ?? { scheduledFor: '' };
  const changed = page.waitForResponse((reply) => reply.url().endsWith(`/api/posts/${String(idOf(3))}`));
  await ana.client.call('PUT', `/api/posts/${String(idOf(3))}`, { content: 'Three, changed.', scheduledFor });
  await changed;
  expect(await topOf(page, 120)).toBe(topBefore);
  expect(requested.filter((path) => path.includes('limit='))).toEqual([]);
  await page.evaluate('scrollTo(0, 0)');
  await page.getByRole('article', { name: 'Three, changed.' }).waitFor();
  await card(page, 2).waitFor();
});

it('searches all posts', async () => {
  const { page } = await stage.visitOf(ana);
  await page.getByRole('searchbox').fill('#post 299');
  await card(page, 299).waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
  await page.getByRole('searchbox').fill('');
  await card(page, 1).waitFor();
});

/** Opens the history of Post 180. @returns where the card was on the screen */
async function goToHistory(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'More for Post 180.' }).click();
  await page.getByRole('menuitem', { name: 'History' }).waitFor();
  const topBefore = await topOf(page, 180);
  await page.getByRole('menuitem', { name: 'History' }).click();
  return topBefore;
}
async function expectBackAt(page: Page, topBefore: number): Promise<void> {
  await page.goBack();
  await card(page, 180).waitFor();
  await page.evaluate('new Promise(requestAnimationFrame)');
  expect(Math.abs((await topOf(page, 180)) - topBefore)).toBeLessThan(PHONE.height / 2);
}

it('returns to the card on Back', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  await scrollTo(page, 180);
  const topBefore = await goToHistory(page);
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  await expectBackAt(page, topBefore);
});

it('returns to the card on Back even from a screen that is still loading', async () => {
  const { page } = await stage.visitOf(ana, PHONE);
  await scrollTo(page, 180);
  // The request never gets a response, as on a slow connection.
  await page.route(/\/history$/u, () => undefined);
  const topBefore = await goToHistory(page);
  // The placeholder is shorter than the list; the scroll event follows in the next frame.
  while ((await page.evaluate('scrollY')) !== 0) await page.evaluate('new Promise(requestAnimationFrame)');
  await page.evaluate('new Promise(requestAnimationFrame)');
  await expectBackAt(page, topBefore);
});

it('shows and announces that more posts could not be loaded, and retries with the keyboard', async () => {
  const visitor = await stage.visitOf(ana, PHONE);
  const { page } = visitor;
  visitor.expects(/Failed to load resource/u);
  await page.route(/[?&]after=/u, (route) => route.abort());
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByText('More posts could not be loaded. Please try again.').waitFor();
  await statusText(page, `50 of ${String(POSTS)} posts`).waitFor();
  expect(await examine(page, 'posts-no-more', {})).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.unroute(/[?&]after=/u);
  await page.getByRole('button', { name: 'Show more posts' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('article:focus').waitFor();
  expect(await page.locator('article:focus').getAttribute('aria-label')).toBe('Post 51.');
});

import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { card, type Screen } from './screen.ts';

/** Opens the menu of a scheduled post. Returns the menu entry "Delete". */
async function openMenu(page: Page): Promise<Locator> {
  const more = page.getByRole('button', { name: /^More for Two lines/u });
  const entry = page.getByRole('menuitem', { name: 'Delete' });
  // Metrics of the posts above arrive later. They can push the card out of the rendered part of the list, which closes its menu.
  await eventually(async () => {
    if (!(await entry.isVisible())) await more.click({ timeout: 2_000 });
    await entry.waitFor({ timeout: 2_000 });
  });
  return entry;
}

/** Selects a post by keyboard. The code for selecting loads with the first focus on a card. */
async function selectPost(page: Page): Promise<Locator> {
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await card(page, 'Two lines').focus();
  await eventually(async () => {
    if (!(await bar.isVisible())) await page.keyboard.press('x');
    await bar.waitFor({ timeout: 2_000 });
  });
  return bar;
}

/** The list of posts, with the menus and dialogs of its cards. */
export const POSTS_SCREENS: readonly Screen[] = [
  { name: 'posts', path: '/posts' },
  { name: 'posts-limit', who: 'busy', path: '/posts' },
  { name: 'posts-empty', who: 'newcomer', path: '/posts' },
  {
    name: 'posts-empty-connected',
    who: 'newcomer',
    path: '/posts',
    async then(page) {
      // All other users of the cast have a post, so the spec adds an account to the newcomer.
      const account = { id: 1, platform: 'bluesky', accountName: 'new.sandbox.test', status: 'active' };
      await page.route('**/api/connected-accounts', (route) => route.fulfill({ json: [account] }));
      await page.reload();
      await page.getByText('1 account connected').waitFor();
    },
  },
  { name: 'posts-filtered-empty', who: 'busy', path: '/posts?filter=failed' },
  {
    name: 'post-menu',
    path: '/posts',
    over: true,
    async then(page) {
      await openMenu(page);
    },
  },
  {
    name: 'post-now',
    path: '/posts',
    over: true,
    async then(page) {
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Post now' }).click();
      await page.getByRole('alertdialog', { name: 'Post this now?' }).waitFor();
    },
  },
  {
    name: 'post-move',
    path: '/posts',
    over: true,
    async then(page) {
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Move to…' }).click();
      await page.getByRole('dialog', { name: 'Move post' }).waitFor();
    },
  },
  {
    name: 'post-details',
    path: '/posts?filter=posted',
    over: true,
    async then(page) {
      await page.getByRole('button', { name: /^Edit Opening day/u }).click();
      await page.getByRole('dialog', { name: 'Post details' }).waitFor();
    },
  },
  {
    name: 'posts-selected',
    path: '/posts',
    async then(page) {
      await selectPost(page);
    },
  },
  {
    name: 'posts-move-by',
    path: '/posts',
    over: true,
    async then(page) {
      await (await selectPost(page)).getByRole('button', { name: 'Move 1' }).click();
      await page.getByRole('dialog', { name: 'Move 1 post' }).waitFor();
    },
  },
  {
    name: 'confirm-target',
    path: '/posts',
    over: true,
    async then(page) {
      await card(page, 'Nobody knows')
        .getByRole('button', { name: /^Mark as posted/u })
        .click();
      await page.getByRole('dialog', { name: 'Mark as posted on Mastodon?' }).waitFor();
    },
  },
  {
    name: 'send-again',
    path: '/posts',
    over: true,
    async then(page) {
      await card(page, 'Nobody knows')
        .getByRole('button', { name: /^Send again/u })
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'delete-copy',
    who: 'careless',
    path: '/posts',
    over: true,
    async then(page) {
      await card(page, 'This one is there twice.')
        .getByRole('button', { name: /^Delete second copy/u })
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'toast',
    path: '/posts',
    over: true,
    async then(page) {
      await (await openMenu(page)).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      // The timer of the toast stops while the toast has the focus.
      await page.keyboard.press('F8');
    },
    async last(page) {
      await page.getByRole('button', { name: 'Undo' }).click();
      await card(page, 'Two lines').waitFor();
    },
  },
  {
    name: 'notices',
    path: '/posts',
    over: true,
    async then(page) {
      await page.getByRole('button', { name: /^Notifications/u }).click();
      await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
    },
  },
  {
    name: 'notices-empty',
    who: 'newcomer',
    path: '/posts',
    over: true,
    async then(page) {
      await page.getByRole('button', { name: 'Notifications' }).click();
      await page.getByText('No notifications yet').waitFor();
    },
  },
];

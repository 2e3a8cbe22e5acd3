import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { API_ACCESS_SCREENS } from './api-access-screens.ts';
import { Composer, photo } from './composer.ts';
import { INBOX_SCREENS } from './inbox-screens.ts';
import { card, type Screen } from './screen.ts';

/** Stripe's sandbox is on another host, the only one. */
export const STRIPE_FORM =
  /request to another host: http:\/\/(localhost|127\.0\.0\.1):\d+\/(stripe[./]|favicon)/u;
export const CARD_FRAME = 'iframe[title="Secure payment input frame"]';

/** Opens the menu of a scheduled post. Returns its entry "Delete". */
async function openedMenu(page: Page): Promise<Locator> {
  const more = page.getByRole('button', { name: /^More for Two lines/u });
  const entry = page.getByRole('menuitem', { name: 'Delete' });
  // Metrics of the posts above arrive later. They can push the card out of the rendered part of the list, which closes its menu.
  await eventually(async () => {
    if (!(await entry.isVisible())) await more.click({ timeout: 2_000 });
    await entry.waitFor({ timeout: 2_000 });
  });
  return entry;
}

/** Selects a post by keyboard. The code for this loads with the first focus on a card. */
async function selected(page: Page): Promise<Locator> {
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await card(page, 'Two lines').focus();
  await eventually(async () => {
    if (!(await bar.isVisible())) await page.keyboard.press('x');
    await bar.waitFor({ timeout: 2_000 });
  });
  return bar;
}

/** As another device does. @param base the revision that it replaces */
async function saveDraftAs(page: Page, id: string, content: string, base?: number): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(base && { 'if-match': `"${String(base)}"` }) };
  const options = JSON.stringify({ method: 'PUT', headers, body: JSON.stringify({ content }) });
  await page.evaluate(`fetch('/api/drafts/${id}', ${options}).then(({ status }) => status)`);
}

export const SCREENS: readonly Screen[] = [
  { name: 'landing', who: 'nobody', path: '/' },
  { name: 'landing-demo', who: 'nobody', path: '/#demo' },
  { name: 'login', who: 'nobody', path: '/login' },
  { name: 'terms', who: 'nobody', path: '/terms' },
  { name: 'privacy', who: 'nobody', path: '/privacy' },
  { name: 'api-reference', who: 'nobody', path: '/docs/api#createPost' },
  { name: 'subscribe-visitor', who: 'nobody', path: '/subscribe' },
  { name: 'subscribe', who: 'busy', path: '/subscribe' },
  {
    name: 'subscribe-form',
    who: 'busy',
    path: '/subscribe',
    over: true,
    async then(page, visitor) {
      visitor.expects(STRIPE_FORM);
      await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
      await page.frameLocator(CARD_FRAME).getByLabel('Card number').waitFor();
    },
  },
  { name: 'subscribe-premium', path: '/subscribe' },
  { name: 'sign-in-ask', who: 'nobody', path: '/api/login' },
  {
    name: 'sign-in-sent',
    who: 'nobody',
    path: '/api/login',
    async then(page) {
      await page.getByLabel('Email').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page.getByRole('link', { name: 'Open the sign-in link' }).waitFor();
    },
  },
  {
    name: 'sign-in-confirm',
    who: 'nobody',
    path: '/api/login',
    async then(page) {
      await page.getByLabel('Email').fill('confirm@example.com');
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page.getByRole('link', { name: 'Open the sign-in link' }).click();
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    },
  },
  { name: 'sign-in-elsewhere', who: 'nobody', path: ({ link }) => link },
  { name: 'sign-in-code', who: 'nobody', path: '/api/login/code' },
  {
    name: 'sign-in-refused',
    who: 'nobody',
    path: '/api/login/verify?token=short',
    async then(_page, visitor) {
      visitor.expects(/status of 400 .*\/api\/login\/verify/u);
      return Promise.resolve();
    },
  },
  {
    name: 'unsubscribe-refused',
    who: 'nobody',
    path: '/api/unsubscribe/short',
    async then(_page, visitor) {
      visitor.expects(/status of 404 .*\/api\/unsubscribe/u);
      return Promise.resolve();
    },
  },
  { name: 'posts', path: '/posts' },
  { name: 'posts-limit', who: 'busy', path: '/posts' },
  { name: 'posts-empty', who: 'newcomer', path: '/posts' },
  {
    name: 'posts-empty-connected',
    who: 'newcomer',
    path: '/posts',
    async then(page) {
      // All other people of the cast have a post.
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
      await openedMenu(page);
    },
  },
  {
    name: 'post-now',
    path: '/posts',
    over: true,
    async then(page) {
      await openedMenu(page);
      await page.getByRole('menuitem', { name: 'Post now' }).click();
      await page.getByRole('alertdialog', { name: 'Post this now?' }).waitFor();
    },
  },
  {
    name: 'post-move',
    path: '/posts',
    over: true,
    async then(page) {
      await openedMenu(page);
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
      await selected(page);
    },
  },
  {
    name: 'posts-move-by',
    path: '/posts',
    over: true,
    async then(page) {
      await (await selected(page)).getByRole('button', { name: 'Move 1' }).click();
      await page.getByRole('dialog', { name: 'Move 1 post' }).waitFor();
    },
  },
  {
    name: 'compose-empty',
    who: 'newcomer',
    path: '/posts',
    over: true,
    async then(page) {
      await Composer.opened(page);
    },
  },
  {
    name: 'compose',
    path: '/posts',
    over: true,
    async then(page) {
      const composer = await Composer.opened(page);
      await composer.write({
        content: 'Fresh bread from seven, and the first cinnamon buns of the season.',
        hashtags: '#bread',
        accounts: ['Mastodon'],
        files: [await photo('buns.jpg')],
      });
      await composer.dialog.getByText('Saved', { exact: true }).waitFor();
    },
  },
  {
    name: 'compose-draft',
    path: '/posts',
    over: true,
    async then(page) {
      const composer = await Composer.opened(page);
      await composer.write({
        content: `Half a thought, ${'and more of it, '.repeat(12)}`,
        accounts: ['Mastodon'],
      });
      await composer.dialog.getByText('Saved', { exact: true }).waitFor();
      await page.reload();
      await composer.dialog.getByText('Your unsent draft is back.').waitFor();
      await composer.part('Preview');
    },
  },
  {
    name: 'compose-over-limit',
    path: '/posts',
    over: true,
    async then(page) {
      const composer = await Composer.opened(page);
      await composer.write({ content: 'Too long for anybody. '.repeat(30), accounts: ['Mastodon'] });
      await composer.dialog.getByText(/^Mastodon: the text has/u).waitFor();
    },
  },
  {
    name: 'compose-refused',
    path: '/posts',
    over: true,
    async then(page) {
      const composer = await Composer.opened(page);
      await composer.part('Accounts');
      await composer.dialog.getByRole('checkbox', { name: 'Mastodon' }).uncheck();
      await composer.dialog.getByRole('button', { name: 'Schedule Post' }).click();
      await composer.dialog.getByText('Content is required').waitFor();
    },
  },
  {
    name: 'edit',
    path: '/posts',
    over: true,
    async then(page) {
      await page.getByRole('button', { name: /^Edit Two lines/u }).click();
      await new Composer(page, 'Edit Post').content.waitFor();
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
      await (await openedMenu(page)).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      // Its timer stops while it has the focus.
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
  {
    name: 'drafts',
    path: '/posts?drafts=true',
    async then(page) {
      await card(page, 'Sourdough on Thursdays').waitFor();
    },
  },
  { name: 'drafts-empty', who: 'newcomer', path: '/posts?drafts=true' },
  {
    name: 'compose-changed-elsewhere',
    path: '/posts',
    over: true,
    async then(page, visitor) {
      visitor.expects(/status of 412 .*\/api\/drafts\//u);
      const id = randomUUID();
      await saveDraftAs(page, id, 'From the laptop');
      await page.goto(`/posts?compose=true&draft=${id}`);
      const composer = new Composer(page);
      await composer.content.waitFor();
      await saveDraftAs(page, id, 'From the phone', 1);
      await composer.write({ content: 'From the laptop, and more' });
      await composer.dialog.getByText('This draft was changed on another device').waitFor();
    },
  },
  ...INBOX_SCREENS,
  { name: 'calendar', path: '/calendar' },
  { name: 'calendar-day', path: '/calendar?view=day' },
  { name: 'analytics', path: '/analytics' },
  {
    name: 'analytics-own-days',
    path: '/analytics?from=2026-01-01&to=2026-12-31&age=24h',
    async then(page) {
      await page.getByLabel('From').waitFor();
    },
  },
  { name: 'analytics-free', who: 'busy', path: '/analytics' },
  { name: 'history', path: ({ historyPath }) => historyPath },
  {
    name: 'history-details',
    path: ({ historyPath }) => historyPath,
    async then(page) {
      await page.getByText('Go back in time', { exact: true }).click();
      await page.getByRole('slider').press('Home');
      await page.getByText(/^After step 1 of/u).waitFor();
      await page
        .getByRole('button', { name: /^\d+ steps, Mastodon/u })
        .last()
        .click();
      await page.getByText('Technical details').click();
    },
  },
  {
    name: 'shortcuts',
    path: '/settings',
    over: true,
    async then(page) {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'settings', path: '/settings' },
  { name: 'settings-account', path: '/settings/account' },
  { name: 'settings-empty', who: 'newcomer', path: '/settings' },
  {
    name: 'settings-auto-reply',
    path: '/settings/comment-moderation',
    over: true,
    async then(page) {
      await page.getByRole('button', { name: 'Try it on a post' }).click();
      await page.getByRole('list', { name: 'Comments and what would happen to them' }).waitFor();
    },
  },
  {
    name: 'settings-disconnect',
    path: '/settings/connected-accounts',
    over: true,
    async then(page) {
      await page.getByRole('button', { name: 'Disconnect ana.sandbox.test from Bluesky' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  ...API_ACCESS_SCREENS,
  { name: 'profile', path: '/profile/ana' },
  { name: 'profile-of-another', path: '/profile/busy' },
  { name: 'profile-empty', who: 'busy', path: '/profile/busy' },
  {
    name: 'profile-missing',
    path: '/profile/nobody',
    async then(page, visitor) {
      visitor.expects(/status of 404 .*\/api\/(users\/profile|posts\/public)\/nobody$/u);
      await page.getByRole('heading', { name: 'Profile Not Found' }).waitFor();
    },
  },
  {
    name: 'settings-found',
    path: '/settings',
    async then(page) {
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('dark');
      await page.getByRole('region', { name: 'Account', exact: true }).waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'settings-nothing-found',
    path: '/settings',
    async then(page) {
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('rocket fuel');
      await page.getByText('No setting found').waitFor();
    },
  },
  { name: 'link-page-editor', path: '/settings/link-page' },
  {
    name: 'link-page-add',
    path: '/settings/link-page',
    over: true,
    async then(page) {
      await page.getByRole('button', { name: 'Add link' }).click();
      await page.getByRole('dialog', { name: 'Add link' }).waitFor();
    },
  },
  {
    name: 'photo-crop',
    path: '/settings/link-page',
    over: true,
    async then(page) {
      await page.getByLabel('Choose a photo').setInputFiles(await photo('me.jpg'));
      await page.getByRole('slider', { name: 'Zoom' }).waitFor();
    },
  },
  { name: 'bluesky-setup', path: '/bluesky-setup' },
  {
    name: 'mastodon-setup',
    path: '/mastodon-setup',
    async then(page) {
      await page.getByLabel('Access Token', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Connect Mastodon' }).click();
      await page.getByText('Access token is required').waitFor();
    },
  },
  {
    name: 'setup-refused',
    path: '/bluesky-setup',
    async then(page, visitor) {
      visitor.expects(/status of 422 .*\/api\/auth\/bluesky\/connect$/u);
      await page.getByLabel('Handle').fill('bad.sandbox.test');
      await page.getByLabel('App Password').fill('bad0-bad0-bad0-bad0');
      await page.getByRole('button', { name: 'Connect Bluesky' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'not-found', path: '/nowhere' },
  {
    name: 'trouble',
    path: '/settings',
    async then(page, visitor) {
      visitor.expects(/status of 503 .*\/api\/connected-accounts$/u);
      // The router logs errors of a screen that could not be loaded.
      visitor.expects(/ApiError: 503/u);
      const reply = {
        message: 'The database does not answer.',
        code: 'server.database-unavailable',
        requestId: 'r-1',
      };
      await page.route('**/api/connected-accounts', (route) => route.fulfill({ status: 503, json: reply }));
      await page.reload();
      await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    },
  },
];

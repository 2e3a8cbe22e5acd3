import type { Screen } from './screen.ts';

/** Settings, and the forms that connect an account. */
export const SETTINGS_SCREENS: readonly Screen[] = [
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
];

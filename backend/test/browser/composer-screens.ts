import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { Composer, photo } from './composer.ts';
import type { Screen } from './screen.ts';

/** Saves a draft as another device would. @param base the revision that the draft replaces */
async function saveDraftElsewhere(page: Page, id: string, content: string, base?: number): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(base && { 'if-match': `"${String(base)}"` }) };
  const options = JSON.stringify({ method: 'PUT', headers, body: JSON.stringify({ content }) });
  await page.evaluate(`fetch('/api/drafts/${id}', ${options}).then(({ status }) => status)`);
}

/** The dialogs for writing posts, in each of their states. */
export const COMPOSER_SCREENS: readonly Screen[] = [
  {
    name: 'compose-empty',
    who: 'newcomer',
    path: '/posts',
    over: true,
    async then(page) {
      await Composer.open(page);
    },
  },
  {
    name: 'compose',
    path: '/posts',
    over: true,
    async then(page) {
      const composer = await Composer.open(page);
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
      const composer = await Composer.open(page);
      await composer.write({
        content: `Half a thought, ${'and more of it, '.repeat(12)}`,
        accounts: ['Mastodon'],
      });
      await composer.dialog.getByText('Saved', { exact: true }).waitFor();
      await page.reload();
      await composer.dialog.getByText('Your unsent draft is back.').waitFor();
      await composer.openPart('Preview');
    },
  },
  {
    name: 'compose-over-limit',
    path: '/posts',
    over: true,
    async then(page) {
      const composer = await Composer.open(page);
      await composer.write({ content: 'Too long for anybody. '.repeat(30), accounts: ['Mastodon'] });
      await composer.dialog.getByText(/^Mastodon: the text has/u).waitFor();
    },
  },
  {
    name: 'compose-refused',
    path: '/posts',
    over: true,
    async then(page) {
      const composer = await Composer.open(page);
      await composer.openPart('Accounts');
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
    name: 'compose-changed-elsewhere',
    path: '/posts',
    over: true,
    async then(page, visitor) {
      visitor.expects(/status of 412 .*\/api\/drafts\//u);
      const id = randomUUID();
      await saveDraftElsewhere(page, id, 'From the laptop');
      await page.goto(`/posts?compose=true&draft=${id}`);
      const composer = new Composer(page);
      await composer.content.waitFor();
      await saveDraftElsewhere(page, id, 'From the phone', 1);
      await composer.write({ content: 'From the laptop, and more' });
      await composer.dialog.getByText('This draft was changed on another device').waitFor();
    },
    // With an unresolved conflict, the app would save the draft again when the page closes.
    async last(page) {
      const { dialog } = new Composer(page);
      await dialog.getByRole('button', { name: 'Use theirs' }).click();
      await dialog.getByText('This draft was changed on another device').waitFor({ state: 'hidden' });
    },
  },
];

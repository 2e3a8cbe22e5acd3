import type {
  CommentView,
  InboxSummary,
  ReplyView,
  SourceView,
} from '@posthorn/contracts/inbox/comments.http';
import type { Page } from 'playwright-core';
import { card, type Screen } from './screen.ts';

/** The inbox with comments of every kind, and the dialogs that it opens. */
export const INBOX_SCREENS: readonly Screen[] = [
  {
    name: 'inbox',
    path: '/inbox',
    async then(page) {
      await card(page, 'carla').waitFor();
    },
  },
  {
    name: 'inbox-writing',
    path: '/inbox',
    async then(page) {
      await card(page, 'carla')
        .getByRole('button', { name: /^Reply/u })
        .click();
      await page.getByRole('textbox', { name: /^Your reply to/u }).fill('At seven, every Sunday.');
    },
  },
  {
    name: 'inbox-menu',
    path: '/inbox',
    over: true,
    async then(page) {
      await card(page, 'carla')
        .getByRole('button', { name: /^More for/u })
        .click();
      await page.getByRole('menuitem', { name: 'Hide comment' }).waitFor();
    },
  },
  {
    name: 'inbox-history',
    path: '/inbox',
    over: true,
    async then(page) {
      await card(page, 'ben')
        .getByRole('button', { name: /^More for/u })
        .click();
      await page.getByRole('menuitem', { name: 'History' }).click();
      await page.getByText('The reply was sent.').waitFor();
    },
  },
  {
    name: 'inbox-new',
    path: '/inbox?status=new',
    async then(page) {
      await page.getByRole('button', { name: /^Mark \d+ as read$/u }).waitFor();
    },
  },
  {
    name: 'inbox-trouble',
    path: '/inbox',
    async then(page) {
      await showTrouble(page);
      await page.reload();
      await page.getByText('The comments of 2 accounts are not up to date').click();
      await page.getByText('Comments of one account are not all read, or come late').click();
      await card(page, 'carla').getByText('Unconfirmed').waitFor();
      await page.getByText('An automatic reply will be sent').first().waitFor();
    },
  },
  { name: 'inbox-empty', who: 'newcomer', path: '/inbox' },
];

/** Shows replies that are unconfirmed, failed or wait for a person, and accounts whose comments cannot be read. */
async function showTrouble(page: Page): Promise<void> {
  const reply: ReplyView = {
    id: 'r-1',
    kind: 'manual',
    state: 'unknown',
    text: 'At seven, every Sunday.',
    permalink: null,
    sentAt: null,
    problem: null,
    until: null,
    stale: false,
    reasons: [],
    reasonCodes: [],
  };
  const problem = { code: 'rejected', message: 'The platform refused it.', words: 'Not allowed here.' };
  const replies: Readonly<Record<string, ReplyView>> = {
    ben: { ...reply, kind: 'ai', state: 'draft', reasons: ['The comment sounds negative.'] },
    carla: reply,
    dora: { ...reply, state: 'waiting', problem: { ...problem, words: null } },
    emil: { ...reply, state: 'failed', problem },
  };
  const source: SourceView = {
    accountId: 1,
    platform: 'bluesky',
    accountName: 'ana.sandbox.test',
    state: 'waiting',
    lastReadAt: null,
    nextReadAt: null,
    webhook: false,
    notice: 'trouble',
    why: 'The platform asks to wait.',
    whyCode: 'rate-limit',
  };
  const sources: readonly SourceView[] = [
    source,
    {
      ...source,
      accountId: 2,
      platform: 'threads',
      state: 'off',
      mend: 'reconnect',
      why: 'It ended.',
      whyCode: null,
    },
    {
      ...source,
      accountId: 3,
      platform: 'pinterest',
      state: 'off',
      notice: 'limit',
      why: 'It has none.',
      whyCode: null,
    },
  ];
  await page.route('**/api/comments?*', async (route) => {
    const response = await route.fetch();
    const comments = (await response.json()) as readonly CommentView[];
    const shown = comments.map((one): CommentView => {
      const author = Object.keys(replies).find((name) => one.commenterUsername.startsWith(name)) ?? '';
      return { ...one, status: 'new', hidden: false, reply: replies[author] ?? null };
    });
    // One more comment, to which an automatic reply will be sent.
    const coming = { reply: null, autoReplyAt: new Date(Date.now() + 120_000).toISOString() };
    const more = shown
      .slice(0, 1)
      .map((one) => ({ ...one, ...coming, id: 1_000_000, commenterUsername: 'fay' }));
    await route.fulfill({ response, json: [...more, ...shown] });
  });
  await page.route('**/api/comments/summary**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as InboxSummary), sources } });
  });
}

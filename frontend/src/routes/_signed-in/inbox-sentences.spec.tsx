import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import type { CommentView, ReplyView, SourceView } from '@posthorn/contracts/inbox/comments.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aUser } from '#testing/views.ts';

beforeEach(() => {
  localStorage.clear();
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
});

/** The server's text, which is not in the language of the screen. */
const message = 'Das sagt der Server.';
const reply: ReplyView = {
  id: '6f3f2fe6-0d5c-4a5e-9a55-6f0f7f3f2b11',
  kind: 'ai',
  state: 'failed',
  text: 'In Porto.',
  permalink: null,
  sentAt: null,
  problem: null,
  until: null,
  stale: false,
  reasons: [],
  reasonCodes: [],
};
const problem = { code: 'duplicate', message, words: null };
const cannot = { reply: 'no', hide: 'here', remove: false } as const;

const comments: readonly [string, Partial<CommentView>, RegExp][] = [
  [
    'a reply that failed',
    { reply: { ...reply, problem } },
    /^The platform says that this reply is already there\.$/u,
  ],
  [
    'a draft that waits for a person',
    { reply: { ...reply, state: 'draft', reasons: [message], reasonCodes: ['negative'] } },
    /^The comment sounds negative\.$/u,
  ],
  [
    'a comment that cannot be answered here',
    { can: cannot, whyNot: message, whyNotCode: 'no-interface' },
    /^Bluesky does not let other apps read comments\.$/u,
  ],
  [
    'a comment that could not be hidden',
    { moderation: { action: 'hide', state: 'failed', problem: { ...problem, code: 'not-allowed' } } },
    /The platform does not allow this account to do that\.$/u,
  ],
  [
    'a thread with too many hidden replies',
    { moderation: { action: 'hide', state: 'failed', problem: { ...problem, code: 'hidden-limit' } } },
    /The platform hides no more replies of this thread\.$/u,
  ],
  [
    'a reply to a reply, which cannot be hidden',
    { moderation: { action: 'hide', state: 'failed', problem: { ...problem, code: 'only-top-replies' } } },
    /The platform hides only direct replies to a post, with all that is below them\.$/u,
  ],
  [
    'a reply to a hidden comment',
    { reply: { ...reply, problem: { ...problem, code: 'comment-hidden' } } },
    /^The platform takes no replies to hidden comments\.$/u,
  ],
];

it.each(comments)(
  "shows the app's own sentence for %s, by the code from the server",
  async (_what, overrides, sentence) => {
    answerInbox(() => [aComment(overrides)]);
    renderApp('/inbox');
    await screen.findByText(sentence);
    expect(screen.queryByText(/Das sagt der Server/u)).toBeNull();
  },
);

const aSource = (overrides: Partial<SourceView>): SourceView => ({
  accountId: 7,
  platform: 'bluesky',
  accountName: 'ana.bsky.social',
  state: 'behind',
  why: message,
  whyCode: 'unlisted',
  lastReadAt: null,
  nextReadAt: null,
  webhook: false,
  notice: 'trouble',
  ...overrides,
});

it("shows the app's own sentence for an account whose comments are not read", async () => {
  answerInbox(() => [aComment()], { sources: [aSource({})] });
  renderApp('/inbox');
  await screen.findByText(/Bluesky does not report what is new on this account/u);
  expect(screen.queryByText(/Das sagt der Server/u)).toBeNull();
});

it("shows the server's sentence for an unknown code", async () => {
  answerInbox(() => [aComment()], { sources: [aSource({ whyCode: 'new-reason' })] });
  renderApp('/inbox');
  await screen.findByText(/Das sagt der Server\./u);
});

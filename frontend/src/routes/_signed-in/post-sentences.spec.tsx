import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';

let posts: PostView[];

beforeEach(() => {
  localStorage.clear();
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listPlatforms, () => [aPlatform()]);
  answerPosts(() => posts);
});

/** The server's text, which is not in the language of the screen. */
const message = 'Das sagt der Server.';
const tooLong = {
  code: 'integrations.text-too-long',
  values: { platform: 'Bluesky', used: 310, max: 300 },
  message,
};
const cases: readonly [string, Partial<TargetView>, RegExp][] = [
  [
    'a failed post',
    { status: 'failed', problem: { code: 'rejected', message, words: null } },
    /^The platform refused the post\.$/u,
  ],
  [
    'a post that waits',
    { status: 'publishing', problem: { code: 'not-there', variant: 'waiting', message, words: null } },
    /^The post did not arrive, so it is sent again\.$/u,
  ],
  [
    'a post whose outcome is unknown',
    { status: 'unknown', problem: { code: 'reset', variant: 'unknown', message, words: null } },
    /^The connection broke\. The post may be there\.$/u,
  ],
  [
    'a warning, with the name of the platform',
    { warning: { code: 'quota', message } },
    /^The daily quota of this account on Bluesky is used up\. The post waits\.$/u,
  ],
  [
    'a post that a check refused',
    { status: 'failed', problem: { ...tooLong, words: null } },
    /^Bluesky: the text has 310 characters, 300 are allowed\.$/u,
  ],
  [
    'a post that waits for its quota',
    {
      status: 'publishing',
      problem: {
        code: 'rate-limit',
        variant: 'quota',
        values: { platform: 'Threads' },
        message,
        words: null,
      },
    },
    /^The daily quota of this account on Threads is used up\. The post waits\.$/u,
  ],
  [
    'a post that was given up, with the quota for which it waited',
    {
      status: 'failed',
      problem: { code: 'gave-up', variant: 'quota', values: { platform: 'Threads' }, message, words: null },
    },
    /^It could not be published in time\. The daily quota of this account on Threads was used up\.$/u,
  ],
  [
    'a file that a server does not take',
    {
      status: 'failed',
      problem: {
        code: 'media-rejected',
        variant: 'no-uploads',
        values: { platform: 'mastodon.test' },
        message,
        words: null,
      },
    },
    /^mastodon\.test takes no files from other programs\.$/u,
  ],
  [
    "the choices of a creator, in the product's words",
    {
      status: 'failed',
      problem: {
        code: 'option-not-valid',
        variant: 'privacy',
        values: { platform: 'TikTok', offered: 'Alle', levels: 'PUBLIC_TO_EVERYONE SELF_ONLY NEW_LEVEL' },
        message,
        words: null,
      },
    },
    /^This account can publish for: Everyone, Only you, NEW_LEVEL\.$/u,
  ],
  [
    'an older event with the choices of a creator',
    {
      status: 'failed',
      problem: {
        code: 'option-not-valid',
        variant: 'privacy',
        values: { offered: 'Everyone' },
        message,
        words: null,
      },
    },
    /^This account can publish for: Everyone\.$/u,
  ],
  [
    'a warning with figures',
    { warning: tooLong },
    /^Bluesky: the text has 310 characters, 300 are allowed\.$/u,
  ],
  [
    'a cover',
    { status: 'posted', coverProblem: { code: 'media-lost', message, words: null } },
    /The picture for it is gone\.$/u,
  ],
  [
    'a deletion without a Facebook Page',
    {
      status: 'posted',
      remoteDeletion: 'failed',
      remoteDeletionProblem: { code: 'page-missing', message, words: null },
    },
    /Instagram deletes posts only of accounts that are connected by a Facebook Page\. Delete it there\.$/u,
  ],
  [
    'a deletion',
    {
      status: 'posted',
      remoteDeletion: 'failed',
      remoteDeletionProblem: { code: 'still-there', message, words: null },
    },
    /The platform did not delete the post, and still shows it\. Look there\.$/u,
  ],
];

it.each(cases)(
  "shows the app's own sentence for %s, by the code from the server",
  async (_what, overrides, sentence) => {
    posts = [aPost({ targets: [aTarget(overrides)] })];
    renderApp('/posts');
    await screen.findByText(sentence);
    expect(screen.queryByText(/Das sagt der Server/u)).toBeNull();
  },
);

it('shows the stored sentence of an older event without values', async () => {
  const code = 'integrations.text-too-long';
  const words = 'Bluesky: the text is too long.';
  const problem = { code, message: 'The post could not be published here.', words };
  const warning = { code, message: 'Too long, says the check.' };
  posts = [aPost({ targets: [aTarget({ status: 'failed', problem, warning })] })];
  renderApp('/posts');
  await screen.findByText(words);
  await screen.findByText(problem.message);
  await screen.findByText(warning.message);
});

it("shows the server's sentence for an unknown code", async () => {
  const problem = { code: 'new-reason', message, words: null };
  posts = [aPost({ targets: [aTarget({ status: 'failed', problem })] })];
  renderApp('/posts');
  await screen.findByText(message);
});

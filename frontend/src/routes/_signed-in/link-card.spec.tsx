import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { LINK_CARD } from '@posthorn/contracts/integrations/link-card';
import { linkPreview, type LinkPreview } from '@posthorn/contracts/integrations/link-card.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse, refuseWith } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { onDesk } from '#testing/window-width.ts';
import { aBlueskyAccount, aPlatform, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const link = 'https://bakery.example/menu';
let requestCount = 0;

beforeEach(async () => {
  localStorage.clear();
  onDesk(true);
  requestCount = 0;
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listPlatforms, () => [
    aPlatform({
      platform: 'bluesky',
      options: [
        {
          kind: 'flag',
          name: LINK_CARD,
          label: 'Link card',
          forMedia: 'none',
          required: false,
          initial: true,
        },
      ],
    }),
  ]);
  answerPosts(() => []);
  renderApp('/posts?compose=true');
  await screen.findByRole('dialog', { name: 'Create New Post' });
  await user.click(screen.getByRole('checkbox', { name: /ana\.bsky\.social/ }));
});

const preview = (reply: LinkPreview) => {
  answer(linkPreview, () => {
    requestCount += 1;
    return reply;
  });
};
const write = (text: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: /^Text for Bluesky/ }), { target: { value: text } });
};
const card = (title: string): LinkPreview => ({
  card: { link, site: 'bakery.example', title, description: 'Every day', pictureUrl: null },
});

it('shows the card of the first link after a pause in typing, with one request', async () => {
  preview(card('Fresh bread'));
  for (const text of ['See', `See ${link.slice(0, 20)}`, `See ${link}`]) write(text);
  const shown = await screen.findByRole('figure', { name: 'Link card' });
  expect(shown.textContent).toBe('Fresh breadEvery daybakery.example');
  expect(requestCount).toBe(1);
  expect(await accessibilityFaults()).toEqual([]);
});

it('says why there is no card for a link', async () => {
  preview({ card: null, reason: 'no-title', message: 'In the language of the server.' });
  write(`See ${link}`);
  await screen.findByText('No card: the page has no title.');
  expect(screen.queryByRole('figure', { name: 'Link card' })).toBeNull();
});

it('shows why the server refused the card, until the text has no link', async () => {
  refuse(linkPreview, 429, {
    code: 'request.too-many',
    message: 'Too many requests. Please wait and try again.',
  });
  write(`See ${link}`);
  await screen.findByText('No card: Too many requests. Please wait and try again.');
  write('Nothing to see');
  await waitFor(() => {
    expect(screen.queryByText(/^No card/)).toBeNull();
  });
});

it('keeps the card when a later request for it fails', async () => {
  preview(card('Fresh bread'));
  write(`See ${link}`);
  await screen.findByRole('figure', { name: 'Link card' });
  let refusedCount = 0;
  answer(linkPreview, () => {
    refusedCount += 1;
    return refuseWith(429, { message: 'no', code: 'request.too-many', requestId: 'r1' });
  });
  const clock = jest.spyOn(Date, 'now');
  // The second request begins only after the first has failed.
  for (const requests of [1, 2]) {
    write('Nothing to see');
    await waitFor(() => {
      expect(screen.queryByRole('figure', { name: 'Link card' })).toBeNull();
    });
    clock.mockReturnValue(Date.now() + 6 * 60_000);
    write(`See ${link}`);
    await waitFor(() => {
      expect(refusedCount).toBe(requests);
    });
  }
  clock.mockRestore();
  await screen.findByRole('figure', { name: 'Link card' });
  expect(screen.queryByText(/^No card/)).toBeNull();
});

it('removes the card when the user switches it off', async () => {
  preview(card('Fresh bread'));
  write(`See ${link}`);
  await screen.findByRole('figure', { name: 'Link card' });
  await user.click(await screen.findByRole('checkbox', { name: 'Link card' }));
  expect(screen.queryByRole('figure', { name: 'Link card' })).toBeNull();
});

import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { schedulePost, type SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { uploadMedia, type MediaFileView } from '@posthorn/contracts/shared/media.http';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
// Loads the composer before the first spec, so that no spec waits for the code.
import '#features/scheduling/components/composer/compose-dialog.tsx';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer } from '#testing/fake-server.ts';
import { BLUESKY_LIMITS } from '#testing/limits.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aPost, aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
const STRICT_ACCOUNTS = 4;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const contentBox = () => screen.getByRole('textbox', { name: 'Content' });
const aStoredFile = (name: string): MediaFileView => ({
  mediaUrl: `/media/${name}`,
  mediaType: 'image',
  mimeType: 'image/jpeg',
  mediaSize: 4,
  order: 0,
  originalName: name,
  thumbnailUrl: null,
  width: 9,
  height: 9,
  durationSeconds: null,
  altText: null,
});
let sent: SchedulePostRequest[];

beforeEach(() => {
  localStorage.clear();
  sent = [];
  onDesk(true);
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [
    ...Array.from({ length: STRICT_ACCOUNTS }, (_, at) =>
      aBlueskyAccount({
        id: at + 1,
        accountName: `ana${String(at + 1)}.test`,
        limits: { ...BLUESKY_LIMITS, media: { ...BLUESKY_LIMITS.media, images: 1 } },
      }),
    ),
    aMastodonAccount({ id: 9 }),
  ]);
  answerPosts(() => []);
  answer(schedulePost, (request) => {
    sent.push(request);
    return aPost();
  });
  const remainingNames = ['bread.jpg', 'buns.jpg'];
  answer(uploadMedia, () => ({ files: [aStoredFile(remainingNames.shift() ?? '')] }));
});

const open = async () => {
  renderApp('/posts?compose=true');
  await screen.findByRole('dialog', { name: 'Create New Post' });
  await user.click(button('All'));
};
const submit = async () => {
  await user.click(button('Schedule Post'));
  await screen.findByText('Post scheduled!');
};

it('removes a file for many accounts by one click', async () => {
  await open();
  fireEvent.change(contentBox(), { target: { value: 'Hello' } });
  for (const name of ['bread.jpg', 'buns.jpg'])
    await user.upload(screen.getByLabelText('Add media'), new File(['jpeg'], name, { type: 'image/jpeg' }));
  await screen.findByText('4 accounts are not ready yet.');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(button('Leave out one image on 4 accounts'));
  await waitFor(() => {
    expect(screen.queryByText('4 accounts are not ready yet.')).toBeNull();
  });
  await submit();
  expect(sent[0]?.targets?.map(({ mediaUrls }) => mediaUrls)).toEqual([
    ...Array.from({ length: STRICT_ACCOUNTS }, () => ['/media/bread.jpg']),
    null,
  ]);
});
it('shortens the text for all accounts with a lower limit', async () => {
  await open();
  fireEvent.change(contentBox(), { target: { value: 'words '.repeat(70) } });
  await user.click(button('Shorten for 4 accounts'));
  await submit();
  expect(sent[0]?.targets?.map(({ content }) => content?.endsWith('…'))).toEqual([
    ...Array.from({ length: STRICT_ACCOUNTS }, () => true),
    false,
  ]);
});
it('deselects single accounts that do not accept the post, or all of them by one click', async () => {
  await open();
  fireEvent.change(contentBox(), { target: { value: 'words '.repeat(70) } });
  await user.click(screen.getByText('One by one'));
  await user.click(button('Remove Bluesky (ana4.test)'));
  await user.click(button('Remove Bluesky (ana3.test)'));
  // For up to three accounts, the screen offers a separate solution for each account without a click.
  expect(screen.queryByText('One by one')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /ana4/ }));
  await user.click(screen.getByRole('checkbox', { name: /ana3/ }));
  await user.click(button('Remove 4 accounts'));
  await submit();
  expect(sent[0]?.selectedAccountIds).toEqual([9]);
});

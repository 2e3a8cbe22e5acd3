import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { editPost, type EditPostRequest, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { accessibilityFaults } from '#testing/axe.ts';
import { answerComposer, pick, user, write } from '#testing/composing.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aPlatform, aPost, aTarget } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

let posts: PostView[];
let sent: EditPostRequest[];

beforeEach(() => {
  posts = [aPost({ content: 'Bread', targets: [aTarget({ accountId: 7 })] })];
  sent = [];
  answerComposer(() => posts);
  answer(listPlatforms, () => [aPlatform(), aPlatform({ platform: 'mastodon', name: 'Mastodon' })]);
  answer(editPost, (request) => {
    sent.push(request);
    return posts[0] ?? aPost();
  });
});

const edit = async () => {
  renderApp('/posts?edit=1');
  return within(await screen.findByRole('dialog', { name: 'Edit Post' }));
};
const update = () => user.click(screen.getByRole('button', { name: 'Update Post' }));

it('changes the accounts of a post', async () => {
  const dialog = await edit();
  expect(dialog.getByRole('checkbox', { name: /Bluesky/ })).toHaveProperty('checked', true);
  expect(dialog.getByRole('checkbox', { name: /Mastodon/ })).toHaveProperty('checked', false);
  await pick(/Mastodon/);
  expect(await accessibilityFaults()).toEqual([]);
  await update();
  await screen.findByText('Post Updated');
  expect(sent).toMatchObject([
    { selectedAccountIds: [7, 8], targets: [{ accountId: 7 }, { accountId: 8 }], revision: 0 },
  ]);
});

it('changes the accounts of a post on a phone, and keeps the selection in the draft', async () => {
  onDesk(false);
  const dialog = await edit();
  await user.click(dialog.getByRole('tab', { name: /^Accounts/ }));
  await pick(/ana@mastodon\.social/);
  write('Bread at eight');
  await dialog.findByText('Saved');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Edit Bread' }));
  await screen.findByText('Your unsent draft is back.');
  await user.click(screen.getByRole('tab', { name: 'Accounts (2)' }));
  await update();
  await screen.findByText('Post Updated');
  expect(sent).toMatchObject([{ selectedAccountIds: [7, 8] }]);
});

it('does not send a post without an account', async () => {
  await edit();
  screen.getByRole('checkbox', { name: /Bluesky/ }).focus();
  await user.keyboard(' ');
  await update();
  await screen.findByText(POST_TEXT.accountsRequired);
  expect(sent).toEqual([]);
});

it('keeps a disconnected account until the user deselects it', async () => {
  posts = [
    aPost({
      content: 'Bread',
      targets: [aTarget({ accountId: 7 }), aTarget({ accountId: 9, accountName: 'old.bsky.social' })],
    }),
  ];
  answer(listAccounts, () => [aBlueskyAccount(), aMastodonAccount()]);
  await edit();
  const gone = 'old.bsky.social (Bluesky) is disconnected. The post will not go out there.';
  await screen.findByText(gone);
  await update();
  await screen.findByText('Post Updated');
  expect(sent).toMatchObject([{ selectedAccountIds: [7, 9] }]);
  await user.click(await screen.findByRole('button', { name: 'Edit Bread' }));
  await user.click(await screen.findByRole('button', { name: 'Leave out old.bsky.social (Bluesky)' }));
  expect(screen.queryByText(gone)).toBeNull();
  await update();
  await screen.findAllByText('Post Updated');
  expect(sent.at(-1)).toMatchObject({ selectedAccountIds: [7] });
});

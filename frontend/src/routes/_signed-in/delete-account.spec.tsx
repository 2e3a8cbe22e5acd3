import { ACCOUNT_TEXT, deleteAccount } from '@posthorn/contracts/identity/account.http';
import { appState, currentUser, listSessions, signOut } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPlatform, aUser } from '#testing/views.ts';
import { replyKey } from '#features/inbox/model/reply-draft.ts';
import { draftKey } from '#features/scheduling/model/composer/post-draft.ts';
import { DELETE_ACCOUNT_TEXT as TEXT } from '#features/identity/messages/delete-account.en.ts';

const user = userEvent.setup();
const me = aUser();
let requests: unknown[];

beforeEach(() => {
  requests = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => me);
  answer(listAccounts, () => []);
  answer(listPlatforms, () => [aPlatform()]);
  answer(listSessions, () => []);
  answer(deleteAccount, (body) => {
    requests.push(body);
  });
});

const open = async () => {
  await user.click(await screen.findByRole('button', { name: TEXT.open }));
  return within(await screen.findByRole('dialog', { name: TEXT.title }));
};
const confirm = () => screen.getByRole('button', { name: TEXT.confirm });

it('explains the deletion, links to the export, and requires the username', async () => {
  renderApp('/settings');
  const dialog = await open();
  for (const words of TEXT.consequences) dialog.getByText(words);
  expect(dialog.queryByText(TEXT.premium)).toBeNull();
  expect(dialog.getByRole('link', { name: TEXT.export }).getAttribute('href')).toBe('#your-data');
  expect(await accessibilityFaults()).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: TEXT.label(me.username) }), 'somebody');
  await user.click(confirm());
  await dialog.findByText(TEXT.wrong(me.username));
  expect(requests).toEqual([]);
});
it('explains to Premium users what happens to their subscription', async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  renderApp('/settings');
  (await open()).getByText(TEXT.premium);
});
it('sends the typed username, and does not let the user confirm twice', async () => {
  answer(deleteAccount, (body) => {
    requests.push(body);
    return new Promise(() => undefined);
  });
  renderApp('/settings');
  const dialog = await open();
  await user.type(dialog.getByRole('textbox', { name: TEXT.label(me.username) }), ` ${me.username}`);
  await user.click(confirm());
  await waitFor(() => {
    expect(requests).toEqual([{ confirm: me.username }]);
  });
  expect(screen.getByRole('button', { name: TEXT.deleting })).toHaveProperty('disabled', true);
});
it.each([
  [
    'deletes the account',
    async () => {
      const dialog = await open();
      await user.type(dialog.getByRole('textbox', { name: TEXT.label(me.username) }), me.username);
      await user.click(confirm());
    },
  ],
  [
    'logs out',
    async () => {
      await user.click(await screen.findByRole('link', { name: 'Log Out' }));
    },
  ],
])('removes from this browser all data of a user who %s, except the theme', async (_, leave) => {
  const kept = { 'vite-ui-theme': 'dark', [draftKey('somebody-else', 'new')]: '{}' };
  const removed = { [draftKey(me.id, 'new')]: '{}', [replyKey(me.id, 7)]: '{}' };
  for (const [key, value] of Object.entries({ ...kept, ...removed })) localStorage.setItem(key, value);
  renderApp('/settings');
  await leave();
  await waitFor(() => {
    expect(Object.keys(localStorage).sort()).toEqual(Object.keys(kept).sort());
  });
});
it('asks a user with an old sign-in to sign in again', async () => {
  refuse(deleteAccount, 403, {
    code: 'identity.not-fresh',
    variant: 'delete',
    message: ACCOUNT_TEXT.notFresh,
  });
  renderApp('/settings');
  const dialog = await open();
  await user.type(dialog.getByRole('textbox', { name: TEXT.label(me.username) }), me.username);
  await user.click(confirm());
  await dialog.findByText(ACCOUNT_TEXT.notFresh);
  const logOutLink = dialog.getByRole('link', { name: 'Log out to sign in again' });
  expect(logOutLink.getAttribute('href')).toBe(signOut.path);
  expect(screen.queryByText(TEXT.deleting)).toBeNull();
});
it('moves the focus from the dialog to the section for the export', async () => {
  renderApp('/settings');
  const dialog = await open();
  await user.click(dialog.getByRole('link', { name: TEXT.export }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your data' }));
  });
});
it('keeps the account when the user cancels', async () => {
  renderApp('/settings');
  await open();
  await user.click(screen.getByRole('button', { name: TEXT.cancel }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests).toEqual([]);
});

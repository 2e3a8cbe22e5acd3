import { EMAIL_CHANGE_TEXT } from '@posthorn/contracts/identity/email-change.http';
import { PROFILE_TEXT, updateUser, type UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import {
  appState,
  currentUser,
  listSessions,
  type UserView,
} from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPlatform, aUser } from '#testing/views.ts';

const user = userEvent.setup();
let me: UserView;
let sent: UpdateUserRequest[];

beforeEach(() => {
  me = aUser();
  sent = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => me);
  answer(listAccounts, () => []);
  answer(listPlatforms, () => [aPlatform()]);
  answer(listSessions, () => []);
  answer(updateUser, (body) => {
    sent.push(body);
    const { email, ...rest } = body;
    me = { ...me, ...rest, ...(email !== undefined && email !== me.email && { pendingEmail: email }) };
    return me;
  });
});

const openProfile = async () => {
  await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  return screen.findByRole('dialog', { name: 'Edit Profile' });
};
const retype = async (box: HTMLElement, words: string) => {
  await user.clear(box);
  await user.type(box, words);
};

it('saves a changed name, and says that a new e-mail address is not confirmed yet', async () => {
  renderApp('/settings');
  const dialog = within(await openProfile());
  expect(await accessibilityFaults()).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Lim');
  await retype(dialog.getByRole('textbox', { name: /^Email/u }), 'ana@new.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Check your email');
  expect(sent).toEqual([{ firstName: 'Ana', lastName: 'Lim', email: 'ana@new.example' }]);
  const account = within(screen.getByRole('region', { name: 'Account' }));
  account.getByText('Ana Lim');
  account.getByText('ana@example.org');
  account.getByText(/^ana@new\.example is not confirmed yet/u);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('confirms that a changed name was saved', async () => {
  renderApp('/settings');
  const dialog = within(await openProfile());
  await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Lim');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(PROFILE_TEXT.updated);
});

it('reports missing and invalid fields, and does not send the form', async () => {
  renderApp('/settings');
  const dialog = within(await openProfile());
  await user.clear(dialog.getByRole('textbox', { name: 'First name' }));
  await retype(dialog.getByRole('textbox', { name: /^Email/u }), 'ana');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  for (const text of [
    PROFILE_TEXT.firstNameRequired,
    PROFILE_TEXT.lastNameRequired,
    PROFILE_TEXT.emailNotValid,
  ])
    await dialog.findByText(text);
  expect(sent).toEqual([]);
});

it("shows the server's message about a field only once, at this field", async () => {
  me = aUser({ lastName: 'Lim' });
  refuse(updateUser, 400, { message: 'Not valid', fields: { email: PROFILE_TEXT.emailNotValid } });
  renderApp('/settings');
  const dialog = within(await openProfile());
  await retype(dialog.getByRole('textbox', { name: /^Email/u }), 'ana@new.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(PROFILE_TEXT.emailNotValid);
  expect(dialog.getAllByRole('alert')).toHaveLength(1);
});

it('keeps the input when a newer sign-in is required, and links to it', async () => {
  me = aUser({ lastName: 'Lim' });
  refuse(updateUser, 403, {
    code: 'identity.not-fresh',
    variant: 'email',
    message: EMAIL_CHANGE_TEXT.notFresh,
  });
  renderApp('/settings');
  const dialog = within(await openProfile());
  await retype(dialog.getByRole('textbox', { name: /^Email/u }), 'ana@new.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(EMAIL_CHANGE_TEXT.notFresh);
  dialog.getByRole('link', { name: 'Log out to sign in again' });
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Email/u }).value).toBe('ana@new.example');
});

it('lets a Premium user describe the tone of replies, and links other users to Premium', async () => {
  renderApp('/settings');
  const card = within(await screen.findByRole('region', { name: 'AI Reply Personality' }));
  card.getByRole('link', { name: 'Upgrade to Premium to set it' });
  expect(card.queryByRole('button')).toBeNull();
  cleanup();

  me = aUser({ isPremium: true });
  renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Set personality' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'AI Reply Personality' }));
  expect(await accessibilityFaults()).toEqual([]);
  const box = dialog.getByRole('textbox', { name: 'How should replies sound?' });
  await user.type(box, 'short');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(PROFILE_TEXT.personalityMin);
  await user.click(box);
  await user.paste('x'.repeat(196));
  dialog.getByText('1 character too many.');
  await user.clear(box);
  await user.type(box, 'short');
  expect(sent).toEqual([]);
  await user.type(box, ' and warm');
  dialog.getByText('10 to 200 characters, 186 left.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(PROFILE_TEXT.personalityUpdated);
  expect(sent).toEqual([{ personalityProfile: 'short and warm' }]);
  await within(screen.getByRole('region', { name: 'AI Reply Personality' })).findByText('short and warm');
});

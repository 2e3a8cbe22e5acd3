import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';

const user = userEvent.setup();

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ isPremium: true }));
  answer(listAccounts, () => []);
  answer(listSessions, () => []);
});

it.each([
  ['/settings', 'Edit Profile', 'First name'],
  ['/settings', 'Set Handle', 'Handle'],
  ['/settings', 'Set personality', 'How should replies sound?'],
  ['/settings', 'Delete my account', 'Keep my account'],
  ['/settings', 'Notifications', 'Choose your notifications'],
  ['/settings', 'Keyboard shortcuts', 'Use shortcuts'],
  ['/settings/link-page', 'Add link', 'Title'],
])(
  'opens on %s the dialog “%s” with the focus on the first field, or on a harmless control',
  async (path, button, focused) => {
    renderApp(path);
    const [openButton] = await screen.findAllByRole('button', { name: button });
    await user.click(openButton as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    const { activeElement } = document;
    const name = activeElement?.id
      ? dialog.querySelector(`[for="${activeElement.id}"]`)?.textContent
      : activeElement?.textContent;
    expect(name?.trim()).toBe(focused);
  },
);

it('shows the switch, which has the focus in the dialog of shortcuts, above the list of shortcuts', async () => {
  renderApp('/settings');
  const [openButton] = await screen.findAllByRole('button', { name: 'Keyboard shortcuts' });
  await user.click(openButton as HTMLElement);
  const switchControl = await screen.findByRole('switch', { name: 'Use shortcuts' });
  const firstShortcut = screen.getByText('Create a post');
  expect(
    switchControl.compareDocumentPosition(firstShortcut) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
});

import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import {
  CHOICE_TEXT,
  chooseAccounts,
  listChoices,
  type AccountChoices,
} from '@posthorn/contracts/integrations/choices.http';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
const bakery = { id: 'c1', platform: 'facebook', accountName: 'bakery', displayName: 'Bakery' } as const;
const waiting: AccountChoices = {
  platform: 'facebook',
  expiresAt: '2030-01-01T00:10:00.000Z',
  choices: [
    { ...bakery, connected: false },
    { id: 'c2', platform: 'instagram', accountName: 'ana.bakes', displayName: null, connected: true },
  ],
};

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => []);
  answer(listSessions, () => []);
  answer(listPlatforms, () => []);
  answer(listChoices, () => waiting);
});

it('connects the chosen accounts', async () => {
  const requests: unknown[] = [];
  answer(chooseAccounts, ({ ids }) => {
    requests.push(ids);
    return { accounts: [] };
  });
  const router = renderApp('/settings/accounts?choose=facebook');
  await screen.findByRole('heading', { name: 'Choose accounts to connect' });
  screen.getByText(/already connected/);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /Bakery/ }));
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/settings');
  });
  expect(requests).toEqual([['c1']]);
});

it('waits for the response, even if the live update about the new accounts arrives earlier', async () => {
  const used: AccountChoices = { platform: null, expiresAt: null, choices: [] };
  let respond: () => void = () => undefined;
  const response = new Promise<void>((resolve) => (respond = resolve));
  const lists: string[] = [];
  answer(listAccounts, () => {
    lists.push('accounts');
    return [];
  });
  answer(chooseAccounts, async () => {
    answer(listChoices, () => {
      lists.push('choices');
      return used;
    });
    live.send('accounts');
    await response;
    return { accounts: [] };
  });
  const router = renderApp('/settings/accounts');
  await user.click(await screen.findByRole('checkbox', { name: /Bakery/ }));
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  screen.getByRole('checkbox', { name: /Bakery/ });
  respond();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/settings');
  });
  expect(lists).not.toContain('choices');
});

it('loads the choices again at each visit', async () => {
  const router = renderApp('/settings/accounts');
  await screen.findByRole('heading', { name: 'Choose accounts to connect' });
  await user.click(screen.getByRole('link', { name: 'Back to Settings' }));
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  answer(listChoices, () => ({ platform: null, expiresAt: null, choices: [] }));
  await router.navigate({ to: '/settings/accounts' });
  await screen.findByText(CHOICE_TEXT.gone);
});

it('requires the user to choose an account', async () => {
  renderApp('/settings/accounts');
  await user.click(await screen.findByRole('button', { name: 'Connect' }));
  await screen.findByText(CHOICE_TEXT.noneChosen);
});

it('shows why the server refused to connect the chosen accounts', async () => {
  refuse(chooseAccounts, 409, {
    message: ACCOUNT_LIST_TEXT.limitReached,
    code: 'integrations.account-limit-reached',
  });
  renderApp('/settings/accounts');
  await user.click(await screen.findByRole('checkbox', { name: /Bakery/ }));
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  expect((await screen.findByRole('alert')).textContent).toBe(ACCOUNT_LIST_TEXT.limitReached);
});

it('says that no accounts are left to choose', async () => {
  answer(listChoices, () => ({ platform: null, expiresAt: null, choices: [] }));
  renderApp('/settings/accounts');
  await screen.findByText(CHOICE_TEXT.gone);
});

it.each([
  ['/posts?compose=true', '/posts?compose=true'],
  ['//evil.example', '/settings'],
  ['javascript:alert(1)', '/settings'],
])(
  'returns to the page where the consent began if it belongs to the app: %s',
  async (returnPath, expected) => {
    answer(chooseAccounts, () => ({ accounts: [] }));
    answerPosts(() => []);
    const router = renderApp(`/settings/accounts?choose=facebook&return=${encodeURIComponent(returnPath)}`);
    await user.click(await screen.findByRole('checkbox', { name: /Bakery/ }));
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => {
      expect(router.state.location.href).toBe(expected);
    });
  },
);

import {
  API_SCOPES,
  API_TOKEN,
  API_TOKEN_TEXT,
  createApiToken,
  deleteApiToken,
  listApiTokens,
  type ApiTokenView,
  type CreateApiTokenRequest,
} from '@posthorn/contracts/identity/api-tokens.http';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, anApiToken, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
const SECRET = `posthorn_pat_${'a1B2'.repeat(12)}Z`;
let tokens: readonly ApiTokenView[];
let requests: CreateApiTokenRequest[];

beforeEach(() => {
  tokens = [];
  requests = [];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listSessions, () => []);
  answer(listApiTokens, () => tokens);
  answer(createApiToken, (request) => {
    requests.push(request);
    const token = anApiToken({ id: `new${String(requests.length)}`, ...request });
    tokens = [token, ...tokens];
    return { ...token, token: SECRET };
  });
  answer(deleteApiToken, (_, { id }) => {
    tokens = tokens.filter((token) => token.id !== id);
  });
});

const card = async () => {
  renderApp('/settings');
  const shown = within(await screen.findByRole('region', { name: 'API Access' }));
  await shown.findByRole('button', { name: 'Create API token' });
  return shown;
};
const openForm = async () => {
  await user.click(screen.getByRole('button', { name: 'Create API token' }));
  return within(await screen.findByRole('dialog', { name: 'Create API token' }));
};
const rows = () => screen.queryAllByRole('button', { name: /^Delete .*token/u });
const create = async (name = 'My token') => {
  const form = await openForm();
  await user.type(form.getByLabelText('Name'), name);
  await user.click(form.getByRole('button', { name: 'Create token' }));
  return within(await screen.findByRole('dialog', { name: 'Your new API token' }));
};

it('lists each token with its name, scopes and dates', async () => {
  tokens = [
    anApiToken({
      name: 'My token',
      scopes: ['posts:read', 'posts:write'],
      lastUsedAt: new Date(Date.now() - 5 * 60_000).toISOString(),
      expiresAt: '2099-03-01T12:00:00.000Z',
      createdAt: '2020-02-01T12:00:00.000Z',
    }),
    anApiToken({ id: 't2', name: 'All token' }),
    anApiToken({ id: 't3', name: 'Old token', expiresAt: '2020-03-01T23:30:00.000Z' }),
  ];
  const shown = await card();
  shown.getByText('see posts, write posts');
  shown.getByText(/^Last used 5 min ago$/u);
  shown.getByText(/expires Sun 1 Mar 2099/u);
  shown.getByText(/created Sat 1 Feb 2020/u);
  expect(shown.getAllByText('all permissions')).toHaveLength(2);
  shown.getAllByText('Never used');
  shown.getByText('Expired Sun 1 Mar 2020, 23:30');
  shown.getByText('2 of 20 tokens.');
  expect(await accessibilityFaults()).toEqual([]);
});
it('says that there are no tokens yet', async () => {
  const shown = await card();
  shown.getByText('You have no API token yet.');
});
it('does not let the user create a token at the limit', async () => {
  tokens = Array.from({ length: API_TOKEN.perUser }, (_, at) => anApiToken({ id: `t${String(at)}` }));
  const shown = await card();
  shown.getByText(API_TOKEN_TEXT.limitReached);
  const button = shown.getByRole('button', { name: 'Create API token' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});
it('shows the error when the list fails to load, and tries again', async () => {
  refuse(listApiTokens, 503, { message: 'The database does not answer.' });
  renderApp('/settings');
  const shown = within(await screen.findByRole('region', { name: 'API Access' }));
  await shown.findByText(/The database does not answer\./u);
  answer(listApiTokens, () => [anApiToken({ name: 'My token' })]);
  await user.click(shown.getByRole('button', { name: 'Try again' }));
  await shown.findByText('My token');
});

it('creates a token with some scopes and an end date, and shows it once', async () => {
  await card();
  const shown = await create(' My token ');
  expect(requests).toEqual([
    {
      name: 'My token',
      scopes: API_SCOPES.filter((scope) => scope !== 'comments:write' && scope !== 'webhooks:write'),
      expiresInDays: 365,
    },
  ]);
  shown.getByText(SECRET);
  shown.getByText('Copy it now. You will not be able to see it again.');
  await screen.findByText('API Token Created');
  expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Copy API token' }));
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(SECRET)).toBeNull();
  await screen.findByRole('button', { name: 'Delete My token' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create API token' }));
});
it('confirms for two seconds that the token was copied', async () => {
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await card();
  const shown = await create();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  try {
    await act(async () => {
      fireEvent.click(shown.getByRole('button', { name: 'Copy API token' }));
      await Promise.resolve();
    });
    await act(() => jest.advanceTimersByTimeAsync(1_990));
    shown.getByRole('button', { name: 'Copied API token' });
    await act(() => jest.advanceTimersByTimeAsync(20));
    shown.getByRole('button', { name: 'Copy API token' });
  } finally {
    jest.useRealTimers();
  }
  expect(writeText.mock.calls).toEqual([[SECRET]]);
  writeText.mockRestore();
});
it('selects the token when the browser refuses to copy', async () => {
  await card();
  const shown = await create();
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(shown.getByRole('button', { name: 'Copy API token' }));
  await screen.findByText('Your browser blocked copying');
  expect(window.getSelection()?.toString()).toBe(SECRET);
  writeText.mockRestore();
});
it('keeps the dialog with the new token open after a click outside', async () => {
  await card();
  await create();
  const beside = document.querySelector('.bg-scrim');
  if (beside) await user.click(beside);
  screen.getByText(SECRET);
  // The first Escape closes the toast.
  await user.keyboard('{Escape}{Escape}');
  expect(screen.queryByText(SECRET)).toBeNull();
});
it('creates only one token after two clicks', async () => {
  await card();
  const form = await openForm();
  await user.type(form.getByLabelText('Name'), 'My token');
  const button = form.getByRole('button', { name: 'Create token' });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText(SECRET);
  expect(requests).toHaveLength(1);
});
it('requires a name and a scope', async () => {
  await card();
  const form = await openForm();
  await user.type(form.getByLabelText('Name'), '   ');
  for (const box of form.getAllByRole<HTMLInputElement>('checkbox')) if (box.checked) await user.click(box);
  await user.click(form.getByRole('button', { name: 'Create token' }));
  await form.findByText(API_TOKEN_TEXT.nameRequired);
  form.getByText(API_TOKEN_TEXT.scopesNotValid);
  expect(requests).toEqual([]);
  expect(await accessibilityFaults()).toEqual([]);
});
it('creates a token without an end date on request', async () => {
  await card();
  const form = await openForm();
  await user.type(form.getByLabelText('Name'), 'My token');
  await user.selectOptions(form.getByLabelText('Expires'), 'Never');
  await user.click(form.getByLabelText(/^Reply to comments/u));
  await user.click(form.getByLabelText(/^Set up webhooks/u));
  await user.click(form.getByRole('button', { name: 'Create token' }));
  await screen.findByText(SECRET);
  expect(requests).toEqual([{ name: 'My token', scopes: API_SCOPES }]);
});
it('keeps the input and shows the error when the server refuses', async () => {
  refuse(createApiToken, 429, { code: 'identity.api-tokens-too-many', message: API_TOKEN_TEXT.tooMany });
  await card();
  const form = await openForm();
  await user.type(form.getByLabelText('Name'), 'My token');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  await form.findByText('Failed to create API token');
  form.getByText(API_TOKEN_TEXT.tooMany);
  // A new sign-in would not solve this refusal.
  expect(form.queryByRole('link')).toBeNull();
  expect(form.getByLabelText('Name')).toHaveProperty('value', 'My token');
  expect(form.getByRole('button', { name: 'Create token' })).toHaveProperty('disabled', false);
});

it('asks a user with an old sign-in to sign in again, and returns to this screen', async () => {
  refuse(createApiToken, 403, {
    code: 'identity.not-fresh',
    variant: 'token',
    message: API_TOKEN_TEXT.notFresh,
  });
  await card();
  const form = await openForm();
  await user.type(form.getByLabelText('Name'), 'My token');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  await form.findByText(API_TOKEN_TEXT.notFresh);
  const link = form.getByRole('link', { name: 'Sign in again and come back here' });
  expect(link.getAttribute('href')).toBe('/login?next=%2Fsettings');
  expect(await accessibilityFaults()).toEqual([]);
});

it('asks before it deletes a token, and moves the focus to the next one', async () => {
  tokens = [anApiToken({ name: 'A token' }), anApiToken({ id: 't2', name: 'B token' })];
  await card();
  await user.click(await screen.findByRole('button', { name: 'Delete A token' }));
  const question = within(
    screen.getByRole('alertdialog', { name: 'Are you sure you want to delete this API token?' }),
  );
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(rows()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Delete A token' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Token Deleted');
  expect(rows()).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete B token' }));
});
it("shows the app's own name for a token whose name the server does not know", async () => {
  const name = 'Das sagt der Server.';
  tokens = [anApiToken({ name, nameSaid: { code: 'token', variant: 'unknown' } })];
  await card();
  await user.click(await screen.findByRole('button', { name: 'Delete API token' }));
  screen.getByText('Programs that use “API token” stop working at once.');
  expect(screen.queryByText(/Das sagt der Server/u)).toBeNull();
});
it('shows a token again that could not be deleted', async () => {
  tokens = [anApiToken({ name: 'A token' })];
  refuse(deleteApiToken, 503, { message: 'The event log does not answer.' });
  await card();
  await user.click(await screen.findByRole('button', { name: 'Delete A token' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Failed to delete API token');
  screen.getByText('The event log does not answer.');
  expect(rows()).toHaveLength(1);
});

it('shows changes from another window', async () => {
  const shown = await card();
  tokens = [anApiToken({ name: 'A token' })];
  live.send('user');
  await shown.findByText('A token');
  tokens = [];
  live.send('user');
  await waitFor(() => {
    expect(rows()).toHaveLength(0);
  });
});

it('shows sample calls with the name of a suitable token', async () => {
  tokens = [anApiToken({ name: 'My blog', expiresAt: new Date(Date.now() + DAY_MS).toISOString() })];
  const shown = await card();
  await shown.findByText('My blog');
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(shown.getByRole('tab', { name: 'API Tokens' }));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await user.click(await shown.findByRole('button', { name: 'Copy GET /api/external/platforms' }));
  expect(writeText.mock.calls).toEqual([
    [`curl '${window.location.origin}/api/external/platforms' \\\n  -H 'Authorization: Bearer <My blog>'`],
  ]);
  writeText.mockRestore();
  expect(document.activeElement?.textContent).toContain('Copied');
  expect(shown.getByRole('link', { name: /^All calls/u }).getAttribute('href')).toBe('/docs/api');
  shown.getByText(`${window.location.origin}/mcp`);
  expect(await accessibilityFaults()).toEqual([]);
});

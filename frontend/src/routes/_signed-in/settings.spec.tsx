import {
  disconnectAccount,
  listAccounts,
  type AccountView,
} from '@posthorn/contracts/integrations/accounts.http';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { LINKED_TEXT } from '@posthorn/contracts/identity/linked-text';
import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import {
  linkSignInPath,
  listLinkedSignIns,
  unlinkSignIn,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { countScheduledOn } from '@posthorn/contracts/scheduling/posts.http';
import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { COMMENTS_CONSENT_TEXT, CONSENT_TEXT } from '@posthorn/contracts/integrations/consent-text';
import { setTimezone, TIMEZONE_TEXT } from '@posthorn/contracts/identity/timezone.http';
import { beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { UI_TEXT } from '#ui/messages.en.ts';
import { aBlueskyAccount, aMastodonAccount, aPlatform, aUser } from '#testing/views.ts';

const user = userEvent.setup();
let accounts: AccountView[];

beforeEach(() => {
  accounts = [aBlueskyAccount(), aMastodonAccount({ status: 'needs-reconnect' })];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => accounts);
  answer(listPlatforms, () => [
    aPlatform(),
    aPlatform({ platform: 'mastodon', name: 'Mastodon', connectPath: '/api/auth/mastodon' }),
    aPlatform({
      platform: 'tiktok',
      name: 'TikTok',
      connectPath: '/api/auth/tiktok',
      configured: false,
      reason: 'Set TIKTOK_CLIENT_KEY.',
    }),
  ]);
  answer(listSessions, () => [
    {
      id: 's1',
      browser: 'Firefox on Linux',
      createdAt: '2026-01-01T00:00:00Z',
      lastSeenAt: '2026-01-01T00:00:00Z',
      current: true,
    },
  ]);
});

it("shows the app's own names for browsers that are signed in", async () => {
  const times = { createdAt: '2026-01-01T00:00:00Z', lastSeenAt: '2026-01-01T00:00:00Z', current: false };
  const browser = 'Das sagt der Server.';
  const values = { browser: 'Firefox', system: 'Windows' };
  answer(listSessions, () => [
    { ...times, id: 's1', browser, browserSaid: { code: 'browser', values } },
    { ...times, id: 's2', browser, browserSaid: { code: 'browser', variant: 'unknown' } },
    { ...times, id: 's3', browser: 'Neu beim Server', browserSaid: { code: 'browser', variant: 'new' } },
    { ...times, id: 's4', browser: 'iPhone' },
  ]);
  renderApp('/settings');
  await screen.findByText('Firefox on Windows');
  for (const name of ['Firefox on Windows', 'Unknown browser', 'Neu beim Server', 'iPhone'])
    screen.getByRole('button', { name: `Sign out ${name}` });
  expect(screen.queryByText(/Das sagt der Server/u)).toBeNull();
});

it('offers both ways to connect a platform that has two', async () => {
  const name = 'Instagram (without a Facebook Page)';
  const alsoBy = [
    { name: 'Das sagt der Server.', code: 'instagram-login', path: '/api/auth/instagram-login' },
    { name: 'Neu beim Server', code: 'new-way', path: '/api/auth/new-way' },
  ];
  const instagram = { platform: 'instagram', name: 'Instagram', connectPath: '/api/auth/facebook' } as const;
  answer(listPlatforms, () => [aPlatform({ ...instagram, alsoBy })]);
  renderApp('/settings');
  const usual = await screen.findByRole('link', { name: 'Connect Instagram' });
  expect(usual.getAttribute('href')).toBe('/api/auth/facebook?return=%2Fsettings');
  screen.getByRole('link', { name: 'Connect Neu beim Server' });
  const other = screen.getByRole('link', { name: `Connect ${name}` });
  expect(other.getAttribute('href')).toBe('/api/auth/instagram-login?return=%2Fsettings');
  expect(await accessibilityFaults()).toEqual([]);
});

it('offers the consent for comments while an account lacks it', async () => {
  const path = '/api/auth/tiktok-business?account=8';
  answer(listAccounts, () => [
    aBlueskyAccount(),
    aMastodonAccount({ platform: 'tiktok', accountName: 'ana', commentsPath: path }),
  ]);
  renderApp('/settings');
  const link = await screen.findByRole('link', { name: 'Read comments ana on TikTok' });
  expect(link.getAttribute('href')).toBe(`${path}&return=%2Fsettings`);
  expect(screen.getAllByText('Comments need one more permission.')).toHaveLength(1);
  expect(await accessibilityFaults()).toEqual([]);
});
it('does not offer the consent for comments while the account must be reconnected', async () => {
  const path = '/api/auth/tiktok-business?account=8';
  answer(listAccounts, () => [
    aMastodonAccount({ platform: 'tiktok', status: 'needs-reconnect', commentsPath: path }),
  ]);
  renderApp('/settings');
  await screen.findByText('Needs reconnecting');
  expect(screen.queryByRole('link', { name: /^Read comments/u })).toBeNull();
});

it('shows the picture of an account next to its name, or its initials when there is no picture', async () => {
  const pictureUrl = '/media/q3vFhX0nQ2m8bYxk1TzR5A.webp';
  answer(listAccounts, () => [aBlueskyAccount({ pictureUrl }), aMastodonAccount()]);
  renderApp('/settings');
  const list = await screen.findByRole('list', { name: 'Accounts' });
  const [bluesky, mastodon] = within(list).getAllByRole('listitem');
  const shown = bluesky?.querySelector('img');
  expect(shown?.getAttribute('src')).toBe(pictureUrl);
  for (const [name, value] of Object.entries({ alt: '', width: '32', height: '32', loading: 'lazy' }))
    expect(shown?.getAttribute(name)).toBe(value);
  expect(mastodon?.querySelector('img')).toBeNull();
  expect(mastodon && within(mastodon).queryByText('AS')).not.toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});
it('lists the accounts, and marks an account that needs a reconnect', async () => {
  renderApp('/settings');
  await screen.findByText('ana.bsky.social');
  screen.getByText('Needs reconnecting');
  expect(screen.getByRole('link', { name: /^Reconnect/ }).getAttribute('href')).toBe(
    '/api/auth/mastodon?return=%2Fsettings',
  );
  expect(await accessibilityFaults()).toEqual([]);
});

it('offers the platforms that can be connected, and says why other platforms cannot', async () => {
  renderApp('/settings');
  const link = await screen.findByRole('link', { name: 'Connect Mastodon' });
  expect(link.getAttribute('href')).toBe('/api/auth/mastodon?return=%2Fsettings');
  expect(screen.queryByRole('link', { name: 'Connect TikTok' })).toBeNull();
  screen.getByText('Set TIKTOK_CLIENT_KEY.');
});
it("says why a platform cannot be connected, in the app's own sentence for the server's code", async () => {
  const missing = {
    platform: 'tiktok',
    name: 'TikTok',
    configured: false,
    reason: 'Das sagt der Server.',
  } as const;
  const values = { id: 'TIKTOK_CLIENT_KEY', secret: 'TIKTOK_CLIENT_SECRET', app: 'tiktok' };
  answer(listPlatforms, () => [aPlatform({ ...missing, reasonSaid: { code: 'keys-missing', values } })]);
  renderApp('/settings');
  await screen.findByText(/^Set TIKTOK_CLIENT_KEY and TIKTOK_CLIENT_SECRET;/u);
  expect(screen.queryByText(missing.reason)).toBeNull();
});
it('says of an announced platform that it comes soon', async () => {
  answer(listPlatforms, () => [aPlatform({ platform: 'tiktok', name: 'TikTok', comingSoon: true })]);
  renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Connect TikTok' }));
  await screen.findByText('Coming Soon');
  screen.getByText('TikTok cannot be connected yet.');
  expect(screen.queryByRole('link', { name: 'Connect TikTok' })).toBeNull();
});

it.each([
  ['?connected=tiktok', 'TikTok connected'],
  ['?connected=tiktok&already=1', 'Already Connected'],
  ['?granted=tiktok&opens=comments', 'Comments on TikTok allowed'],
  ['?refused=tiktok&reason=other-account&opens=comments', 'Comments on TikTok not allowed'],
  ['?refused=tiktok&reason=other-account&opens=comments', COMMENTS_CONSENT_TEXT['other-account']('TikTok')],
  ['?refused=tiktok&reason=denied', CONSENT_TEXT.denied('TikTok')],
  ['?refused=tiktok&reason=limit', CONSENT_TEXT.limit('TikTok')],
])('shows the result of a consent with %s, until the user closes the message', async (search, words) => {
  const router = renderApp(`/settings${search}`);
  await screen.findByText(words);
  expect(router.state.location.href).toBe(`/settings${search}`);
  await user.click(screen.getByRole('button', { name: UI_TEXT.dismiss }));
  await waitFor(() => {
    expect(router.state.location.href).toBe('/settings');
  });
});

it.each(['?connected=evil', '?refused=tiktok&reason=%3Cscript%3E', '?refused=evil&reason=denied'])(
  'ignores invalid parameters of a consent: %s',
  async (search) => {
    renderApp(`/settings${search}`);
    await screen.findByText('ana.bsky.social');
    expect(screen.queryByText(/connected$|not connected/)).toBeNull();
  },
);

it.each([
  [0, 'No scheduled post uses this account. Published posts stay where they are.'],
  [
    1,
    '1 scheduled post uses this account. It will not be published there. Published posts stay where they are.',
  ],
  [
    3,
    '3 scheduled posts use this account. They will not be published there. Published posts stay where they are.',
  ],
])('says that %s scheduled posts use an account before it is disconnected', async (count, words) => {
  const requests: unknown[] = [];
  answer(countScheduledOn, (_nothing, { id }) => {
    requests.push(id);
    return { count };
  });
  renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Disconnect ana.bsky.social from Bluesky' }));
  const dialog = await screen.findByRole('alertdialog');
  await within(dialog).findByText(words);
  expect(requests).toEqual(['7']);
});

it('shows the account limit of the free plan before the user starts a consent', async () => {
  accounts = Array.from({ length: 4 }, (_, at) => aBlueskyAccount({ id: at + 1 }));
  renderApp('/settings');
  await screen.findByText('4 of 5 accounts on the free plan.');
  expect(screen.queryByText(ACCOUNT_LIST_TEXT.limitReached)).toBeNull();
  cleanup();
  accounts = [...accounts, aMastodonAccount()];
  renderApp('/settings');
  await screen.findByText('5 of 5 accounts on the free plan.');
  screen.getByText(ACCOUNT_LIST_TEXT.limitReached);
  cleanup();
  answer(currentUser, () => aUser({ isPremium: true }));
  renderApp('/settings');
  await screen.findByRole('heading', { name: 'Connected Accounts' });
  expect(screen.queryByText(/free plan/)).toBeNull();
});
it('asks before a disconnect, then removes the account from the list', async () => {
  answer(disconnectAccount, () => {
    accounts = accounts.slice(1);
  });
  renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Disconnect ana.bsky.social from Bluesky' }));
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await waitFor(() => {
    expect(screen.queryByText('ana.bsky.social')).toBeNull();
  });
  await screen.findByText('Account disconnected');
});

it('shows the account again when the server refuses to disconnect it', async () => {
  refuse(disconnectAccount, 503, {
    message: 'Posthorn cannot save right now. Please try again in a few seconds.',
    code: 'server.log-unavailable',
  });
  renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Disconnect ana.bsky.social from Bluesky' }));
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await screen.findByText('Posthorn cannot save right now. Please try again in a few seconds.');
  screen.getByText('ana.bsky.social');
});

it('saves an IANA zone, and refuses a text that is not one', async () => {
  const chosen: string[] = [];
  answer(setTimezone, ({ timezone }) => {
    chosen.push(timezone);
    return { timezone };
  });
  renderApp('/settings');
  const zone = await screen.findByLabelText('Time zone');
  await user.clear(zone);
  await user.type(zone, 'Nowhere');
  expect(screen.queryByText(TIMEZONE_TEXT.notValid)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save time zone' }));
  await screen.findByText(TIMEZONE_TEXT.notValid);
  await user.clear(zone);
  await user.type(zone, 'Europe/Lisbon');
  await user.click(screen.getByRole('button', { name: 'Save time zone' }));
  await screen.findByText(TIMEZONE_TEXT.updated);
  expect(chosen).toEqual(['Europe/Lisbon']);
});

it('shows why a time zone could not be saved', async () => {
  refuse(setTimezone, 503, { message: TIMEZONE_TEXT.failed, code: 'test.refused' });
  renderApp('/settings');
  const zone = await screen.findByLabelText('Time zone');
  await user.clear(zone);
  await user.type(zone, 'Europe/Lisbon');
  await user.click(screen.getByRole('button', { name: 'Save time zone' }));
  await screen.findByText(TIMEZONE_TEXT.failed);
  expect(screen.getByLabelText('Time zone')).toHaveProperty('value', 'Europe/Lisbon');
});

it('keeps the typed text when the stored time zone changes', async () => {
  const router = renderApp('/settings');
  const zone = await screen.findByLabelText('Time zone');
  await user.clear(zone);
  await user.type(zone, 'Tok');
  answer(currentUser, () => aUser({ timezone: 'Europe/Madrid' }));
  await act(() => router.options.context.queryClient.invalidateQueries());
  expect(screen.getByLabelText('Time zone')).toHaveProperty('value', 'Tok');
});

it.each([
  ['new yor', 'New York', 'America/New_York'],
  ['Mumb', 'Mumbai', 'Asia/Kolkata'],
  ['GMT+5:30', 'Kolkata', 'Asia/Kolkata'],
])('finds a zone by %s', async (typed, city, chosen) => {
  const sent: string[] = [];
  answer(setTimezone, ({ timezone }) => {
    sent.push(timezone);
    return { timezone };
  });
  renderApp('/settings');
  const zone = await screen.findByLabelText('Time zone');
  await user.clear(zone);
  await user.type(zone, typed);
  screen.getByRole('option', { name: new RegExp(`^${city}`) });
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('{ArrowDown}{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save time zone' }));
  await waitFor(() => {
    expect(sent).toEqual([chosen]);
  });
});

it('switches to the dark theme, and stores the choice', async () => {
  renderApp('/settings');
  await user.click(await screen.findByRole('switch', { name: /Dark mode/ }));
  expect(document.documentElement.classList.contains('dark')).toBe(true);
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark');
});

const withProviders = () => {
  answer(appState, () => ({
    sandbox: false,
    sandboxUrl: null,
    version: '0.1.0',
    signInProviders: ['google', 'linkedin'],
  }));
  let linked = [{ provider: 'google', linkedAt: '2026-01-01T00:00:00Z' } as const];
  answer(listLinkedSignIns, () => linked);
  answer(unlinkSignIn, () => {
    linked = [];
  });
};
it('offers to connect sign-in providers, and disconnects a connected one', async () => {
  withProviders();
  renderApp('/settings');
  const connect = await screen.findByRole('link', { name: 'Connect LinkedIn for sign-in' });
  expect(connect.getAttribute('href')).toBe(linkSignInPath('linkedin'));
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Disconnect Google' }));
  await screen.findByRole('link', { name: 'Connect Google for sign-in' });
  await screen.findByText(LINKED_TEXT.unlinked('Google'));
});
it('keeps a provider connected, and shows the reason, when the server refuses', async () => {
  withProviders();
  refuse(unlinkSignIn, 409, {
    message: 'This is your only way to sign in, so it cannot be disconnected.',
    code: 'identity.only-way-in',
  });
  renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Disconnect Google' }));
  await screen.findByText('This is your only way to sign in, so it cannot be disconnected.');
  screen.getByRole('button', { name: 'Disconnect Google' });
});
it('shows that a provider was connected', async () => {
  withProviders();
  const router = renderApp('/settings?linked=google');
  await screen.findByText(LINKED_TEXT.linked('Google'));
  await waitFor(() => {
    expect(router.state.location.href).toBe('/settings');
  });
});
it('shows why connecting a provider failed', async () => {
  withProviders();
  renderApp('/settings?problem=taken&provider=linkedin');
  expect((await screen.findByRole('alert')).textContent).toBe(SIGN_IN_PROBLEM_TEXT.taken('LinkedIn'));
});
it('shows “None” for a user without an e-mail address', async () => {
  answer(currentUser, () => aUser({ email: null }));
  renderApp('/settings');
  await screen.findByText('None');
});

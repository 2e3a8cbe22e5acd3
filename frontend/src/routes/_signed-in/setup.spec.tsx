import {
  authorizeMastodon,
  connectBluesky,
  connectMastodon,
  listAccounts,
} from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { SANDBOX_VALUES } from '#features/integrations/model/sandbox-values.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aUser } from '#testing/views.ts';
import { subscribeToasts, toasts } from '#ui/toast-store.ts';

const user = userEvent.setup();

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => []);
  answer(listSessions, () => []);
});

const typeBluesky = async () => {
  await user.type(await screen.findByLabelText('Handle'), 'ana.bsky.social');
  await user.type(screen.getByLabelText('App Password'), 'abcd-efgh-ijkl-mnop');
  await user.click(screen.getByRole('button', { name: 'Connect Bluesky' }));
};

const typeMastodon = async () => {
  await user.type(await screen.findByLabelText('Instance URL'), 'https://mastodon.social');
  await user.type(screen.getByLabelText('Access Token'), 'token');
  await user.click(screen.getByRole('button', { name: 'Connect Mastodon' }));
};

it('reports missing fields', async () => {
  renderApp('/bluesky-setup');
  await user.click(await screen.findByRole('button', { name: 'Connect Bluesky' }));
  await screen.findByText(CONNECT_TEXT.handleRequired);
  screen.getByText(CONNECT_TEXT.appPasswordRequired);
  expect(await accessibilityFaults()).toEqual([]);
});

it('connects Bluesky and returns to Settings', async () => {
  answer(connectBluesky, ({ handle, appPassword }) => {
    expect([handle, appPassword]).toEqual(['ana.bsky.social', 'abcd-efgh-ijkl-mnop']);
    return { success: true, message: 'Connected', already: false, account: aBlueskyAccount() };
  });
  const router = renderApp('/bluesky-setup');
  await typeBluesky();
  await screen.findByText('Bluesky account connected');
  await waitFor(
    () => {
      expect(router.state.location.pathname).toBe('/settings');
    },
    { timeout: 4_000 },
  );
});

it('keeps the input and shows why the platform refused', async () => {
  refuse(connectBluesky, 422, {
    message: CONNECT_TEXT.blueskyFailed,
    code: 'integrations.credentials-refused',
    variant: 'bluesky',
  });
  renderApp('/bluesky-setup');
  await typeBluesky();
  await screen.findByText('Connection Failed');
  // The toast above disappears by itself, but the reason stays in the form.
  const form = within(screen.getByRole('form', { name: 'Connect Bluesky' }));
  expect(form.getByRole('alert').textContent).toBe(CONNECT_TEXT.blueskyFailed);
  expect(screen.getByLabelText('Handle')).toHaveProperty('value', 'ana.bsky.social');
});

it('shows the message about a field only once, at this field', async () => {
  refuse(connectBluesky, 422, {
    message: CONNECT_TEXT.handleUnknown('ana'),
    code: 'integrations.credentials-refused',
    fields: { handle: CONNECT_TEXT.handleUnknown('ana') },
  });
  renderApp('/bluesky-setup');
  await typeBluesky();
  await screen.findByText('Connection Failed');
  const form = within(screen.getByRole('form', { name: 'Connect Bluesky' }));
  expect(form.getAllByRole('alert')).toHaveLength(1);
  expect(form.getByLabelText('Handle').getAttribute('aria-invalid')).toBe('true');
});

it.each([
  ['Bluesky', '/bluesky-setup', typeBluesky],
  ['Mastodon', '/mastodon-setup', typeMastodon],
] as const)(
  'says that an account of %s is already connected, on the setup page and in Settings',
  async (name, at, type) => {
    const message = 'Das sagt der Server.';
    answer(connectBluesky, () => ({ success: true, message, already: true, account: aBlueskyAccount() }));
    answer(connectMastodon, () => ({ success: true, message, already: true, account: aMastodonAccount() }));
    const shown = new Map<number, readonly unknown[]>();
    const unsubscribe = subscribeToasts(() => {
      for (const { id, title, description } of toasts()) shown.set(id, [title, description]);
    });
    const router = renderApp(at);
    await type();
    const renewed = CONNECT_TEXT.renewed(name);
    await screen.findAllByText(renewed);
    const news = [CONNECT_TEXT.alreadyConnected, renewed];
    // The result stays in the URL until the user closes its message.
    const url = `/settings?connected=${name.toLowerCase()}&already=1`;
    await waitFor(
      () => {
        expect([router.state.location.href, [...shown.values()]]).toEqual([url, [news, news]]);
      },
      { timeout: 4_000 },
    );
    unsubscribe();
  },
);

it('shows the server’s messages at their fields', async () => {
  refuse(connectMastodon, 400, {
    message: CONNECT_TEXT.instanceNotValid,
    code: 'request.not-valid',
    variant: 'other',
    fields: { instance: CONNECT_TEXT.instanceNotValid },
  });
  renderApp('/mastodon-setup');
  await user.type(await screen.findByLabelText('Instance URL'), 'nonsense');
  await user.type(screen.getByLabelText('Access Token'), 'token');
  await user.click(screen.getByRole('button', { name: 'Connect Mastodon' }));
  await waitFor(() => {
    expect(screen.getByLabelText('Instance URL').getAttribute('aria-invalid')).toBe('true');
  });
});

it.each([
  ['mastodon.social', 'https://mastodon.social'],
  ['https://Mastodon.Social/@ana', 'https://mastodon.social'],
])('completes the typed server URL %s', async (typed, completed) => {
  const sent: string[] = [];
  answer(connectMastodon, ({ instance }) => {
    sent.push(instance);
    return { success: true, message: 'Connected', already: false, account: aMastodonAccount() };
  });
  renderApp('/mastodon-setup');
  const field = await screen.findByLabelText('Instance URL');
  await user.type(field, typed);
  await user.tab();
  expect(field).toHaveProperty('value', completed);
  await user.type(screen.getByLabelText('Access Token'), 'token{Enter}');
  await waitFor(() => {
    expect(sent).toEqual([completed]);
  });
});

it('warns about a password that is not an app password, and sends it only when the user insists', async () => {
  const sent: string[] = [];
  answer(connectBluesky, ({ appPassword }) => {
    sent.push(appPassword);
    return { success: true, message: 'Connected', already: false, account: aBlueskyAccount() };
  });
  renderApp('/bluesky-setup');
  await user.type(await screen.findByLabelText('Handle'), 'ana.bsky.social');
  await user.type(screen.getByLabelText('App Password'), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Connect Bluesky' }));
  await screen.findByText(CONNECT_TEXT.notAppPassword);
  expect(await accessibilityFaults()).toEqual([]);
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Connect with this password anyway' }));
  await waitFor(() => {
    expect(sent).toEqual(['correct horse battery']);
  });
});

it('connects Mastodon and opens Settings', async () => {
  answer(connectMastodon, () => ({
    success: true,
    message: 'Connected',
    already: false,
    account: aMastodonAccount(),
  }));
  const router = renderApp('/mastodon-setup');
  await typeMastodon();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/settings');
  });
});

it('opens the consent page of the typed server without further questions', async () => {
  const sent: string[] = [];
  answer(authorizeMastodon, ({ instance }) => {
    sent.push(instance);
    // jsdom can only navigate within the same page.
    return { url: `${globalThis.location.href}#at-the-server` };
  });
  renderApp('/mastodon-setup');
  await user.type(await screen.findByLabelText('Instance URL'), 'Mastodon.Social{Enter}');
  await waitFor(() => {
    expect(globalThis.location.hash).toBe('#at-the-server');
  });
  expect(sent).toEqual(['https://mastodon.social']);
  expect(screen.queryByText(CONNECT_TEXT.accessTokenRequired)).toBeNull();
});

it('requires a server URL before it opens the consent page', async () => {
  renderApp('/mastodon-setup');
  await user.click(await screen.findByRole('button', { name: 'Continue on your server' }));
  await screen.findByText(CONNECT_TEXT.instanceRequired);
  expect(document.activeElement).toBe(screen.getByLabelText('Instance URL'));
  expect(await accessibilityFaults()).toEqual([]);
});

it.each([
  [
    422,
    {
      message: CONNECT_TEXT.notMastodon('example.com'),
      code: 'integrations.server-unreachable',
      variant: 'not-mastodon',
      values: { host: 'example.com' },
    },
  ],
  [
    400,
    {
      message: CONNECT_TEXT.instanceNotValid,
      code: 'request.not-valid',
      variant: 'other',
      fields: { instance: CONNECT_TEXT.instanceNotValid },
    },
  ],
])(
  'shows why a consent on the Mastodon server failed (%d) until the user enters a token',
  async (status, refusal) => {
    refuse(authorizeMastodon, status, refusal);
    answer(connectMastodon, () => new Promise(() => undefined));
    renderApp('/mastodon-setup');
    await user.type(await screen.findByLabelText('Instance URL'), 'example.com');
    await user.click(screen.getByRole('button', { name: 'Continue on your server' }));
    await waitFor(() => {
      expect(screen.getAllByText(refusal.message).length).toBeGreaterThan(0);
    });
    await user.type(screen.getByLabelText('Access Token'), 'token{Enter}');
    await screen.findByText('Connecting...');
    expect(screen.queryAllByText(refusal.message)).toEqual([]);
  },
);

it.each([
  ['/posts?compose=true', '/posts?compose=true'],
  ['//evil.example', '/settings'],
  [String.raw`/\evil.example`, '/settings'],
  ['javascript:alert(1)', '/settings'],
  ['/api/logout', '/settings'],
])(
  'returns to the page where the setup was opened if that page belongs to the app: %s',
  async (returnPath, expected) => {
    answer(connectMastodon, () => ({
      success: true,
      message: 'Connected',
      already: false,
      account: aMastodonAccount(),
    }));
    answer(listPlatforms, () => []);
    answerPosts(() => []);
    const router = renderApp(`/mastodon-setup?return=${encodeURIComponent(returnPath)}`);
    await user.type(await screen.findByLabelText('Instance URL'), 'https://mastodon.social');
    screen.getByRole('link', { name: expected === '/settings' ? 'Back to Settings' : 'Back' });
    await user.type(screen.getByLabelText('Access Token'), 'token{Enter}');
    await waitFor(() => {
      const { pathname, searchStr } = router.state.location;
      const search = new URLSearchParams(searchStr);
      expect(search.get('connected')).toBe('mastodon');
      search.delete('connected');
      expect([pathname, search.toString()].filter(Boolean).join('?')).toBe(expected);
    });
    await screen.findByText('Mastodon connected');
  },
);
it('sends the page to return to with the request for Mastodon’s consent', async () => {
  const sent: unknown[] = [];
  answer(authorizeMastodon, ({ returnTo }) => {
    sent.push(returnTo);
    return { url: `${globalThis.location.href}#at-the-server` };
  });
  renderApp('/mastodon-setup?return=%2Fposts%3Fcompose%3Dtrue');
  await user.type(await screen.findByLabelText('Instance URL'), 'mastodon.social{Enter}');
  await waitFor(() => {
    expect(sent).toEqual(['/posts?compose=true']);
  });
});
it('fills the fields with valid values only in the sandbox', async () => {
  answer(appState, () => ({ sandbox: true, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  const router = renderApp('/bluesky-setup');
  expect(await screen.findByLabelText('Handle')).toHaveProperty('value', 'you.sandbox.test');
  expect(screen.getByLabelText('App Password')).toHaveProperty('value', SANDBOX_VALUES.bluesky.appPassword);
  await router.navigate({ to: '/mastodon-setup' });
  expect(await screen.findByLabelText('Instance URL')).toHaveProperty(
    'value',
    'https://mastodon.sandbox.test',
  );
  cleanup();
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  for (const [path, label] of [
    ['/bluesky-setup', 'Handle'],
    ['/mastodon-setup', 'Instance URL'],
  ] as const) {
    renderApp(path);
    expect(await screen.findByLabelText(label)).toHaveProperty('value', '');
    cleanup();
  }
});

import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aLinkPage, aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answerPosts(() => []);
  answer(listAccounts, () => []);
});

it('redirects a visitor to the sign-in page, with the path of the requested page', async () => {
  refuse(currentUser, 401, { code: 'identity.signed-out' });
  const router = renderApp('/settings');
  await waitFor(() => {
    expect(router.state.location.href).toBe('/login?next=%2Fsettings');
  });
});
it('shows Page Not Found for an unknown URL', async () => {
  renderApp('/no/such/page');
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  screen.getByRole('main');
  expect(await accessibilityFaults()).toEqual([]);
});
it('shows a loading message until the current user has loaded', async () => {
  let known: () => void = () => undefined;
  const untilKnown = new Promise<void>((resolve) => {
    known = resolve;
  });
  answer(currentUser, async () => {
    await untilKnown;
    return aUser();
  });
  renderApp('/posts');
  expect((await screen.findByRole('status')).textContent).toContain('Loading');
  known();
  await screen.findByRole('navigation', { name: 'Main' });
});
it('shows the photo of the user next to their name, and initials when there is no photo', async () => {
  answer(currentUser, () => aUser({ profileImageUrl: '/media/me.webp' }));
  renderApp('/posts');
  const profile = async () => screen.findByRole('link', { name: /^Your profile:/u });
  expect((await profile()).querySelector('img')?.getAttribute('src')).toBe('/media/me.webp');
  expect((await profile()).querySelector('svg')).toBeNull();
  cleanup();
  answer(currentUser, () => aUser({ profileImageUrl: null, firstName: 'Ana', lastName: 'Reyes' }));
  renderApp('/posts');
  expect((await profile()).querySelector('svg')?.textContent).toBe('AR');
});
it.each(['/', '/posts'])('marks Posts as the current entry at %s', async (path) => {
  renderApp(path);
  const link = await screen.findByRole('link', { name: 'Posts' });
  expect(link.getAttribute('aria-current')).toBe('page');
});
it('says on every screen that the sandbox is on', async () => {
  answer(appState, () => ({
    sandbox: true,
    sandboxUrl: 'http://localhost:3001',
    version: '0.1.0',
    signInProviders: [],
  }));
  renderApp('/no/such/page');
  await screen.findByText('Sandbox: nothing goes out');
  expect(screen.getByRole('link', { name: 'See what arrived' }).getAttribute('href')).toBe(
    'http://localhost:3001',
  );
});
it('shows the error when the current user fails to load, and offers to try again', async () => {
  refuse(currentUser, 503, {
    message: 'Posthorn cannot save right now. Please try again in a few seconds.',
    code: 'server.log-unavailable',
  });
  renderApp('/posts');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Posthorn cannot save right now. Please try again in a few seconds.',
  );
  screen.getByRole('main');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
it.each([
  [true, ['Posts', 'Calendar', 'Inbox', 'Analytics', 'Link page', 'Settings'], 'Link page'],
  [false, ['Posts', 'Calendar', 'Inbox', 'Settings'], 'Settings'],
])(
  'lists the screens in the navigation, and marks the current one (desktop: %s)',
  async (isDesk, names, current) => {
    onDesk(isDesk);
    answer(getLinkPage, () => aLinkPage());
    renderApp('/settings/link-page');
    const navigation = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(navigation.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
    expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe(current);
  },
);

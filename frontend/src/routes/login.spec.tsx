import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import { signInProviders, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';

const setUp = (providers: readonly SignInProvider[]) => {
  answer(appState, () => ({
    sandbox: false,
    sandboxUrl: null,
    version: '0.1.0',
    signInProviders: providers,
  }));
};
beforeEach(() => {
  refuse(currentUser, 401, { code: 'identity.signed-out' });
});
/** Returns the text and the target of each offered sign-in method. */
const offeredMethods = async () => {
  const button = await screen.findByRole('button', { name: /^Continue with/ });
  const links = screen.queryAllByRole('link', { name: /^Continue with/ });
  return [
    [button.textContent, button.closest('form')?.getAttribute('action')],
    ...links.map((link) => [link.textContent, link.getAttribute('href')]),
  ];
};

it('offers the configured providers', async () => {
  setUp(signInProviders);
  renderApp('/login');
  expect(await offeredMethods()).toEqual([
    ['Continue with Email', '/api/login'],
    ['Continue with Google', '/api/auth/google'],
    ['Continue with LinkedIn', '/api/auth/linkedin'],
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});
it('offers only email when no provider is configured', async () => {
  setUp([]);
  renderApp('/login');
  expect(await offeredMethods()).toEqual([['Continue with Email', '/api/login']]);
});
it('accepts the e-mail address in a form that works without the app', async () => {
  setUp([]);
  renderApp('/login');
  const field = await screen.findByLabelText('Email');
  expect([field.getAttribute('name'), field.getAttribute('type')]).toEqual(['email', 'email']);
  expect(field.closest('form')?.getAttribute('method')).toBe('post');
  expect(screen.getByRole('link', { name: 'I have a code' }).getAttribute('href')).toBe('/api/login/code');
});
it.each([
  ['/login', '/posts'],
  ['/login?next=%2Fbluesky-setup', '/bluesky-setup'],
  ['/login?next=https%3A%2F%2Felsewhere.example', '/posts'],
])('redirects a signed-in user from %s to %s', async (from, to) => {
  setUp([]);
  answer(currentUser, () => aUser());
  answerPosts(() => []);
  answer(listAccounts, () => []);
  const router = renderApp(from);
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(to);
  });
});
it('shows why the sign-in at a provider failed', async () => {
  setUp(signInProviders);
  renderApp('/login?problem=denied&provider=google');
  expect((await screen.findByRole('alert')).textContent).toBe(SIGN_IN_PROBLEM_TEXT.denied('Google'));
  expect(await accessibilityFaults()).toEqual([]);
});
it.each([
  'problem=nonsense&provider=google',
  'problem=denied&provider=evil',
  'problem=denied',
  'problem=toString&provider=google',
])('does not show a message for an unknown value in the URL: %s', async (search) => {
  setUp(signInProviders);
  renderApp(`/login?${search}`);
  await offeredMethods();
  expect(screen.queryByRole('alert')).toBeNull();
});

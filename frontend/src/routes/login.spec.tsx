import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import { signInProviders, type SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';

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
const waysIn = async () => {
  const links = await screen.findAllByRole('link', { name: /^Continue with/ });
  return links.map((link) => [link.textContent, link.getAttribute('href')]);
};

it('offers the configured providers', async () => {
  setUp(signInProviders);
  renderApp('/login');
  expect(await waysIn()).toEqual([
    ['Continue with Email', '/api/login'],
    ['Continue with Google', '/api/auth/google'],
    ['Continue with LinkedIn', '/api/auth/linkedin'],
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});
it('offers only email when no provider is configured', async () => {
  setUp([]);
  renderApp('/login');
  expect(await waysIn()).toEqual([['Continue with Email', '/api/login']]);
});
it('says why the sign-in at a provider failed', async () => {
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
])('shows no message for an unknown value in the URL: %s', async (search) => {
  setUp(signInProviders);
  renderApp(`/login?${search}`);
  await waysIn();
  expect(screen.queryByRole('alert')).toBeNull();
});

import type { AppStateView } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import { expect, it } from '@jest/globals';
import type { AppState } from '../app-state.ts';
import { IdentityPageFacts } from './identity-page-facts.ts';

const parts = {
  sandbox: '<a href="<!--url-->">sandbox</a>',
  problem: '<p><!--text--></p>',
  google: '<a>Google</a>',
  linkedin: '<a>LinkedIn</a>',
};
const plain: AppStateView = { sandbox: false, sandboxUrl: null, version: '1', signInProviders: [] };
const filled = (state: Partial<AppStateView>, query: Record<string, string> = {}) =>
  new IdentityPageFacts({ show: () => ({ ...plain, ...state }) } as AppState).fill({ query }, parts);

it('offers the providers that are set up, and no others', () => {
  expect(filled({})['providers']).toBe('');
  expect(filled({ signInProviders: ['linkedin'] })['providers']).toBe('<a>LinkedIn</a>');
  expect(filled({ signInProviders: ['google', 'linkedin'] })['providers']).toBe(
    '<a>Google</a><a>LinkedIn</a>',
  );
});
it('says that the sandbox is on while it is', () => {
  expect(filled({})['sandbox']).toBe('');
  expect(filled({ sandbox: true, sandboxUrl: 'http://localhost:4000/?a=1&b="' })['sandbox']).toBe(
    '<a href="http://localhost:4000/?a=1&amp;b=&quot;">sandbox</a>',
  );
});
it('says why somebody is back from a provider, in known words alone', () => {
  const denied = SIGN_IN_PROBLEM_TEXT.denied('Google');
  expect(filled({}, { problem: 'denied', provider: 'google' })['problem']).toBe(`<p>${denied}</p>`);
  expect(filled({}, { problem: '<b>', provider: 'google' })['problem']).toBe('');
  expect(filled({}, { problem: 'denied', provider: 'me' })['problem']).toBe('');
});
it('tells the app its state as data that cannot end its element', () => {
  const { 'app-state': element = '' } = filled({ version: '</script><script>' });
  expect(element.match(/<\/script>/g)).toHaveLength(1);
  expect(JSON.parse(/>(.*)</.exec(element)?.[1] ?? '')).toMatchObject({ version: '</script><script>' });
});

// @zones
import type { AppStateView } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import type { PricesView } from '@posthorn/contracts/billing/billing.http';
import { expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { AppState } from './app-state.ts';
import type { LandingPrice } from '../ports/landing-price.ts';
import { IdentityPageFacts } from './identity-page-facts.ts';

const parts = {
  sandbox: '<a href="<!--url-->">sandbox</a>',
  problem: '<p><!--text--></p>',
  deleted: '<p>gone</p>',
  google: '<a>Google</a>',
  linkedin: '<a>LinkedIn</a>',
  price: '<b><!--amount--></b>',
  'price-normally': '<s><!--normally--></s>',
  'price-next': '<!--from-->: <!--next-->',
  'plan-price': '<b><!--amount--></b>',
  'plan-price-lower': '<b><!--amount--></b><s><!--normally--></s><i><!--normally--></i>',
  'plan-price-next': '<!--from-->: <!--next-->',
  'plan-price-unknown': 'unknown',
  upgrade: '<a>Sign in</a>',
  'upgrade-not-now': 'not now',
  'receiver-stripe': '<li>Stripe</li>',
  'receiver-model': '<li><!--name--></li>',
};
const plain: AppStateView = { sandbox: false, sandboxUrl: null, version: '1', signInProviders: [] };
const PRICES: PricesView = {
  current: { amount: 1900, currency: 'usd', interval: 'month' },
  normally: 4900,
  next: { amount: 2950, from: '2030-02-01T00:00:00.000Z' },
  canSubscribe: true,
};
const filled = (
  state: Partial<AppStateView>,
  { query = {}, path = '/login', prices = () => Promise.resolve(PRICES) } = {},
  configuration: Partial<Configuration> = {},
) => {
  const landing: LandingPrice = { shown: prices };
  return new IdentityPageFacts(
    { show: () => ({ ...plain, ...state }) } as AppState,
    landing,
    {
      stripe: null,
      model: null,
      ...configuration,
    } as Configuration,
    { read: () => Promise.resolve(null) },
  ).fill({ path, query }, parts);
};

it('offers the configured providers, and no others', async () => {
  expect((await filled({}))['providers']).toBe('');
  expect((await filled({ signInProviders: ['linkedin'] }))['providers']).toBe('<a>LinkedIn</a>');
  expect((await filled({ signInProviders: ['google', 'linkedin'] }))['providers']).toBe(
    '<a>Google</a><a>LinkedIn</a>',
  );
});
it('shows that the sandbox is on', async () => {
  expect((await filled({}))['sandbox']).toBe('');
  expect((await filled({ sandbox: true, sandboxUrl: 'http://localhost:4000/?a=1&b="' }))['sandbox']).toBe(
    '<a href="http://localhost:4000/?a=1&amp;b=&quot;">sandbox</a>',
  );
});
it('confirms the start of the deletion to a user who has deleted their account', async () => {
  expect((await filled({}, { query: { deleted: '1' } }))['problem']).toBe('<p>gone</p>');
  expect((await filled({}, { query: { deleted: '2' } }))['problem']).toBe('');
});
it('shows why a sign-in by a provider failed, only with known texts', async () => {
  const denied = SIGN_IN_PROBLEM_TEXT.denied('Google');
  expect((await filled({}, { query: { problem: 'denied', provider: 'google' } }))['problem']).toBe(
    `<p>${denied}</p>`,
  );
  expect((await filled({}, { query: { problem: '<b>', provider: 'google' } }))['problem']).toBe('');
  expect((await filled({}, { query: { problem: 'denied', provider: 'me' } }))['problem']).toBe('');
});
it('passes the state to the app as data that cannot close its script element', async () => {
  const { 'app-state': element = '' } = await filled({ version: '</script><script>' });
  expect(element.match(/<\/script>/g)).toHaveLength(1);
  expect(JSON.parse(/>(.*)</.exec(element)?.[1] ?? '')).toMatchObject({ version: '</script><script>' });
});
it("shows visitors today's price, the usual price and the next price", async () => {
  expect((await filled({}, { path: '/' }))['price']).toBe('<b>$19</b><s>$49</s>February 1, 2030: $29.50');
  const last = { ...PRICES, current: { ...PRICES.current, amount: 4900 }, next: null };
  expect((await filled({}, { path: '/', prices: () => Promise.resolve(last) }))['price']).toBe('<b>$49</b>');
  expect((await filled({}))['price']).toBeUndefined();
});
it('shows visitors the page even if no price is known', async () => {
  const prices = () => Promise.reject(new Error('no database'));
  expect((await filled({}, { path: '/', prices }))['price']).toBe('');
});
it('shows visitors the price on the page with the plans, and the way to Premium', async () => {
  const at = (prices: () => Promise<PricesView>) => filled({}, { path: '/subscribe', prices });
  expect(await at(() => Promise.resolve(PRICES))).toMatchObject({
    'plan-price': '<b>$19</b><s>$49</s><i>$49</i>February 1, 2030: $29.50',
    upgrade: '<a>Sign in</a>',
  });
  const last = { ...PRICES, current: { ...PRICES.current, amount: 4900 }, next: null, canSubscribe: false };
  expect(await at(() => Promise.resolve(last))).toMatchObject({
    'plan-price': '<b>$49</b>',
    upgrade: 'not now',
  });
  expect(await at(() => Promise.reject(new Error('no database')))).toMatchObject({
    'plan-price': 'unknown',
    upgrade: 'not now',
  });
});
it('lists the other receivers of personal data for this configuration', async () => {
  const receivers = async (configuration: Partial<Configuration>) =>
    (await filled({}, { path: '/privacy' }, configuration))['receivers'];
  const model = { key: 'k', model: 'm', baseUrl: 'https://api.openai.com/v1', isOpenAi: true };
  expect(await receivers({})).toBe('');
  expect(await receivers({ stripe: {} as Configuration['stripe'] })).toBe('<li>Stripe</li>');
  expect(await receivers({ model })).toBe('<li>OpenAI</li>');
  const own = { ...model, baseUrl: 'https://models.example:8443/v1', isOpenAi: false };
  expect(await receivers({ model: own })).toBe('<li>models.example</li>');
});

const leadsTo = (path: string, query: object, { cookie = true, isValid = true } = {}) => {
  const user = { userId: 'ana', sessionId: 's', isFresh: true };
  const sessions = { read: () => Promise.resolve(isValid ? user : null) };
  const facts = new IdentityPageFacts({} as AppState, {} as LandingPrice, {} as Configuration, sessions);
  const headers = cookie ? { cookie: `__Host-session=${'a'.repeat(43)}` } : {};
  return facts.leadsTo({ path, query, headers } as unknown as Request);
};
it('redirects a signed-in user from the sign-in page to the posts or the requested page', async () => {
  expect(await leadsTo('/login', {})).toBe('/posts');
  expect(await leadsTo('/login', { next: '/settings' })).toBe('/settings');
  expect(await leadsTo('/login', { next: '//evil.example' })).toBe('/posts');
});
it('shows the sign-in page to visitors, after the end of a session, and after a failed sign-in', async () => {
  expect(await leadsTo('/login', {}, { cookie: false })).toBeNull();
  expect(await leadsTo('/login', {}, { isValid: false })).toBeNull();
  expect(await leadsTo('/login', { problem: 'denied', provider: 'google' })).toBeNull();
  expect(await leadsTo('/settings', {})).toBeNull();
});

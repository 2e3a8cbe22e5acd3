import type { AppStateView, UserView } from '@posthorn/contracts/identity/session.http';
import { signInProviders, type LinkedSignInView } from '@posthorn/contracts/identity/sign-in-providers.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CLIENT, OpenIdProvider } from '#modules/identity/testing/open-id-provider.ts';
import { BrowserlessClient } from './browserless-client.ts';
import { signInByProvider, callbackPath } from './by-provider.ts';
import { Creator } from './creator.ts';
import { allRows, recordedEvents } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let google: OpenIdProvider;
let linkedin: OpenIdProvider;
beforeAll(async () => {
  [google, linkedin] = await Promise.all([OpenIdProvider.start(), OpenIdProvider.start()]);
  product = await startProduct({
    env: {
      ...google.env('GOOGLE', 'GOOGLE_ISSUER'),
      ...linkedin.env('LINKEDIN_SIGNIN', 'LINKEDIN_ISSUER'),
      LOG_LEVEL: 'debug',
    },
  });
  google.leadBackTo(`${product.url}/api/auth/google/callback`);
  linkedin.leadBackTo(`${product.url}/api/auth/linkedin/callback`);
});
afterAll(() => Promise.all([product.close(), google.close(), linkedin.close()]));

const ANA = { sub: 'canary-subject-ana', email: 'ana@provider.example', email_verified: true };
const browser = () => new BrowserlessClient(product.url);
const userOf = async (client: BrowserlessClient) => (await client.get<UserView>('/api/auth/user')).body;
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location');

it('signs in with a provider and with a second, linked provider, even after a restart', async () => {
  const ana = browser();
  expect((await ana.get<AppStateView>('/api/app')).body.signInProviders).toEqual(signInProviders);
  expect(locationOf(await signInByProvider(ana, 'google', google, ANA))).toBe('/posts');
  const user = await userOf(ana);
  expect(user).toMatchObject({ email: ANA.email, username: 'ana' });
  const linkedinPerson = { sub: 'canary-subject-linkedin' };
  const linked = await signInByProvider(ana, 'linkedin', linkedin, linkedinPerson, { link: true });
  expect(locationOf(linked)).toBe('/settings?linked=linkedin');
  const { body: linkedProviders } = await ana.get<readonly LinkedSignInView[]>('/api/auth/linked');
  expect(linkedProviders.map(({ provider }) => provider)).toEqual(['google', 'linkedin']);
  await product.stop();
  await product.restart();
  for (const [name, provider, person] of [
    ['google', google, ANA],
    ['linkedin', linkedin, linkedinPerson],
  ] as const) {
    const newBrowser = browser();
    expect(locationOf(await signInByProvider(newBrowser, name, provider, person))).toBe('/posts');
    expect((await userOf(newBrowser)).id).toBe(user.id);
  }
});
it('does not accept an e-mail address as proof, and does not link a provider in another user’s session', async () => {
  const victim = await Creator.signedIn(product);
  const eve = { sub: 'canary-subject-eve', email: victim.email, email_verified: true };
  const taken = await signInByProvider(browser(), 'google', google, eve);
  expect(locationOf(taken)).toBe('/login?problem=emailKnown&provider=google');
  const unverified = browser();
  await signInByProvider(unverified, 'google', google, { ...eve, email_verified: false });
  expect((await userOf(unverified)).email).toBeNull();
  for (const link of [true, false]) {
    const path = await callbackPath(unverified, 'linkedin', linkedin, { sub: 'canary-subject-2' }, link);
    const refused = await victim.client.call('GET', path, undefined, { 'sec-fetch-site': 'cross-site' });
    expect(locationOf(refused)).toBe('/login?problem=expired&provider=linkedin');
  }
  expect((await victim.client.get('/api/auth/linked')).body).toEqual([]);
});
it('does not store or log client secrets and user ids of the providers', async () => {
  const events = (await recordedEvents(product)).map(({ text }) => text);
  const rows = [...(await allRows(product)).values()].flat();
  const storedAndLogged = [...events, ...rows, product.output()].join('\n');
  expect(events.some((text) => text.includes('linkedin'))).toBe(true);
  for (const secret of [CLIENT.secret, 'canary-subject']) expect(storedAndLogged).not.toContain(secret);
});

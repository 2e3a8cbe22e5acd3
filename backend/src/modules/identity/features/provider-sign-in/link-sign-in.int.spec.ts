import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { emailNotMe } from '@posthorn/contracts/identity/email-change.http';
import {
  linkSignInPath,
  listLinkedSignIns,
  signInProviders,
  unlinkSignIn,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { AccountLinks } from '../../stores/account-links/account-links.ts';
import { IdentityBook } from '../../stores/address-book/identity-book.ts';
import { OpenIdProviders } from '../../gateways/open-id/open-id-providers.ts';
import { GOLD } from '../../testing/billing-double.ts';
import { Sessions } from '../../stores/sessions/sessions.ts';
import { isSignedIn, NOON, userOf } from '../../testing/boot-identity.ts';
import { bootWithProviders, locationOf } from '../../testing/boot-with-providers.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let product: Awaited<ReturnType<typeof bootWithProviders>>;
beforeAll(async () => {
  product = await bootWithProviders();
});
beforeEach(() => product.reset());
afterAll(() => product.close());

let count = 0;
const newPerson = () => ({ sub: `subject-${String(++count)}` });
const newUser = () => product.signedIn(`newcomer-${String(++count)}@example.com`);
const linkedProviders = async (browser: TestBrowser) => (await browser.get(listLinkedSignIns.path)).body;
const unlink = (browser: TestBrowser, provider: string) =>
  browser.send('DELETE', unlinkSignIn.path.replace(':provider', provider));
const at = (provider: SignInProvider) => ({ provider, linkedAt: NOON.toISOString() });

it('connects a provider, with which the same user can sign in afterwards', async () => {
  const ana = await newUser();
  const people = { google: newPerson(), linkedin: newPerson() };
  for (const provider of signInProviders) {
    const reply = await product.link(ana, provider, people[provider]);
    expect(locationOf(reply)).toBe(`/settings?linked=${provider}`);
  }
  expect(await linkedProviders(ana)).toEqual([at('google'), at('linkedin')]);
  const user = await userOf(ana);
  for (const provider of signInProviders) {
    const { browser } = await product.signInBy(provider, people[provider]);
    expect(await userOf(browser)).toEqual(user);
  }
  expect(product.typesOf(user.id)).toEqual(['UserRegistered', 'IdentityLinked', 'IdentityLinked']);
});
it('connects a provider once when a callback arrives twice, and redirects both requests to Settings', async () => {
  const ana = await newUser();
  const callbackUrl = await product.callbackUrlOf(ana, 'google', newPerson(), true);
  const replies = await Promise.all([
    product.openCallback(ana, callbackUrl),
    product.openCallback(ana, callbackUrl),
  ]);
  expect(replies.map(locationOf)).toEqual(['/settings?linked=google', '/settings?linked=google']);
  expect(locationOf(await product.openCallback(ana, callbackUrl))).toBe('/settings?linked=google');
  expect(product.typesOf((await userOf(ana)).id)).toEqual(['UserRegistered', 'IdentityLinked']);
});
it('does not replace the e-mail address of the user with the address at the provider', async () => {
  const ana = await newUser();
  const { email } = await userOf(ana);
  await product.link(ana, 'google', { ...newPerson(), email: 'other@example.com', email_verified: true });
  expect((await userOf(ana)).email).toBe(email);
});
it('grants complimentary Premium by the address of the account, not by the address at the provider', async () => {
  const verified = (email: string) => ({ ...newPerson(), email, email_verified: true });
  const isPremiumAfterGoogle = async (user: TestBrowser, email: string) => {
    const person = verified(email);
    await product.link(user, 'google', person);
    const { browser } = await product.signInBy('google', person);
    expect((await userOf(browser)).id).toBe((await userOf(user)).id);
    return (await userOf(browser)).isPremium;
  };
  const listed = await isPremiumAfterGoogle(await product.signedIn(GOLD), 'private@example.com');
  const notListed = await isPremiumAfterGoogle(await newUser(), GOLD);
  expect({ listed, notListed }).toEqual({ listed: true, notListed: false });
});
it('disconnects a provider, which can then no longer sign in to this account', async () => {
  const ana = await newUser();
  const person = newPerson();
  await product.link(ana, 'google', person);
  expect((await unlink(ana, 'google')).status).toBe(204);
  expect((await unlink(ana, 'google')).status).toBe(204);
  expect(await linkedProviders(ana)).toEqual([]);
  const { browser } = await product.signInBy('google', person);
  expect(await isSignedIn(browser)).toBe(true);
  expect((await userOf(browser)).id).not.toBe((await userOf(ana)).id);
});
it('disconnects all providers when the owner takes the account back', async () => {
  const ana = await newUser();
  const { id, email } = await userOf(ana);
  const person = newPerson();
  await product.link(ana, 'google', person);
  const token = await product.app.get(AccountLinks).createReclaimLink(id, email ?? '');
  const { status } = await product.browser().send('POST', emailNotMe.path, { json: { token } });
  expect(status).toBe(204);
  const { browser } = await product.signInBy('google', person);
  expect(await isSignedIn(browser)).toBe(true);
  expect((await userOf(browser)).id).not.toBe(id);
  expect(await linkedProviders(await product.signedIn(email ?? ''))).toEqual([]);
});
it('releases an identity even if the process ended between the event and the deletion of the row', async () => {
  const ana = await newUser();
  const person = newPerson();
  await product.link(ana, 'google', person);
  jest
    .spyOn(product.app.get(IdentityBook), 'settle')
    .mockImplementationOnce(() => Promise.reject(new Error('The process ended')));
  expect((await unlink(ana, 'google')).status).toBe(500);
  expect(locationOf((await product.signInBy('google', person)).reply)).toBe(
    '/login?problem=notConnected&provider=google',
  );
  await product.catchUp();
  const { browser } = await product.signInBy('google', person);
  expect(await isSignedIn(browser)).toBe(true);
  expect((await userOf(browser)).id).not.toBe((await userOf(ana)).id);
});
it('keeps an identity that was connected again before the process handles the events', async () => {
  const ana = await newUser();
  const person = newPerson();
  await product.link(ana, 'google', person);
  await unlink(ana, 'google');
  await product.link(ana, 'google', person);
  await product.catchUp();
  const { browser } = await product.signInBy('google', person);
  expect((await userOf(browser)).id).toBe((await userOf(ana)).id);
});
it('connects a provider again after it was disconnected', async () => {
  const ana = await newUser();
  const person = newPerson();
  await product.link(ana, 'google', person);
  await unlink(ana, 'google');
  await product.link(ana, 'google', person);
  expect(await linkedProviders(ana)).toEqual([at('google')]);
});
it('keeps the last way to sign in', async () => {
  const { browser } = await product.signInBy('google', newPerson());
  expect(await unlink(browser, 'google')).toMatchObject({
    status: 409,
    body: { code: 'identity.only-way-in' },
  });
  await product.link(browser, 'linkedin', newPerson());
  const both = await Promise.all(signInProviders.map((provider) => unlink(browser, provider)));
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await linkedProviders(browser)).toHaveLength(1);
});
it('ignores a request to disconnect an unknown provider', async () => {
  expect((await unlink(await newUser(), 'myspace')).status).toBe(204);
});

it('refuses an identity that is connected to another account', async () => {
  const person = newPerson();
  const { browser: owner } = await product.signInBy('google', person);
  const eve = await newUser();
  const reply = await product.link(eve, 'google', person);
  expect(locationOf(reply)).toBe('/settings?problem=taken&provider=google');
  expect(await linkedProviders(eve)).toEqual([]);
  expect(await isSignedIn(owner)).toBe(true);
});
it('connects only one of many users who claim the same identity concurrently', async () => {
  const person = newPerson();
  const flows = [];
  for (let index = 0; index < 4; index++) {
    const browser = await newUser();
    flows.push({ browser, callbackUrl: await product.callbackUrlOf(browser, 'google', person, true) });
  }
  const replies = await Promise.all(
    flows.map(({ browser, callbackUrl }) => product.openCallback(browser, callbackUrl)),
  );
  const expected = [
    '/settings?linked=google',
    ...flows.slice(1).map(() => '/settings?problem=taken&provider=google'),
  ];
  expect(replies.map(locationOf).sort()).toEqual(expected.sort());
});
it('connects only one identity of a provider to a user, and leaves a second identity to other users', async () => {
  const ana = await newUser();
  const second = newPerson();
  await product.link(ana, 'google', newPerson());
  const reply = await product.link(ana, 'google', second);
  expect(locationOf(reply)).toBe('/settings?problem=otherConnected&provider=google');
  expect(locationOf(await product.link(await newUser(), 'google', second))).toBe('/settings?linked=google');
});
it('connects a provider only within 15 minutes of signing in', async () => {
  const ana = await newUser();
  product.clock.set(new Date(NOON.getTime() + SIGN_IN.freshMinutes * MINUTE_MS));
  const reply = await ana.get(linkSignInPath('google'));
  expect(locationOf(reply)).toBe('/settings?problem=notFresh&provider=google');
});
it('does not connect a provider for a signed-out visitor', async () => {
  const reply = await product.browser().get(linkSignInPath('google'));
  expect(locationOf(reply)).toBe('/login?problem=signedOut&provider=google');
});
it('shows the refusal in Settings when the user refuses at the provider', async () => {
  const reply = await product.link(await newUser(), 'google', null);
  expect(locationOf(reply)).toBe('/settings?problem=denied&provider=google');
});

it("ignores an attacker's callback in the browser of a signed-in user", async () => {
  const [attacker, victim] = [await newUser(), await newUser()];
  for (const link of [true, false]) {
    const callbackUrl = await product.callbackUrlOf(attacker, 'google', newPerson(), link);
    const reply = await product.openCallback(victim, callbackUrl);
    expect(locationOf(reply)).toBe('/login?problem=expired&provider=google');
  }
  expect(await linkedProviders(victim)).toEqual([]);
});
it('does not connect a provider after another session has replaced the session that started the flow', async () => {
  const ana = await newUser();
  const callbackUrl = await product.callbackUrlOf(ana, 'google', newPerson(), true);
  const flow = ana.cookies.get('__Host-flow') ?? '';
  await ana.signIn('someone.else@example.com');
  ana.cookies.set('__Host-flow', flow);
  expect(locationOf(await product.openCallback(ana, callbackUrl))).toBe(
    '/login?problem=expired&provider=google',
  );
  expect(await linkedProviders(ana)).toEqual([]);
});
it("does not connect a provider for a session that ended during the provider's response", async () => {
  const ana = await newUser();
  const { id } = await userOf(ana);
  const person = newPerson();
  const providers = product.app.get(OpenIdProviders);
  const redeem = providers.redeem.bind(providers);
  jest.spyOn(providers, 'redeem').mockImplementationOnce(async (...asked) => {
    const proven = await redeem(...asked);
    await product.app.get(Sessions).endAllOf(id);
    return proven;
  });
  await product.link(ana, 'google', person);
  expect(product.typesOf(id)).toEqual(['UserRegistered']);
  expect((await userOf((await product.signInBy('google', person)).browser)).id).not.toBe(id);
});
it('does not start a connection when another site links to the URL that starts it', async () => {
  const ana = await newUser();
  const reply = await ana.get(linkSignInPath('google'), { 'sec-fetch-site': 'cross-site' });
  expect(reply.status).toBe(200);
  expect(reply.text).toContain('name="link" value="1"');
});
it('does not sign a user in because of a row that an interrupted connection left', async () => {
  const ana = await newUser();
  const person = newPerson();
  await product.link(ana, 'google', person);
  const rows = async () =>
    (await product.pool.query('select * from identity.provider_identity')).rows as object[];
  const before = await rows();
  await unlink(ana, 'google');
  const after = await rows();
  const [left] = before.filter((row) => !after.some((kept) => JSON.stringify(kept) === JSON.stringify(row)));
  await product.pool.query(
    `insert into identity.provider_identity select * from jsonb_populate_record(null::identity.provider_identity, $1)`,
    [
      JSON.stringify({
        ...left,
        subject_digest: `\\x${(left as { subject_digest: Buffer }).subject_digest.toString('hex')}`,
      }),
    ],
  );
  const { reply } = await product.signInBy('google', person);
  expect(locationOf(reply)).toBe('/login?problem=notConnected&provider=google');
  expect(locationOf(await product.link(ana, 'google', person))).toBe('/settings?linked=google');
});

import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { deleteAccount } from '@posthorn/contracts/identity/account.http';
import { appState } from '@posthorn/contracts/identity/session.http';
import { signInPath, signInProviders } from '@posthorn/contracts/identity/sign-in-providers.http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GOLD } from '../../testing/billing-double.ts';
import { bootIdentity, isSignedIn, NOON, userOf } from '../../testing/boot-identity.ts';
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
const verified = (email: string) => ({ ...newPerson(), email, email_verified: true });
/** Returns a copy of the browser with its own cookies, for one of several concurrent requests. */
function copyOf(browser: TestBrowser): TestBrowser {
  const copy = product.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}
const users = async () => (await product.pool.query('select from identity.username')).rowCount;

describe.each(signInProviders)('%s', (provider) => {
  const loginPage = (problem: string) => `/login?problem=${problem}&provider=${provider}`;

  it('registers a user at the first sign-in, and recognises the user at the next', async () => {
    const person = verified(`first.${provider}@example.com`);
    const { browser, reply } = await product.signInBy(provider, person);
    expect({ status: reply.status, location: locationOf(reply) }).toEqual({
      status: 303,
      location: '/posts',
    });
    const user = await userOf(browser);
    expect(user).toMatchObject({ email: person.email, username: `first_${provider}` });
    expect(product.typesOf(user.id)).toEqual(['UserRegistered', 'IdentityLinked']);
    const again = await product.signInBy(provider, person);
    expect(await userOf(again.browser)).toEqual(user);
    expect(product.typesOf(user.id)).toHaveLength(2);
  });
  it('refuses a user who has requested deletion', async () => {
    const person = verified(`leaving.${provider}@example.com`);
    const { browser } = await product.signInBy(provider, person);
    const confirm = (await userOf(browser)).username;
    expect((await browser.send('DELETE', deleteAccount.path, { json: { confirm } })).status).toBe(202);
    const { browser: again, reply } = await product.signInBy(provider, person);
    expect(locationOf(reply)).toBe(loginPage('beingDeleted'));
    expect(await isSignedIn(again)).toBe(false);
  });
  it('sends the parameters that the provider expects', async () => {
    await product.signInBy(provider, newPerson());
    const asked = product.at[provider].visits.at(-1)?.searchParams;
    const names = [...(asked?.keys() ?? [])].sort();
    const googleParameters =
      provider === 'google' ? ['code_challenge', 'code_challenge_method', 'nonce'] : [];
    expect(names).toEqual(
      ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', ...googleParameters].sort(),
    );
    expect(asked?.get('redirect_uri')).toBe(`http://localhost:3000${signInPath(provider)}/callback`);
  });
  it('opens a new session, and ends the previous session of the browser', async () => {
    const { browser } = await product.signInBy(provider, newPerson());
    const old = copyOf(browser);
    await product.signInBy(provider, newPerson(), browser);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(old)).toBe(false);
  });
  it('refuses the callback in another browser, even if that browser has its own flow', async () => {
    const attacker = product.browser();
    const address = await product.callbackUrlOf(attacker, provider, newPerson());
    const fresh = product.browser();
    const underWay = product.browser();
    await product.callbackUrlOf(underWay, provider, newPerson());
    for (const victim of [fresh, underWay]) {
      expect(locationOf(await product.openCallback(victim, address))).toBe(loginPage('expired'));
      expect(await isSignedIn(victim)).toBe(false);
    }
  });
  it.each(['state', 'iss', 'code'])('refuses a callback with a changed %s', async (name) => {
    const browser = product.browser();
    const address = await product.callbackUrlOf(browser, provider, newPerson());
    address.searchParams.set(name, name === 'iss' ? 'https://evil.example' : 'a'.repeat(43));
    const location = locationOf(await product.openCallback(browser, address));
    expect(location).toBe(loginPage(name === 'state' ? 'expired' : 'refused'));
    expect(await isSignedIn(browser)).toBe(false);
  });
  it.each(['', '?code=x', '?state=', '?state=a&state=b', '?error=access_denied'])(
    'refuses a callback with only %j',
    async (search) => {
      const reply = await product.browser().get(`${signInPath(provider)}/callback${search}`);
      expect(locationOf(reply)).toBe(loginPage('expired'));
    },
  );
  it('refuses a callback after ten minutes', async () => {
    const late = product.browser();
    const stale = await product.callbackUrlOf(late, provider, newPerson());
    product.clock.set(new Date(NOON.getTime() + 10 * MINUTE_MS));
    expect(locationOf(await product.openCallback(late, stale))).toBe(loginPage('expired'));
  });
  it('opens one session for a browser that sends its callback twice, whichever response it uses', async () => {
    const browser = product.browser();
    browser.cookies.set('__Host-next', Buffer.from('next-page:/subscribe').toString('base64url'));
    const address = await product.callbackUrlOf(browser, provider, newPerson());
    const sending = [copyOf(browser), copyOf(browser)];
    const before = product.at[provider].exchanges;
    const replies = await Promise.all(sending.map((one) => product.openCallback(one, address)));
    expect(replies.map(locationOf)).toEqual(['/subscribe', '/subscribe']);
    const sessions = sending.map(({ cookies }) => cookies.get('__Host-session'));
    expect(new Set(sessions).size).toBe(1);
    for (const one of sending) expect(await isSignedIn(one)).toBe(true);
    // This callback arrives after the first response, with the cookies of that response.
    const [after = browser] = sending;
    expect(locationOf(await product.openCallback(after, address))).toBe('/subscribe');
    expect(after.cookies.get('__Host-session')).toBe(sessions[0]);
    expect(product.at[provider].exchanges).toBe(before + 1);
  });
  it('returns the same response twice when the provider refuses', async () => {
    const browser = product.browser();
    const address = await product.callbackUrlOf(browser, provider, null);
    const sending = [copyOf(browser), copyOf(browser)];
    const replies = await Promise.all(sending.map((one) => product.openCallback(one, address)));
    expect(replies.map(locationOf)).toEqual([loginPage('denied'), loginPage('denied')]);
  });
  it('returns the session of a repeated callback only to the same browser and only for 60 seconds', async () => {
    const browser = product.browser();
    const address = await product.callbackUrlOf(browser, provider, newPerson());
    const flow = browser.cookies.get('__Host-flow') ?? '';
    await product.openCallback(browser, address);
    const [stranger, withOwnFlow, late] = [product.browser(), product.browser(), product.browser()];
    await product.callbackUrlOf(withOwnFlow, provider, newPerson());
    for (const one of [stranger, withOwnFlow]) {
      expect(locationOf(await product.openCallback(one, address))).toBe(loginPage('expired'));
      expect(await isSignedIn(one)).toBe(false);
    }
    product.clock.set(new Date(NOON.getTime() + MINUTE_MS));
    late.cookies.set('__Host-flow', flow);
    expect(locationOf(await product.openCallback(late, address))).toBe(loginPage('expired'));
    expect(await isSignedIn(late)).toBe(false);
  });
  it('neither restores an ended session nor ends a newer session when a callback is repeated', async () => {
    const browser = product.browser();
    const address = await product.callbackUrlOf(browser, provider, newPerson());
    const flow = browser.cookies.get('__Host-flow') ?? '';
    await product.openCallback(browser, address);
    await browser.signIn('somebody.else@example.com');
    const { id } = await userOf(browser);
    browser.cookies.set('__Host-flow', flow);
    expect(locationOf(await product.openCallback(browser, address))).toBe(loginPage('expired'));
    expect((await userOf(browser)).id).toBe(id);
  });
  it('keeps the flow valid after a HEAD request', async () => {
    const browser = product.browser();
    const address = await product.callbackUrlOf(browser, provider, newPerson());
    await browser.send('HEAD', `${address.pathname}${address.search}`);
    expect(locationOf(await product.openCallback(browser, address))).toBe('/posts');
  });
  it('stores the session of a callback so that no database dump reveals it', async () => {
    const { browser } = await product.signInBy(provider, newPerson());
    const { rows } = await product.pool.query<{ row: string }>(
      'select t::text as row from edge.oauth_answer t',
    );
    const session = browser.cookies.get('__Host-session') ?? '';
    const kept = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of [session, Buffer.from(session).toString('hex')]) expect(kept).not.toContain(secret);
  });
  it('refuses the response of another provider', async () => {
    const browser = product.browser();
    const address = await product.callbackUrlOf(browser, provider, newPerson());
    const other = provider === 'google' ? 'linkedin' : 'google';
    address.pathname = `${signInPath(other)}/callback`;
    const reply = await product.openCallback(browser, address);
    expect(locationOf(reply)).toBe(`/login?problem=expired&provider=${other}`);
    expect(await isSignedIn(browser)).toBe(false);
  });
  it('refuses an ID token with a wrong signature', async () => {
    product.at[provider].tamper = (answer) => {
      const [head = '', body = '', signature = ''] = answer.id_token.split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
      const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url');
      return { ...answer, id_token: [head, forged, signature].join('.') };
    };
    const { reply } = await product.signInBy(provider, newPerson());
    product.at[provider].tamper = null;
    expect(locationOf(reply)).toBe(loginPage('refused'));
  });
  it('reports that the user refused at the provider', async () => {
    const { reply } = await product.signInBy(provider, null);
    expect(locationOf(reply)).toBe(loginPage('denied'));
  });
  it('creates one user from concurrent callbacks of one new person', async () => {
    const person = verified(`race.${provider}@example.com`);
    const before = (await users()) ?? 0;
    const flows = [];
    for (let index = 0; index < 5; index++) {
      const browser = product.browser();
      flows.push({ browser, address: await product.callbackUrlOf(browser, provider, person) });
    }
    const replies = await Promise.all(
      flows.map(({ browser, address }) => product.openCallback(browser, address)),
    );
    expect(replies.map(locationOf)).toEqual(flows.map(() => '/posts'));
    const ids = await Promise.all(flows.map(async ({ browser }) => (await userOf(browser)).id));
    expect(new Set(ids).size).toBe(1);
    expect(product.typesOf(ids[0] ?? '')).toEqual(['UserRegistered', 'IdentityLinked']);
    expect(await users()).toBe(before + 1);
  });
  it('never signs a user in by the address alone, and does not create a second account for the address', async () => {
    const email = `victim.${provider}@example.com`;
    const victim = await product.signedIn(email);
    const before = await users();
    const { browser, reply } = await product.signInBy(provider, verified(email.toUpperCase()));
    expect(locationOf(reply)).toBe(loginPage('emailKnown'));
    expect(await isSignedIn(browser)).toBe(false);
    expect(await users()).toBe(before);
    expect(product.typesOf((await userOf(victim)).id)).toEqual(['UserRegistered']);
  });
  it.each([undefined, false, 'false', 1, null])(
    'creates an account without an address when email_verified is %j',
    async (claim) => {
      const email = `claimed.${String(claim)}.${provider}@example.com`;
      const owner = await product.signedIn(email);
      const person = { ...newPerson(), email, ...(claim !== undefined && { email_verified: claim }) };
      const { browser } = await product.signInBy(provider, person);
      const user = await userOf(browser);
      expect(user.email).toBeNull();
      expect(user.id).not.toBe((await userOf(owner)).id);
      expect(product.kept(user.id)).not.toContain('claimed');
      // A user who can verify the address may still register it.
      const { browser: again } = await product.signInBy(provider, person);
      expect((await userOf(again)).id).toBe(user.id);
    },
  );
  it('accepts `email_verified` as a string', async () => {
    const email = `text.${provider}@example.com`;
    const { browser } = await product.signInBy(provider, { ...newPerson(), email, email_verified: 'true' });
    expect((await userOf(browser)).email).toBe(email);
    expect((await userOf(await product.signedIn(email))).id).toBe((await userOf(browser)).id);
  });
});

it('grants complimentary Premium for verified addresses only', async () => {
  const unproved = await product.signInBy('google', { ...newPerson(), email: GOLD, email_verified: false });
  expect((await userOf(unproved.browser)).isPremium).toBe(false);
  const { browser } = await product.signInBy('google', verified(GOLD));
  expect((await userOf(browser)).isPremium).toBe(true);
});
it('refuses a code of another flow', async () => {
  const browser = product.browser();
  const foreign = await product.callbackUrlOf(product.browser(), 'google', newPerson());
  const address = await product.callbackUrlOf(browser, 'google', newPerson());
  address.searchParams.set('code', foreign.searchParams.get('code') ?? '');
  const reply = await product.openCallback(browser, address);
  expect(locationOf(reply)).toBe('/login?problem=refused&provider=google');
});
it('distinguishes the same subject at two providers', async () => {
  const person = newPerson();
  const [one, other] = [await product.signInBy('google', person), await product.signInBy('linkedin', person)];
  expect((await userOf(one.browser)).id).not.toBe((await userOf(other.browser)).id);
});
it('stores the id at a provider only as a digest', async () => {
  const person = { sub: 'unmistakable-subject' };
  const { browser } = await product.signInBy('google', person);
  const { rows } = await product.pool.query('select t::text as row from identity.provider_identity t');
  const kept = JSON.stringify(rows) + product.kept((await userOf(browser)).id);
  expect(kept).not.toContain('unmistakable');
});
it('starts a sign-in only from our own pages and the address bar, and shows a button otherwise', async () => {
  const browser = product.browser();
  const flows = async () => (await product.pool.query('select from edge.oauth_flow')).rowCount;
  const before = await flows();
  for (const site of ['cross-site', 'same-site']) {
    const reply = await browser.get(signInPath('google'), { 'sec-fetch-site': site });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('<button>Continue with Google</button>');
  }
  const head = await browser.send('HEAD', signInPath('google'));
  expect(head.status).toBe(200);
  expect(await flows()).toBe(before);
  expect(browser.cookies.size).toBe(0);
  const typed = await browser.get(signInPath('google'), { 'sec-fetch-site': 'none' });
  expect(typed.status).toBe(303);
});
it('redirects from the button to the provider, despite the policy of the page', async () => {
  const browser = product.browser();
  const page = await browser.send('POST', signInPath('google'), { form: {} });
  expect(page.status).toBe(200);
  const [, address = ''] = /^0;url=(.+)$/.exec(page.headers.get('refresh') ?? '') ?? [];
  const back = await product.at.google.visit(address, newPerson());
  expect(locationOf(await product.openCallback(browser, back))).toBe('/posts');
  const forged = await browser.send('POST', signInPath('google'), {
    form: {},
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(forged.status).toBe(403);
});
it('lists the configured providers', async () => {
  const { body } = await product.browser().get(appState.path);
  expect(body).toMatchObject({ signInProviders: ['google', 'linkedin'] });
});
it.each(signInProviders)(
  'signs users in by %s immediately after the provider changed its key',
  async (provider) => {
    const person = newPerson();
    expect(locationOf((await product.signInBy(provider, person)).reply)).toBe('/posts');
    product.at[provider].rotateKeys();
    expect(locationOf((await product.signInBy(provider, person)).reply)).toBe('/posts');
  },
);
it('marks a browser as known for the address that the provider verified', async () => {
  const { browser } = await product.signInBy('google', verified('marked@example.com'));
  expect(browser.cookies.get('__Host-known')).toMatch(/^[\w-]{44}$/);
  const unknown = await product.signInBy('google', newPerson());
  expect(unknown.browser.cookies.has('__Host-known')).toBe(false);
});
it('shows a message when a provider is not configured or not available', async () => {
  const other = await bootIdentity({
    env: {
      SANDBOX: 'off',
      LINKEDIN_SIGNIN_CLIENT_ID: 'x',
      LINKEDIN_SIGNIN_CLIENT_SECRET: 'y',
      LINKEDIN_ISSUER: 'http://127.0.0.1:9',
    },
  });
  const [google, linkedin] = await Promise.all(
    signInProviders.map((provider) => other.browser().get(signInPath(provider))),
  );
  expect(google && locationOf(google)).toBe('/login?problem=notConfigured&provider=google');
  expect(linkedin && locationOf(linkedin)).toBe('/login?problem=unreachable&provider=linkedin');
  const { body } = await other.browser().get(appState.path);
  expect(body).toMatchObject({ signInProviders: ['linkedin'] });
  await other.close();
});
it('signs users in again once the provider is available', async () => {
  const { google } = product.at;
  const other = await bootIdentity({ env: { ...google.env('GOOGLE', 'GOOGLE_ISSUER') } });
  google.isDown = true;
  const down = await other.browser().get(signInPath('google'));
  google.isDown = false;
  expect(locationOf(down)).toBe('/login?problem=unreachable&provider=google');
  expect(locationOf(await other.browser().get(signInPath('google')))).toContain(google.issuer);
  await other.close();
});

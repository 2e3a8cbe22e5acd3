import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { randomUUID } from 'node:crypto';
import { redeemLink, requestLink } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { LINK_LINES } from '../../pages/mails/terminal.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { bootIdentity, isSignedIn, NOON, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import { SealableStore } from '../../testing/sealable-store.ts';
import { TestMailer } from '../../testing/test-mailer.ts';

const store = new SealableStore();
const mailer = new TestMailer();
let product: BootedIdentity;

beforeAll(async () => {
  product = await bootIdentity({ store, bindings: [{ provide: Mailer, useValue: mailer }] });
});
beforeEach(() => product.reset());
afterAll(() => product.close());

const requestLinkFor = (email: unknown) =>
  product.browser().send('POST', requestLink.path, { json: { email } });

it('sends one link, and also shows the link if no mail server is configured', async () => {
  const reply = await requestLinkFor(' Ana@Example.com ');
  const link =
    mailer.sent
      .at(-1)
      ?.text.split('\n')
      .find((line) => line.startsWith('http')) ?? '';
  expect(mailer.sent.at(-1)?.to).toBe('ana@example.com');
  expect(new URL(link).pathname).toBe('/api/login/verify');
  expect(reply).toMatchObject({ status: 202, body: { message: SIGN_IN_TEXT.linkSent, link } });
  expect(product.said.at(-1)).toContain(link);
  expect(product.said.at(-1)?.replaceAll(LINK_LINES, '')).toBe('');
});
it('returns the same response for known and unknown addresses', async () => {
  await product.browser().signIn('known@example.com');
  const [known, unknown] = [
    await requestLinkFor('known@example.com'),
    await requestLinkFor('unknown@example.com'),
  ];
  expect(known.status).toBe(unknown.status);
  expect(Object.keys(known.body as object)).toEqual(Object.keys(unknown.body as object));
});
it.each([
  '',
  'ana',
  'ana@',
  'a@b@example.com',
  'ana@example.com,eve@example.com',
  null,
  7,
  ['ana@example.com'],
  '"a\r\nSign-in link for eve"@example.com',
  '"a\u001b[2Jb"@example.com',
  'a\u202eb@example.com',
  '\ud83d@example.com',
])('refuses %p as an address', async (email) => {
  const sent = mailer.sent.length;
  const reply = await requestLinkFor(email);
  const text = SIGN_IN_TEXT.emailNotValid;
  expect(reply).toMatchObject({ status: 400, body: { message: text, fields: { email: text } } });
  expect(mailer.sent).toHaveLength(sent);
});
it('does not sign the user in when a mail scanner opens the link', async () => {
  const ana = product.browser();
  const token = await ana.askFor('scanned@example.com');
  const scanner = await product.browser().get(`${redeemLink.path}?token=${token}`);
  expect(scanner.status).toBe(200);
  expect(scanner.headers.getSetCookie()).toEqual([]);
  expect((await ana.get(`${redeemLink.path}?token=${token}`)).text).toContain(`value="${token}"`);
  expect(scanner.text).not.toContain('<script');
  expect(scanner.headers.get('content-security-policy')).toContain("form-action 'self'");
  await ana.get(`${redeemLink.path}?token=${token}`);
  expect(await isSignedIn(ana)).toBe(false);
  expect((await ana.redeem(token)).status).toBe(204);
});
it('registers the user at the first sign-in, and returns their own profile', async () => {
  const ana = product.browser();
  expect((await ana.signIn('first.time@example.com')).status).toBe(204);
  const user = await userOf(ana);
  expect(user).toEqual({
    id: expect.any(String),
    username: 'first_time',
    email: 'first.time@example.com',
    pendingEmail: null,
    firstName: null,
    lastName: null,
    handle: null,
    isPremium: false,
    personalityProfile: null,
    bannerImageUrl: null,
    profileImageUrl: null,
    createdAt: NOON.toISOString(),
    timezone: 'UTC',
    pagesDomain: null,
  });
  expect(store.historyOf(`user-${user.id}`)).toMatchObject([
    { type: 'UserRegistered', meta: { actor: { kind: 'user', id: user.id }, subjects: [user.id] } },
  ]);
  expect(JSON.stringify(store.historyOf(`user-${user.id}`)[0]?.data)).not.toMatch(/first|example/);
  const other = product.browser();
  await other.signIn('FIRST.time@example.com');
  expect(await userOf(other)).toEqual(user);
});
it('sets a cookie that is hidden from scripts, plain HTTP and other sites', async () => {
  const ana = product.browser();
  const token = await ana.askFor('flags@example.com');
  const { headers } = await ana.redeem(token);
  const [session = '', flow = ''] = headers.getSetCookie();
  expect(session).toMatch(/^__Host-session=[\w-]{43}; /);
  expect(session.split('; ')).toEqual(
    expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']),
  );
  expect(session).not.toContain('Domain');
  expect(flow).toMatch(/^__Host-flow=; /);
  expect(ana.cookies.has('__Host-flow')).toBe(false);
});
it('redirects to Posts after a click on "Sign in" on the page of the link', async () => {
  const ana = product.browser();
  const token = await ana.askFor('button@example.com');
  const reply = await ana.send('POST', redeemLink.path, { form: { token } });
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).toBe('/posts');
  expect(await isSignedIn(ana)).toBe(true);
});
it('opens one session per link', async () => {
  const ana = product.browser();
  const token = await ana.askFor('once@example.com');
  const replies = await Promise.all([1, 2, 3].map(() => ana.redeem(token)));
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
});
it('refuses a used link, with the error text of libs/contracts', async () => {
  const ana = product.browser();
  const flow = () => ana.cookies.get('__Host-flow') ?? '';
  const token = await ana.askFor('again@example.com');
  const flowCookie = flow();
  await ana.redeem(token);
  ana.cookies.set('__Host-flow', flowCookie);
  const reply = await ana.redeem(token);
  expect(reply).toMatchObject({
    status: 401,
    body: { code: 'identity.link-not-valid', message: SIGN_IN_TEXT.linkNotValid },
  });
});
it('refuses a link in another browser, and keeps it valid for the right one', async () => {
  const [ana, eve] = [product.browser(), product.browser()];
  const token = await ana.askFor('bound@example.com');
  expect(await eve.redeem(token)).toMatchObject({
    status: 401,
    body: { code: 'identity.link-elsewhere', message: SIGN_IN_TEXT.linkElsewhere },
  });
  await eve.askFor('eve@example.com');
  expect((await eve.redeem(token)).status).toBe(401);
  expect(await isSignedIn(eve)).toBe(false);
  expect((await ana.redeem(token)).status).toBe(204);
});
it('refuses a link in its sixteenth minute', async () => {
  const [early, late] = [product.browser(), product.browser()];
  const tokens = [await early.askFor('early@example.com'), await late.askFor('late@example.com')];
  product.clock.set(new Date(NOON.getTime() + 15 * MINUTE_MS - 1));
  expect((await early.redeem(tokens[0] ?? '')).status).toBe(204);
  product.clock.advance(1);
  expect((await late.redeem(tokens[1] ?? '')).status).toBe(401);
  product.clock.set(NOON);
});
it.each([[{}], [{ token: null }], [{ token: {} }], [{ token: ['x'] }], [{ token: '' }]])(
  'refuses %j as the body of a sign-in request',
  async (json) => {
    const ana = product.browser();
    await ana.askFor('odd@example.com');
    expect((await ana.send('POST', redeemLink.path, { json })).status).toBe(401);
  },
);
it('creates one user from three concurrent first sign-ins', async () => {
  const browsers = [product.browser(), product.browser(), product.browser()];
  const tokens = await Promise.all(browsers.map((one) => one.askFor('twice@example.com')));
  await Promise.all(browsers.map((one, index) => one.redeem(tokens[index] ?? '')));
  const ids = await Promise.all(browsers.map(async (one) => (await userOf(one)).id));
  expect(new Set(ids).size).toBe(1);
  expect(store.historyOf(`user-${ids[0] ?? ''}`)).toHaveLength(1);
});
it('gives different names to addresses that begin alike', async () => {
  const names: string[] = [];
  for (const host of ['one', 'two', 'three']) {
    const ana = product.browser();
    await ana.signIn(`same.name@${host}.example.com`);
    names.push((await userOf(ana)).username);
  }
  expect(names).toEqual(['same_name', 'same_name2', 'same_name3']);
});
it('stores no secret that grants access', async () => {
  const ana = product.browser();
  await ana.signIn('dump@example.com');
  const token = await ana.askFor('dump@example.com');
  const { rows } = await product.pool.query<{ dump: string }>(
    `select (select json_agg(s) from identity.session s)::text || (select json_agg(l) from identity.sign_in_link l)::text
      as dump`,
  );
  for (const secret of [token, ...ana.cookies.values()]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(rows[0]?.dump).not.toContain(secret);
    expect(rows[0]?.dump).not.toContain(Buffer.from(secret).toString('hex'));
  }
});
it('keeps the link valid while the event log is sealed', async () => {
  const ana = product.browser();
  const token = await ana.askFor('sealed@example.com');
  store.isSealed = true;
  const refused = await ana.redeem(token);
  store.isSealed = false;
  expect(refused).toMatchObject({ status: 503, body: { code: 'server.log-sealed' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await ana.redeem(token)).status).toBe(204);
});
it('reports that the mail cannot be sent, and leaves no link behind', async () => {
  const count = async () => (await product.pool.query('select from identity.sign_in_link')).rowCount;
  const before = await count();
  mailer.fails = 'no-connection';
  const reply = await requestLinkFor('nomail@example.com');
  mailer.fails = null;
  expect(reply).toMatchObject({
    status: 503,
    body: { code: 'identity.mail-not-sent', message: SIGN_IN_TEXT.mailNotSent },
  });
  expect(await count()).toBe(before);
});

it.each([
  ['quotes around its name', '"two.ways"@example.com', 'two.ways@example.com'],
  ['a domain in two spellings', 'two@b\u00fccher.example', 'two@xn--bcher-kva.example'],
  ['an accent in two encodings', 'jose\u0301@example.com', 'jos\u00e9@example.com'],
])('finds the same user for both spellings of a mailbox: %s', async (_, typed, canonical) => {
  const [one, other] = [await product.signedIn(typed), await product.signedIn(canonical)];
  expect(mailer.sent.slice(-2).map(({ to }) => to)).toEqual([canonical, canonical]);
  expect(await userOf(one)).toMatchObject({ email: canonical });
  expect((await userOf(other)).id).toBe((await userOf(one)).id);
});
it('signs in users who registered before addresses had a canonical form', async () => {
  const digests = product.app.get(PersonalDigests);
  const addOldUser = async (email: string) => {
    const id = randomUUID();
    const digest = await digests.digestOf(email);
    await product.pool.query('insert into identity.email (digest, user_id) values ($1, $2)', [digest, id]);
    return id;
  };
  const idOf = async (email: string) => (await userOf(await product.signedIn(email))).id;
  const umlaut = await addOldUser('old@m\u00fcller.example');
  expect(await idOf('old@m\u00fcller.example')).toBe(umlaut);
  expect(await idOf('old@xn--mller-kva.example')).toBe(umlaut);
  const quoted = await addOldUser('"old.quoted"@example.com');
  expect(await idOf('old.quoted@example.com')).toBe(quoted);
  // Two users of one mailbox stay separate, each with their own spelling of the address.
  const [plain, twice] = [await addOldUser('both@example.com'), await addOldUser('"both"@example.com')];
  expect(await idOf('both@example.com')).toBe(plain);
  expect(await idOf('"both"@example.com')).toBe(twice);
});
it.each([
  ['550 5.1.1 no such user', 'RCPT TO', 422, 'identity.address-refused', SIGN_IN_TEXT.addressRefused],
  ['550 5.7.1 relaying denied', 'RCPT TO', 503, 'identity.mail-refused', SIGN_IN_TEXT.mailRefused],
  ['535 5.7.8 bad credentials', 'AUTH PLAIN', 503, 'identity.mail-refused', SIGN_IN_TEXT.mailRefused],
  ['454 4.7.0 temporary failure', 'AUTH PLAIN', 503, 'identity.mail-not-sent', SIGN_IN_TEXT.mailNotSent],
  ['421 4.3.2 shutting down', 'AUTH LOGIN', 503, 'identity.mail-not-sent', SIGN_IN_TEXT.mailNotSent],
  ['450 4.2.0 greylisted', 'RCPT TO', 503, 'identity.mail-not-sent', SIGN_IN_TEXT.mailNotSent],
])('reports the right error for %s', async (response, command, status, code, message) => {
  mailer.fails = { response, command };
  const reply = await requestLinkFor('refused@example.com');
  mailer.fails = null;
  expect(reply).toMatchObject({ status, body: { code, message } });
  expect(reply.headers.get('retry-after')).toBe(code === 'identity.mail-not-sent' ? '60' : null);
});

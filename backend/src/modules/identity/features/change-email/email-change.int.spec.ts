import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { EMAIL_CHANGE_TEXT, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { listSessions, SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';
import { LINK_LINES } from '../../pages/mails/terminal.ts';
import { GOLD } from '../../testing/billing-double.ts';
import { bootIdentity, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import { failAfter } from '../../testing/fail-after.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { TestMailer } from '../../testing/test-mailer.ts';

const store = new InMemoryEventStore();
const mailer = new TestMailer();
let product: BootedIdentity;

beforeAll(async () => {
  product = await bootIdentity({ store, bindings: [{ provide: Mailer, useValue: mailer }] });
});
beforeEach(async () => {
  mailer.sent.length = 0;
  mailer.fails = null;
  mailer.failsFor = null;
  await product.reset();
});
afterAll(() => product.close());

const NAMES = { firstName: 'Ana', lastName: 'Lim' };
const requestChange = async (browser: TestBrowser, email: string) =>
  browser.send('PATCH', pathOf(updateUser, { userId: (await userOf(browser)).id }), {
    json: { ...NAMES, email },
  });
const tokenIn = (mail: Mail | undefined): string => /token=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? '';
const verify = (browser: TestBrowser, token: string) =>
  browser.send('POST', verifyEmail.path, { json: { token } });
const linkTo = (address: string) => tokenIn(mailer.to(address).at(-1));

it('changes the address after the new one is verified, and notifies the old one', async () => {
  const ana = await product.signedIn('before@example.com');
  const { id } = await userOf(ana);
  const otherBrowser = product.browser();
  const olderLink = await otherBrowser.askFor('before@example.com');
  expect(await requestChange(ana, 'After@Example.com')).toMatchObject({
    status: 200,
    body: { ...NAMES, email: 'before@example.com', pendingEmail: 'after@example.com' },
  });
  expect(mailer.to('before@example.com').filter(({ subject }) => subject.includes('changed'))).toEqual([]);
  const token = linkTo('after@example.com');

  const line = product.said.at(-1);
  expect(line).toContain(token);
  expect(line?.replaceAll(LINK_LINES, '')).toBe('');

  const page = await ana.get(`${verifyEmail.path}?token=${token}`);
  expect(page.text).toContain('Confirm address');
  expect((await userOf(ana)).email).toBe('before@example.com');

  const done = await ana.send('POST', verifyEmail.path, { form: { token } });
  expect(done).toMatchObject({ status: 200 });
  expect(done.text).toContain('Address changed');
  expect(await userOf(ana)).toMatchObject({ id, email: 'after@example.com', pendingEmail: null });
  expect(product.typesOf(id)).toEqual([
    'UserRegistered',
    'EmailChangeRequested',
    'UserRenamed',
    'EmailChanged',
  ]);
  expect(product.kept(id)).not.toContain('after@example.com');
  expect(mailer.to('before@example.com').at(-1)?.text).toContain('after@example.com');

  expect(await verify(ana, token)).toMatchObject({ status: 401, body: { code: 'identity.link-not-valid' } });
  // The former address no longer opens this account, not even with an older link.
  expect((await otherBrowser.redeem(olderLink)).status).toBe(401);
  expect((await userOf(await product.signedIn('after@example.com'))).id).toBe(id);
  expect((await userOf(await product.signedIn('before@example.com'))).id).not.toBe(id);
});

it('requires a sign-in within the last 15 minutes', async () => {
  const ana = await product.signedIn('stale@example.com');
  const { id } = await userOf(ana);
  product.clock.advance(SIGN_IN.freshMinutes * MINUTE_MS);
  expect(await requestChange(ana, 'stale2@example.com')).toMatchObject({
    status: 403,
    body: { code: 'identity.not-fresh', message: EMAIL_CHANGE_TEXT.notFresh },
  });
  expect(product.typesOf(id)).toEqual(['UserRegistered']);
  // A request with the current address and new names needs no recent sign-in.
  expect((await requestChange(ana, 'STALE@example.com')).status).toBe(200);
  expect(mailer.to('stale2@example.com')).toEqual([]);
});

it('reveals only to the owner of an address that the address has an account', async () => {
  const [ana, bob] = [
    await product.signedIn('nosy@example.com'),
    await product.signedIn('known@example.com'),
  ];
  const known = await requestChange(ana, 'known@example.com');
  const pending = await userOf(ana);
  expect(linkTo('known@example.com')).toBe('');
  expect(mailer.to('known@example.com').at(-1)?.subject).toMatch(/already has a .+ account/u);
  const unknown = await requestChange(ana, 'unknown@example.com');
  expect([known.status, Object.keys(known.body as object)]).toEqual([
    unknown.status,
    Object.keys(unknown.body as object),
  ]);
  expect(pending.pendingEmail).toBe('known@example.com');
  expect((await userOf(bob)).email).toBe('known@example.com');
});

it('gives an address to only one of two users who requested it', async () => {
  const [ana, bob] = [
    await product.signedIn('race1@example.com'),
    await product.signedIn('race2@example.com'),
  ];
  await requestChange(ana, 'wanted@example.com');
  const anasToken = linkTo('wanted@example.com');
  await requestChange(bob, 'wanted@example.com');
  const bobsToken = linkTo('wanted@example.com');
  const replies = await Promise.all([verify(ana, anasToken), verify(bob, bobsToken)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'identity.email-taken' });
  const [one, other] = [await userOf(ana), await userOf(bob)];
  expect([one.email, other.email].filter((email) => email === 'wanted@example.com')).toHaveLength(1);
});

it('changes nothing if the link is opened in another account, signed out, too late, or after a newer request', async () => {
  const ana = await product.signedIn('careful@example.com');
  const { id } = await userOf(ana);
  const eve = await product.signedIn('eve2@example.com');
  await requestChange(ana, 'first@example.com');
  const first = linkTo('first@example.com');
  expect(await verify(eve, first)).toMatchObject({ status: 403, body: { code: 'identity.other-account' } });
  expect(await verify(product.browser(), first)).toMatchObject({ status: 403 });
  const signedOut = await product.browser().get(`${verifyEmail.path}?token=${first}`);
  expect([signedOut.status, signedOut.text]).toEqual([
    403,
    expect.stringContaining('sign in to the account'),
  ]);
  await requestChange(ana, 'second@example.com');
  expect((await verify(ana, first)).status).toBe(401);
  product.clock.advance(61 * MINUTE_MS);
  expect((await verify(ana, linkTo('second@example.com'))).status).toBe(401);
  expect((await userOf(ana)).pendingEmail).toBeNull();
  expect(product.typesOf(id)).not.toContain('EmailChanged');
  for (const token of ['', 'short', 'x'.repeat(129), '../../etc', 7, null, ['a']])
    expect((await ana.send('POST', verifyEmail.path, { json: { token } })).status).toBe(400);
});

it('changes nothing while the former address cannot be notified, and ignores a mailbox that no longer exists', async () => {
  const ana = await product.signedIn('gone@example.com');
  await requestChange(ana, 'here@example.com');
  const token = linkTo('here@example.com');
  mailer.failsFor = 'gone@example.com';
  mailer.fails = 'no-connection';
  expect(await verify(ana, token)).toMatchObject({ status: 503, body: { code: 'identity.mail-not-sent' } });
  expect((await userOf(ana)).email).toBe('gone@example.com');
  mailer.fails = { response: '550 5.1.1 No such user', command: 'RCPT TO' };
  expect((await verify(ana, token)).status).toBe(204);
  expect((await userOf(ana)).email).toBe('here@example.com');
});

it('does not sign a user in with a new address while the former one cannot be notified', async () => {
  const ana = await product.signedIn('untold@example.com');
  const { id } = await userOf(ana);
  await requestChange(ana, 'sly@example.com');
  mailer.failsFor = 'untold@example.com';
  mailer.fails = 'no-connection';
  expect((await verify(ana, linkTo('sly@example.com'))).status).toBe(503);
  expect((await userOf(await product.signedIn('sly@example.com'))).id).not.toBe(id);
});

it('refuses the former address after a crash in the middle of a change, and frees it for a new account', async () => {
  const ana = await product.signedIn('stolen@example.com');
  const { id } = await userOf(ana);
  await requestChange(ana, 'safe@example.com');
  const token = linkTo('safe@example.com');
  failAfter(store, 'EmailChanged');
  expect((await verify(ana, token)).status).toBe(500);
  const thief = product.browser();
  expect((await thief.redeem(await thief.askFor('stolen@example.com'))).status).toBe(401);
  await product.catchUp();
  expect((await userOf(await product.signedIn('stolen@example.com'))).id).not.toBe(id);
  expect((await userOf(await product.signedIn('safe@example.com'))).id).toBe(id);
});

it('leaves names unchanged when the mail cannot be sent', async () => {
  const ana = await product.signedIn('nomail@example.com');
  mailer.fails = 'no-connection';
  expect((await requestChange(ana, 'nomail2@example.com')).status).toBe(503);
  expect(await userOf(ana)).toMatchObject({ firstName: null, pendingEmail: null });
});

it('accepts five requests an hour', async () => {
  const ana = await product.signedIn('often@example.com');
  const statuses: number[] = [];
  for (let n = 1; n <= 6; n++)
    statuses.push((await requestChange(ana, `often${String(n)}@example.com`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

it('updates complimentary Premium for the new address, and keeps the sessions', async () => {
  const ana = await product.signedIn('poor@example.com');
  await requestChange(ana, GOLD);
  await verify(ana, linkTo(GOLD));
  expect((await userOf(ana)).isPremium).toBe(true);
  expect((await ana.get(listSessions.path)).body).toHaveLength(1);
});

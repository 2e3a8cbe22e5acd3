import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import {
  redeemCode,
  redeemLink,
  requestLink,
  SIGN_IN,
  signOut,
} from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { bootIdentity, isSignedIn, NOON, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import { SealableStore } from '../../testing/sealable-store.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { TestMailer } from '../../testing/test-mailer.ts';

const store = new SealableStore();
const mailer = new TestMailer();
let product: BootedIdentity;

beforeAll(async () => {
  product = await bootIdentity({
    store,
    rawOrigin: true,
    env: { TRUSTED_PROXIES: '1' },
    bindings: [{ provide: Mailer, useValue: mailer }],
  });
});
beforeEach(() => product.reset());
afterAll(() => product.close());

const newestCode = (email: string) => /^\d{6}$/mu.exec(mailer.to(email).at(-1)?.text ?? '')?.[0] ?? '';
/** Requests a mail. Returns the requesting browser, the link and the code. */
async function requestMail(email: string, by: TestBrowser = product.browser()) {
  const token = await by.askFor(email);
  return { by, token, code: newestCode(email) };
}
/** Returns a different code of six digits. */
const wrong = (code: string, offset = 1) => String((Number(code) + offset) % 1_000_000).padStart(6, '0');
const refused = {
  status: 401,
  body: { code: 'identity.code-not-valid', message: SIGN_IN_TEXT.codeNotValid },
};
const from = (network: string) => ({ headers: { 'x-forwarded-for': network } });
const tryFrom = (network: string, email: string, code: string) =>
  product.browser().send('POST', redeemCode.path, { json: { email, code }, ...from(network) });

it('signs in a browser that did not request the code, and voids the link of the same mail', async () => {
  const { by, token, code } = await requestMail('other@example.com');
  const phone = product.browser();
  expect((await phone.enterCode(' Other@Example.com ', `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(
    204,
  );
  expect(await userOf(phone)).toMatchObject({ email: 'other@example.com' });
  expect(await by.redeem(token)).toMatchObject({ status: 401, body: { code: 'identity.link-not-valid' } });
  expect(await isSignedIn(by)).toBe(false);
  expect(await product.browser().enterCode('other@example.com', code)).toMatchObject(refused);
});
it('voids a code once the link was used', async () => {
  const { by, token, code } = await requestMail('link.first@example.com');
  expect((await by.redeem(token)).status).toBe(204);
  expect(await product.browser().enterCode('link.first@example.com', code)).toMatchObject(refused);
});
it('signs in the requesting browser on its waiting page, and redirects to Posts', async () => {
  const ana = product.browser();
  const page = await ana.send('POST', requestLink.path, { form: { email: 'waits@example.com' } });
  const code = newestCode('waits@example.com');
  expect(page.text).not.toContain(code);
  const reply = await ana.send('POST', redeemCode.path, { form: { email: 'waits@example.com', code } });
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).toBe('/posts');
  expect(await isSignedIn(ana)).toBe(true);
  expect(ana.cookies.has('__Host-flow')).toBe(false);
});
it('opens one session per code', async () => {
  const { code } = await requestMail('race@example.com');
  const replies = await Promise.all(
    [1, 2, 3].map(() => product.browser().enterCode('race@example.com', code)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
});
it('opens one session when link and code are used at the same moment', async () => {
  const { by, token, code } = await requestMail('both.ways@example.com');
  const replies = await Promise.all([
    by.redeem(token),
    product.browser().enterCode('both.ways@example.com', code),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 401]);
});
it('voids a code after five wrong tries, even if they are concurrent, and keeps the link valid', async () => {
  const { by, token, code } = await requestMail('guessed@example.com');
  const tries = Array.from({ length: SIGN_IN.codeTries }, (_, at) =>
    tryFrom(`203.0.113.${String(at)}`, 'guessed@example.com', wrong(code, at + 1)),
  );
  for (const reply of await Promise.all(tries)) expect(reply).toMatchObject(refused);
  expect(await tryFrom('203.0.113.9', 'guessed@example.com', code)).toMatchObject(refused);
  expect((await by.redeem(token)).status).toBe(204);
});
it('accepts the right code at the fifth try', async () => {
  const { code } = await requestMail('fifth@example.com');
  for (let at = 1; at < SIGN_IN.codeTries; at++)
    expect(await tryFrom('203.0.113.1', 'fifth@example.com', wrong(code, at))).toMatchObject(refused);
  expect((await tryFrom('203.0.113.1', 'fifth@example.com', code)).status).toBe(204);
});
it('accepts only the newest code of an address, so that more mails give no more guesses', async () => {
  const first = await requestMail('twice@example.com');
  const second = await requestMail('twice@example.com', first.by);
  expect(await tryFrom('203.0.113.1', 'twice@example.com', wrong(second.code, 1))).toMatchObject(refused);
  if (first.code !== second.code)
    expect(await tryFrom('203.0.113.1', 'twice@example.com', first.code)).toMatchObject(refused);
  expect((await tryFrom('203.0.113.1', 'twice@example.com', second.code)).status).toBe(204);
  // The link of the older mail stays valid.
  expect((await first.by.redeem(first.token)).status).toBe(204);
});
it('signs in only the address that the tab shows and sends', async () => {
  const browser = product.browser();
  const one = await requestMail('tab.one@example.com', browser);
  const two = await requestMail('tab.two@example.com', browser);
  if (one.code !== two.code)
    expect(await browser.enterCode('tab.two@example.com', one.code)).toMatchObject(refused);
  expect((await browser.enterCode('tab.one@example.com', one.code)).status).toBe(204);
  expect(await userOf(browser)).toMatchObject({ email: 'tab.one@example.com' });
});
it('returns the same response for a wrong code, for an address without a code, and for an unknown address', async () => {
  await product.signedIn('has.account@example.com');
  const { code } = await requestMail('has.code@example.com');
  const replies = [
    await product.browser().enterCode('has.code@example.com', wrong(code)),
    await product.browser().enterCode('has.account@example.com', code),
    await product.browser().enterCode('unknown@example.com', code),
  ];
  for (const reply of replies) {
    expect(reply).toMatchObject(refused);
    expect(Object.keys(reply.body as object)).toEqual(Object.keys(replies[0]?.body as object));
  }
});
it('refuses a code in its sixteenth minute', async () => {
  const { code } = await requestMail('late@example.com');
  product.clock.set(new Date(NOON.getTime() + 15 * MINUTE_MS));
  expect(await product.browser().enterCode('late@example.com', code)).toMatchObject(refused);
});
it.each([
  [{}],
  [{ email: 'odd@example.com' }],
  [{ code: '1' }],
  [{ email: 'odd@example.com', code: 123456 }],
])('refuses %j', async (json) => {
  await requestMail('odd@example.com');
  expect(await product.browser().send('POST', redeemCode.path, { json })).toMatchObject(refused);
});
it.each(['', '12345', '1234567', '{}', '\u0000', '%'])('refuses %p as a code', async (code) => {
  await requestMail('odd@example.com');
  expect(await product.browser().enterCode('odd@example.com', code)).toMatchObject(refused);
});
it('limits the tries of a network, and counts its IPv6 addresses as one', async () => {
  for (let at = 0; at < 20; at++)
    await tryFrom(`2001:db8:1:2::${at.toString(16)}`, `n${String(at)}@example.com`, '123456');
  expect(await tryFrom('2001:db8:1:2:ffff::1', 'n20@example.com', '123456')).toMatchObject({
    status: 429,
    body: { message: SIGN_IN_TEXT.tooMany },
  });
  expect((await tryFrom('2001:db8:1:3::1', 'n20@example.com', '123456')).status).toBe(401);
});
it('limits the tries for an address from all networks, but does not lock a user out in a known browser', async () => {
  const ana = await product.signedIn('hunted@example.com');
  await ana.send('POST', signOut.path);
  for (let at = 0; at < 20; at++) await tryFrom(`203.0.113.${String(at)}`, 'hunted@example.com', '123456');
  const { code } = await requestMail('hunted@example.com', ana);
  expect((await tryFrom('198.51.100.1', 'Hunted@example.com', code)).status).toBe(429);
  expect((await ana.enterCode('hunted@example.com', code)).status).toBe(204);
});
it('stores no code, and puts no code into events and responses', async () => {
  const ana = product.browser();
  const reply = await ana.send('POST', requestLink.path, { json: { email: 'kept@example.com' } });
  const code = newestCode('kept@example.com');
  expect(reply.text.replace(/token=[\w-]+/u, '')).not.toContain(code);
  const { rows } = await product.pool.query<{ code_hash: Buffer }>(
    `select code_hash from identity.sign_in_link where email = 'kept@example.com'`,
  );
  expect(rows[0]?.code_hash).toHaveLength(32);
  await ana.enterCode('kept@example.com', code);
  const { id } = await userOf(ana);
  expect(product.kept(id)).not.toContain(code);
  expect(product.said.join('\n').replaceAll(/token=[\w-]+/gu, '')).not.toContain(code);
});
it('keeps the code valid while the event log is sealed', async () => {
  const { code } = await requestMail('sealed@example.com');
  store.isSealed = true;
  const reply = await product.browser().enterCode('sealed@example.com', code);
  store.isSealed = false;
  expect(reply).toMatchObject({ status: 503, body: { code: 'server.log-sealed' } });
  expect((await product.browser().enterCode('sealed@example.com', code)).status).toBe(204);
});
it.each(['cross-site', 'same-site', 'none'])(
  'does not sign the user in for a request from %s',
  async (site) => {
    const { code } = await requestMail('site@example.com');
    const eve = product.browser();
    const json = { email: 'site@example.com', code };
    expect(
      await eve.send('POST', redeemCode.path, { json, headers: { 'sec-fetch-site': site } }),
    ).toMatchObject({ status: 403, body: { code: 'request.other-site', message: SERVER_TEXT.otherSite } });
    expect(await isSignedIn(eve)).toBe(false);
  },
);

it('explains where to open a link that another browser requested, and accepts the code there', async () => {
  const { token, code } = await requestMail('elsewhere@example.com');
  const phone = product.browser();
  const page = await phone.get(`${redeemLink.path}?token=${token}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain(SIGN_IN_TEXT.linkElsewhere);
  expect(page.text).not.toContain(token);
  // A person who has only the link does not learn whose link it is.
  expect(page.text).not.toContain('elsewhere@example.com');
  const posted = await phone.send('POST', redeemLink.path, { form: { token } });
  expect(posted.status).toBe(401);
  expect(posted.text).toContain(SIGN_IN_TEXT.linkElsewhere);
  expect(posted.text).toContain(`action="${redeemCode.path}"`);
  const typed = await phone.send('POST', redeemCode.path, { form: { email: 'elsewhere@example.com', code } });
  expect(typed.status).toBe(303);
  expect(await isSignedIn(phone)).toBe(true);
});
it('shows immediately that a link was used or has expired', async () => {
  const { by, token } = await requestMail('over@example.com');
  const flow = by.cookies.get('__Host-flow') ?? '';
  await by.redeem(token);
  by.cookies.set('__Host-flow', flow);
  const page = await by.get(`${redeemLink.path}?token=${token}`);
  expect(page.text).toContain(SIGN_IN_TEXT.linkNotValid);
  expect(page.text).not.toContain('<form');
});
it('shows the form again with the reason and the entered address', async () => {
  const page = await product.browser().get(redeemCode.path);
  expect(page.text).toContain(`<form method="post" action="${redeemCode.path}">`);
  const reply = await product
    .browser()
    .send('POST', redeemCode.path, { form: { email: '"><b>@example.com', code: '000000' } });
  expect(reply.status).toBe(401);
  expect(reply.text).toContain(SIGN_IN_TEXT.codeNotValid);
  expect(reply.text).toContain('value="&quot;&gt;&lt;b&gt;@example.com"');
  expect(reply.text).not.toContain('000000');
});

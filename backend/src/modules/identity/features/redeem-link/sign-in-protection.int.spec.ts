import { currentUser, redeemLink, requestLink, signOut } from '@posthorn/contracts/identity/session.http';
import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { bootIdentity, isSignedIn, type BootedIdentity } from '../../testing/boot-identity.ts';

let product: BootedIdentity;

beforeAll(async () => {
  product = await bootIdentity({ rawOrigin: true, env: { TRUSTED_PROXIES: '1' } });
});
beforeEach(() => product.reset());
afterAll(() => product.close());

const requestLinkFor = (email: string, headers = {}) =>
  product.browser().send('POST', requestLink.path, { json: { email }, headers });

const from = (network: string) => ({ 'x-forwarded-for': network });

it('sends five links an hour to one address from one network, however the address is written', async () => {
  for (let sent = 0; sent < 5; sent++) expect((await requestLinkFor('Five@example.com')).status).toBe(202);
  const reply = await requestLinkFor(' five@EXAMPLE.com');
  expect(reply).toMatchObject({ status: 429, body: { message: SIGN_IN_TEXT.tooMany } });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await requestLinkFor('"five"@example.com')).status).toBe(429);
  expect((await requestLinkFor('six@example.com')).status).toBe(202);
});
it('does not lock a user out when other networks request links for the same address', async () => {
  for (let sent = 0; sent < 8; sent++) await requestLinkFor('locked@example.com', from('203.0.113.66'));
  expect((await requestLinkFor('locked@example.com', from('203.0.113.66'))).status).toBe(429);
  expect((await requestLinkFor('locked@example.com', from('198.51.100.1'))).status).toBe(202);
});
it('limits the mails to a mailbox, from however many networks the requests come', async () => {
  const statuses = [];
  for (let sent = 0; sent < 15; sent++) {
    statuses.push((await requestLinkFor('flooded@example.com', from(`203.0.113.${String(sent)}`))).status);
  }
  expect(statuses.filter((status) => status === 202)).toHaveLength(10);
  // A refusal for one address does not count for other addresses.
  expect((await requestLinkFor('another@example.com', from('203.0.113.14'))).status).toBe(202);
});
it('has a separate limit for a browser that signed in before, but only for the same address', async () => {
  const ana = await product.signedIn('device@example.com');
  await ana.send('POST', signOut.path);
  const requestInKnownBrowser = async (email: string) =>
    (await ana.send('POST', requestLink.path, { json: { email } })).status;
  for (let sent = 0; sent < 15; sent++) {
    await requestLinkFor('device@example.com', from(`203.0.113.${String(sent)}`));
    await requestLinkFor('other@example.com', from(`203.0.113.${String(sent)}`));
  }
  for (let sent = 0; sent < 20; sent++) await requestLinkFor(`crowd${String(sent)}@example.com`);
  expect((await requestLinkFor('device@example.com')).status).toBe(429);
  const own = [];
  for (let sent = 0; sent < 6; sent++) own.push(await requestInKnownBrowser('Device@example.com'));
  expect(own).toEqual([202, 202, 202, 202, 202, 429]);
  expect(await requestInKnownBrowser('other@example.com')).toBe(429);
});
it('recognises a browser for each of its users, and ignores a cookie that the server has not issued', async () => {
  const shared = await product.signedIn('first@example.com');
  await shared.signIn('second@example.com');
  const cookie = shared.cookies.get('__Host-known') ?? '';
  expect(cookie).toMatch(/^[\w-]{66}$/);
  for (let sent = 0; sent < 15; sent++) {
    for (const email of ['first@example.com', 'second@example.com', 'third@example.com'])
      await requestLinkFor(email, from(`203.0.113.${String(sent)}`));
  }
  const requestWithCookie = async (email: string, value: string) => {
    const browser = product.browser();
    browser.cookies.set('__Host-known', value);
    return (await browser.send('POST', requestLink.path, { json: { email } })).status;
  };
  expect(await requestWithCookie('first@example.com', cookie)).toBe(202);
  expect(await requestWithCookie('second@example.com', cookie)).toBe(202);
  expect(await requestWithCookie('third@example.com', cookie)).toBe(429);
  const other = `${'A'.repeat(22)}${cookie.slice(22)}`;
  for (const forged of [
    other,
    cookie.slice(0, 22),
    `${cookie.slice(0, 22)}${'A'.repeat(22)}`,
    'x'.repeat(40),
  ]) {
    expect(await requestWithCookie('first@example.com', forged)).toBe(429);
  }
});
it('hides the cookie of a known browser from scripts, plain HTTP and other sites, and keeps it after sign-out', async () => {
  const ana = product.browser();
  const token = await ana.askFor('mark@example.com');
  const { headers } = await ana.redeem(token);
  const mark = headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-known=')) ?? '';
  expect(mark.split('; ')).toEqual(
    expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=31536000']),
  );
  await ana.send('POST', signOut.path);
  expect(ana.cookies.has('__Host-known')).toBe(true);
});
it('sends twenty links an hour to one network, and trusts the header with the IP address only from its own proxy', async () => {
  for (let sent = 0; sent < 20; sent++) {
    const headers = { 'x-forwarded-for': `10.0.0.${String(sent)}, 198.51.100.7` };
    expect((await requestLinkFor(`n${String(sent)}@example.com`, headers)).status).toBe(202);
  }
  expect(
    (await requestLinkFor('n20@example.com', { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' })).status,
  ).toBe(429);
  expect((await requestLinkFor('n20@example.com', { 'x-forwarded-for': '198.51.100.8' })).status).toBe(202);
});

it('shows a plain page with a form, and the link in the sandbox', async () => {
  const ana = product.browser();
  const page = await ana.get(requestLink.path);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.text).toContain(`<form method="post" action="${requestLink.path}">`);
  const sent = await ana.send('POST', requestLink.path, { form: { email: 'Form@example.com' } });
  expect(sent.status).toBe(202);
  expect(sent.text).toContain('form@example.com');
  const [, token = ''] = /verify\?token=([\w-]+)"/.exec(sent.text) ?? [];
  expect((await ana.redeem(token)).status).toBe(204);
});
it('shows the error on a page after a form was sent', async () => {
  const ana = product.browser();
  const refused = await ana.send('POST', requestLink.path, { form: { email: '<b>@' } });
  expect(refused.status).toBe(400);
  expect(refused.headers.get('content-type')).toContain('text/html');
  expect(refused.text).toContain(SIGN_IN_TEXT.emailNotValid);
  expect(refused.text).toContain('value="&lt;b&gt;@"');
  const used = await ana.send('POST', redeemLink.path, { form: { token: 'x'.repeat(27) } });
  expect(used.status).toBe(401);
  expect(used.text).toContain(SIGN_IN_TEXT.linkNotValid);
  for (let sent = 0; sent < 5; sent++) await requestLinkFor('busy@example.com');
  const late = await ana.send('POST', requestLink.path, { form: { email: 'busy@example.com' } });
  expect(late.status).toBe(429);
  expect(late.text).toContain(SIGN_IN_TEXT.tooMany);
  expect(late.headers.get('retry-after')).not.toBeNull();
});
it('does not show a form for a link without a well-formed token', async () => {
  for (const query of ['', '?token=', '?token=%22%3E%3Cscript%3E', '?token=a&token=b']) {
    const page = await product.browser().get(`${redeemLink.path}${query}`);
    expect(page.status).toBe(400);
    expect(page.text).not.toMatch(/<form|<script/);
  }
});

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ['nowhere', { 'sec-fetch-site': 'none' }],
])('changes nothing for a request from %s', async (_, headers) => {
  const ana = await product.signedIn('site@example.com');
  const token = await ana.askFor('site@example.com');
  const before = await product.pool.query('select from identity.session');
  const refused = { status: 403, body: { code: 'request.other-site', message: SERVER_TEXT.otherSite } };
  expect(
    await ana.send('POST', requestLink.path, { json: { email: 'x@example.com' }, headers }),
  ).toMatchObject(refused);
  expect(await ana.send('POST', redeemLink.path, { json: { token }, headers })).toMatchObject(refused);
  expect((await ana.send('POST', redeemLink.path, { form: { token }, headers })).status).toBe(403);
  expect(await ana.send('POST', signOut.path, { headers })).toMatchObject(refused);
  expect((await product.pool.query('select from identity.session')).rowCount).toBe(before.rowCount);
  expect(await isSignedIn(ana)).toBe(true);
});

it('ends the old session of a browser when it signs in again', async () => {
  const ana = await product.signedIn('renew@example.com');
  const old = new Map(ana.cookies);
  await ana.signIn('renew@example.com');
  expect(ana.cookies.get('__Host-session')).not.toBe(old.get('__Host-session'));
  expect(await isSignedIn(ana)).toBe(true);
  const thief = product.browser();
  for (const [name, value] of old) thief.cookies.set(name, value);
  expect(await isSignedIn(thief)).toBe(false);
});
it('ends the session at sign-out, and deletes the cookie', async () => {
  const ana = await product.signedIn('leave@example.com');
  const old = new Map(ana.cookies);
  const reply = await ana.send('POST', signOut.path);
  expect(reply.status).toBe(204);
  expect(reply.headers.getSetCookie()[0]).toMatch(/^__Host-session=; .*Expires=Thu, 01 Jan 1970.*Secure/);
  const thief = product.browser();
  for (const [name, value] of old) thief.cookies.set(name, value);
  expect(await thief.get(currentUser.path)).toMatchObject({
    status: 401,
    body: { code: 'identity.signed-out', message: SIGN_IN_TEXT.signedOut },
  });
});
it.each(['same-origin', 'none'])('signs out by a navigation with Sec-Fetch-Site %s', async (site) => {
  const ana = await product.signedIn('navigate@example.com');
  const reply = await ana.get(signOut.path, { 'sec-fetch-site': site });
  expect(reply.status).toBe(303);
  expect(reply.headers.get('location')).toBe('/');
  expect(await isSignedIn(ana)).toBe(false);
});
it.each(['cross-site', 'same-site', ''])(
  'asks for confirmation when a link on another site (%p) leads to sign-out',
  async (site) => {
    const ana = await product.signedIn('asked@example.com');
    const page = await ana.get(signOut.path, { 'sec-fetch-site': site });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<form method="post" action="${signOut.path}">`);
    expect(await isSignedIn(ana)).toBe(true);
    const signedOut = await ana.send('POST', signOut.path, { form: {} });
    expect(signedOut.status).toBe(303);
    expect(await isSignedIn(ana)).toBe(false);
  },
);
it('signs out a browser that is signed out already', async () => {
  expect((await product.browser().send('POST', signOut.path)).status).toBe(204);
});
it.each(['x', '', 'a'.repeat(43), `${'a'.repeat(43)}; __Host-session=b`, '%00'])(
  'accepts no session cookie of the form %p',
  async (value) => {
    const eve = product.browser();
    eve.cookies.set('__Host-session', value);
    expect(await isSignedIn(eve)).toBe(false);
  },
);

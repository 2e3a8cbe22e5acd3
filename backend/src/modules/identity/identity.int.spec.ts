import { requestAccountExport } from '@posthorn/contracts/identity/account-export.http';
import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import {
  appState,
  currentUser,
  endSession,
  listSessions,
  redeemLink,
  SIGN_IN,
  type SessionView,
} from '@posthorn/contracts/identity/session.http';
import {
  detectTimezone,
  getTimezone,
  setTimezone,
  TIMEZONE_TEXT,
} from '@posthorn/contracts/identity/timezone.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { IdentityHousekeeping } from './effects/forget-expired.ts';
import { bootIdentity, userOf, type BootedIdentity } from './testing/boot-identity.ts';
import type { TestBrowser } from './testing/test-browser.ts';

let product: BootedIdentity;

beforeAll(async () => {
  product = await bootIdentity();
});
beforeEach(() => product.reset());
afterAll(() => product.close());

const sessionsOf = async (browser: TestBrowser) =>
  (await browser.get(listSessions.path)).body as SessionView[];

it('returns the state that the page needs before any sign-in', async () => {
  const { body } = await product.browser().get(appState.path);
  expect(body).toEqual({
    sandbox: true,
    sandboxUrl: 'http://localhost:3001',
    version: expect.any(String),
    // The sandbox simulates these providers.
    signInProviders: ['google', 'linkedin'],
  });
});
it.each([currentUser.path, listSessions.path, getTimezone.path])(
  'returns 401 at %s without a session',
  async (path) => {
    const reply = await product.browser().get(path);
    expect(reply).toMatchObject({ status: 401, body: { code: 'identity.signed-out' } });
  },
);

it('lists the browsers of a user, and signs one of them out', async () => {
  const [phone, desk] = [
    await product.signedIn('many@example.com'),
    await product.signedIn('many@example.com'),
  ];
  const stranger = await product.signedIn('stranger@example.com');
  const sessions = await sessionsOf(desk);
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  const other = sessions.find(({ current }) => !current);
  const path = pathOf(endSession, { id: other?.id ?? '' });
  expect(await stranger.send('DELETE', path)).toMatchObject({
    status: 404,
    body: { code: 'identity.session-not-found' },
  });
  expect((await desk.send('DELETE', path)).status).toBe(204);
  expect((await phone.get(currentUser.path)).status).toBe(401);
  expect((await desk.send('DELETE', pathOf(endSession, { id: 'no-id' }))).status).toBe(404);
  expect((await desk.send('DELETE', pathOf(endSession, { id: '\0' }))).status).toBe(404);
  expect(await sessionsOf(desk)).toHaveLength(1);
});
it('lists each browser with its name in English and the code of the name', async () => {
  const named = product.browser();
  const json = { token: await named.askFor('named@example.com') };
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0' };
  await named.send('POST', redeemLink.path, { json, headers });
  await product.signedIn('named@example.com');
  const shown = (await sessionsOf(named)).map(({ browser, browserSaid }) => [browser, browserSaid]);
  expect(shown).toHaveLength(2);
  expect(shown).toContainEqual([
    'Firefox on Windows',
    { code: 'browser', values: { browser: 'Firefox', system: 'Windows' } },
  ]);
  expect(shown).toContainEqual(['Unknown browser', { code: 'browser', variant: 'unknown' }]);
});
it('ends a session that was not used for fourteen days', async () => {
  const [used, idle] = [
    await product.signedIn('idle@example.com'),
    await product.signedIn('idle@example.com'),
  ];
  product.clock.advance(13 * DAY_MS);
  expect((await used.get(currentUser.path)).status).toBe(200);
  product.clock.advance(DAY_MS);
  expect((await idle.get(currentUser.path)).status).toBe(401);
  expect((await used.get(currentUser.path)).status).toBe(200);
  expect(await sessionsOf(used)).toHaveLength(1);
});
it('ends every session after ninety days', async () => {
  const ana = await product.signedIn('loyal@example.com');
  for (let day = 10; day < 90; day += 10) {
    product.clock.advance(10 * DAY_MS);
    expect((await ana.get(currentUser.path)).status).toBe(200);
  }
  product.clock.advance(10 * DAY_MS);
  expect((await ana.get(currentUser.path)).status).toBe(401);
});

it("stores the zone of the browser, then the user's choice, and ignores another user's id", async () => {
  const [ana, bob] = [
    await product.signedIn('zone@example.com'),
    await product.signedIn('zone2@example.com'),
  ];
  const { id: bobId } = await userOf(bob);
  expect((await ana.get(getTimezone.path)).body).toEqual({ timezone: 'UTC' });
  const detect = (timezone: string) =>
    ana.send('POST', detectTimezone.path, { json: { timezone, userId: bobId } });
  expect(await detect('Europe/Paris')).toMatchObject({ status: 200, body: { timezone: 'Europe/Paris' } });
  expect(await detect('Asia/Tokyo')).toMatchObject({ status: 200, body: { timezone: 'Europe/Paris' } });
  expect(await ana.send('PUT', setTimezone.path, { json: { timezone: 'Asia/Kolkata' } })).toMatchObject({
    status: 200,
    body: { timezone: 'Asia/Kolkata' },
  });
  expect((await ana.get(getTimezone.path)).body).toEqual({ timezone: 'Asia/Kolkata' });
  expect((await userOf(bob)).timezone).toBe('UTC');
});
it('deletes expired links and sessions, although no other link or session is made', async () => {
  const ana = await product.signedIn('ends@example.com');
  await ana.askFor('a-stranger@example.com');
  await ana.send('PATCH', pathOf(updateUser, { userId: (await userOf(ana)).id }), {
    json: { email: 'not-yet@example.com' },
  });
  await ana.send('POST', requestAccountExport.path);
  const tables = ['sign_in_link', 'account_link', 'account_export', 'session'];
  const rowsIn = async () => {
    const counts = tables.map((table) => `(select count(*)::int from identity.${table}) as ${table}`);
    return (await product.pool.query<Record<string, number>>(`select ${counts.join(', ')}`)).rows[0];
  };
  const sweep = () => product.app.get(IdentityHousekeeping).sweep();
  await sweep();
  for (const table of tables) expect((await rowsIn())?.[table]).toBeGreaterThan(0);
  product.clock.advance((SIGN_IN.sessionDays + 1) * DAY_MS);
  await sweep();
  expect(await rowsIn()).toEqual(Object.fromEntries(tables.map((table) => [table, 0])));
});
it('stores a time zone under its usual name', async () => {
  const ana = await product.signedIn('zone3@example.com');
  const send = async (method: 'POST' | 'PUT', path: string, timezone: string) =>
    (await ana.send(method, path, { json: { timezone } })).body;
  expect(await send('POST', detectTimezone.path, 'europe/berlin')).toEqual({ timezone: 'Europe/Berlin' });
  expect(await send('PUT', setTimezone.path, 'ASIA/KOLKATA')).toEqual({ timezone: 'Asia/Kolkata' });
  expect((await ana.get(getTimezone.path)).body).toEqual({ timezone: 'Asia/Kolkata' });
});
it.each(['Mumbai', '+01:00', '', null, 5])('refuses %p as a zone', async (timezone) => {
  const ana = await product.signedIn('badzone@example.com');
  const body = { message: TIMEZONE_TEXT.notValid, fields: { timezone: TIMEZONE_TEXT.notValid } };
  expect(await ana.send('PUT', setTimezone.path, { json: { timezone } })).toMatchObject({
    status: 400,
    body,
  });
  expect(await ana.send('POST', detectTimezone.path, { json: { timezone } })).toMatchObject({
    status: 400,
    body,
  });
});

import { PROFILE_TEXT, updateUser, type UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import {
  appState,
  currentUser,
  endSession,
  listSessions,
  type SessionView,
  type UserView,
} from '@posthorn/contracts/identity/session.http';
import {
  detectTimezone,
  getTimezone,
  setTimezone,
  TIMEZONE_TEXT,
} from '@posthorn/contracts/identity/timezone.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { QueryBus } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';

import { IdentityModule } from './identity.module.ts';
import { Terminal } from './mail/terminal.ts';
import { UserNames } from './public.ts';
import { BillingDouble, GOLD } from './testing/billing-double.ts';
import { TestBrowser } from './testing/test-browser.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
const DAY = 86_400_000;
const store = new InMemoryEventStore();
let product: Booted;
let pool: Pool;

beforeAll(async () => {
  product = await boot([IdentityModule, BillingDouble], {
    store,
    now: NOON,
    database: true,
    realSessions: true,
    bindings: [{ provide: Terminal, useValue: { say: () => undefined } }],
  });
  pool = product.app.get(Pool);
});
beforeEach(async () => {
  product.clock.set(NOON);
  // All specs come from one address.
  await pool.query('truncate edge.rate_limit');
});
afterAll(() => product.close());

const signedIn = async (email: string) => {
  const one = new TestBrowser(product.url);
  await one.signIn(email);
  return one;
};
const userOf = async (one: TestBrowser) => (await one.get(currentUser.path)).body as UserView;
const sessionsOf = async (one: TestBrowser) => (await one.get(listSessions.path)).body as SessionView[];
const patch = (one: TestBrowser, userId: string, json: UpdateUserRequest | object) =>
  one.send('PATCH', pathOf(updateUser, { userId }), { json });
const typesOf = (userId: string) => store.historyOf(`user-${userId}`).map(({ type }) => type);

it('tells the page what it must know before anybody signs in', async () => {
  const { body } = await new TestBrowser(product.url).get(appState.path);
  expect(body).toEqual({ sandbox: true, sandboxUrl: 'http://localhost:3001', version: expect.any(String) });
});
it.each([currentUser.path, listSessions.path, getTimezone.path])(
  'answers 401 at %s when signed out',
  async (path) => {
    const reply = await new TestBrowser(product.url).get(path);
    expect(reply).toMatchObject({ status: 401, body: { code: 'identity.signed-out' } });
  },
);

it('lists the browsers of a user, and ends one of them', async () => {
  const [phone, desk] = [await signedIn('many@example.com'), await signedIn('many@example.com')];
  const stranger = await signedIn('stranger@example.com');
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
  expect(await sessionsOf(desk)).toHaveLength(1);
});
it('forgets a browser that was not used for fourteen days', async () => {
  const [used, idle] = [await signedIn('idle@example.com'), await signedIn('idle@example.com')];
  product.clock.advance(13 * DAY);
  expect((await used.get(currentUser.path)).status).toBe(200);
  product.clock.advance(DAY);
  expect((await idle.get(currentUser.path)).status).toBe(401);
  expect((await used.get(currentUser.path)).status).toBe(200);
  expect(await sessionsOf(used)).toHaveLength(1);
});
it('forgets every browser after ninety days', async () => {
  const ana = await signedIn('loyal@example.com');
  for (let day = 10; day < 90; day += 10) {
    product.clock.advance(10 * DAY);
    expect((await ana.get(currentUser.path)).status).toBe(200);
  }
  product.clock.advance(10 * DAY);
  expect((await ana.get(currentUser.path)).status).toBe(401);
});

it('takes the zone of the browser, then that of the user, and ignores a foreign user id', async () => {
  const [ana, bob] = [await signedIn('zone@example.com'), await signedIn('zone2@example.com')];
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
it.each(['Mumbai', '+01:00', '', null, 5])('refuses %p as a zone', async (timezone) => {
  const ana = await signedIn('badzone@example.com');
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

it('changes names, and calls the user by them', async () => {
  const ana = await signedIn('called@example.com');
  const { id } = await userOf(ana);
  const names = () => product.app.get(QueryBus).execute(new UserNames([id, 'system', 'ana']));
  expect(await names()).toEqual([{ id, name: '@called' }]);
  const json = { firstName: ' Ana ', lastName: 'Lim', email: 'CALLED@example.com' };
  expect(await patch(ana, id, json)).toMatchObject({
    status: 200,
    body: { firstName: 'Ana', lastName: 'Lim' },
  });
  expect(await names()).toEqual([{ id, name: 'Ana Lim' }]);
  await patch(ana, id, json);
  expect(typesOf(id)).toEqual(['UserRegistered', 'UserRenamed']);
});
it.each([
  [{ firstName: ' ', lastName: 'Lim' }, 'firstName', PROFILE_TEXT.firstNameRequired],
  [{ firstName: 'Ana' }, 'lastName', PROFILE_TEXT.lastNameRequired],
  [{ firstName: null, lastName: 'Lim' }, 'firstName', PROFILE_TEXT.firstNameRequired],
  [{ firstName: '😀'.repeat(51), lastName: 'Lim' }, 'firstName', PROFILE_TEXT.nameMax],
  [{ email: 'ana@' }, 'email', PROFILE_TEXT.emailNotValid],
  [{ handle: 'ab' }, 'handle', PROFILE_TEXT.handleMin],
  [{ handle: 'a'.repeat(31) }, 'handle', PROFILE_TEXT.handleMax],
  [{ handle: 'ana-lim' }, 'handle', PROFILE_TEXT.handlePattern],
  [{ handle: null }, 'handle', PROFILE_TEXT.handleMin],
  [{ personalityProfile: 'too short' }, 'personalityProfile', PROFILE_TEXT.personalityMin],
  [{ personalityProfile: 'x'.repeat(201) }, 'personalityProfile', PROFILE_TEXT.personalityMax],
])('refuses %j', async (json, field, message) => {
  const ana = await signedIn('fields@example.com');
  const { id } = await userOf(ana);
  expect(await patch(ana, id, json)).toMatchObject({
    status: 400,
    body: { message, code: 'request.not-valid', fields: { [field]: message } },
  });
  expect(typesOf(id)).toEqual(['UserRegistered']);
});
it('changes nobody else and nothing that is not the user’s to change', async () => {
  const [ana, eve] = [await signedIn('mine@example.com'), await signedIn('eve@example.com')];
  const { id } = await userOf(ana);
  const hostile = { firstName: 'Eve', lastName: 'Eve', isPremium: true, userId: id, username: 'root' };
  expect(await patch(eve, id, hostile)).toMatchObject({
    status: 404,
    body: { code: 'identity.user-not-found' },
  });
  const before = await userOf(ana);
  const { body } = await patch(ana, id, { isPremium: true, username: 'root', id: 'x', createdAt: 'x' });
  expect(body).toEqual(before);
  expect(typesOf(id)).toEqual(['UserRegistered']);
});
it('keeps the address of an account as it is', async () => {
  const ana = await signedIn('fixed@example.com');
  const { id } = await userOf(ana);
  const json = { firstName: 'Ana', lastName: 'Lim', email: 'other@example.com' };
  expect(await patch(ana, id, json)).toMatchObject({
    status: 422,
    body: { code: 'identity.email-is-fixed' },
  });
  expect(typesOf(id)).toEqual(['UserRegistered']);
});

it('gives a handle to one of many who claim it at once', async () => {
  const browsers = await Promise.all([1, 2, 3, 4].map((n) => signedIn(`claim${String(n)}@example.com`)));
  const replies = await Promise.all(
    browsers.map(async (one) => patch(one, (await userOf(one)).id, { handle: 'Gold_Rush' })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({ handle: 'gold_rush' });
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'identity.handle-taken',
    message: PROFILE_TEXT.handleTaken,
  });
});
it('lets a handle rest for ninety days after it was given up', async () => {
  const [ana, bob] = [await signedIn('rest1@example.com'), await signedIn('rest2@example.com')];
  const [{ id: anaId }, { id: bobId }] = [await userOf(ana), await userOf(bob)];
  await patch(ana, anaId, { handle: 'resting' });
  await patch(ana, anaId, { handle: 'moved_on' });
  expect((await patch(bob, bobId, { handle: 'resting' })).status).toBe(409);
  expect((await patch(ana, anaId, { handle: 'resting' })).status).toBe(200);
  await patch(ana, anaId, { handle: 'moved_on' });
  product.clock.advance(91 * DAY);
  const later = await signedIn('rest2@example.com');
  expect((await patch(later, bobId, { handle: 'resting' })).status).toBe(200);
});
it.each(['admin', 'Settings', 'posthorn', 'a_p_i'])('keeps %p for itself', async (handle) => {
  const ana = await signedIn('reserved@example.com');
  expect((await patch(ana, (await userOf(ana)).id, { handle })).status).toBe(409);
});
it('keeps the personality for Premium', async () => {
  const [free, gold] = [await signedIn('free@example.com'), await signedIn(GOLD)];
  const json = { personalityProfile: 'Warm, short and never salesy' };
  expect(await patch(free, (await userOf(free)).id, json)).toMatchObject({
    status: 403,
    body: { code: 'identity.personality-needs-premium', message: PROFILE_TEXT.personalityPremium },
  });
  expect(await patch(gold, (await userOf(gold)).id, json)).toMatchObject({ status: 200, body: json });
});

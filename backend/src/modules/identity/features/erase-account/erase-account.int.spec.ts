import { DAY_MS, HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { ACCOUNT_TEXT, deleteAccount } from '@posthorn/contracts/identity/account.http';
import { showPublicUser } from '@posthorn/contracts/identity/public-user.http';
import { PROFILE, updateUser } from '@posthorn/contracts/identity/profile.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { EntityManager } from '@mikro-orm/postgresql';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { RemoteRevocationRows } from '#infrastructure/personal-data/erasure/remote-revocation-rows.ts';
import { ErasedList } from '#infrastructure/personal-data/erasure/erased-list.ts';
import { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import { DatabaseChannel } from '#infrastructure/database/database-channel.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { PostgresPersonalKeys } from '#infrastructure/event-log/postgres-personal-keys.ts';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { userStream } from '../../domain/user/user.ts';
import { EraseAccount } from './erase-account.command.ts';
import { ErasureLoop } from '../../effects/erasures/erasure-loop.ts';
import { bootIdentity, isSignedIn, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { TestMailer } from '../../testing/test-mailer.ts';
import { USERS_VIEW } from '../../read-models/users/user-list.projection.ts';

const store = new InMemoryEventStore();
const mailer = new TestMailer();
let product: BootedIdentity;
beforeAll(async () => {
  product = await bootIdentity({ store, bindings: [{ provide: Mailer, useValue: mailer }] });
});
beforeEach(async () => {
  mailer.sent.length = 0;
  mailer.fails = null;
  await product.reset();
});
afterAll(() => product.close());

const requestDeletion = (one: TestBrowser, confirm: string) =>
  one.send('DELETE', deleteAccount.path, { json: { confirm } });
const erasureOf = (userId: string) => store.historyOf(`erasure-${userId}`);
const typesOf = (userId: string) => erasureOf(userId).map(({ type }) => type);
/** Makes a waiting step due immediately. */
const makeDue = () => product.pool.query('update identity.erasure set due_at = now()');
/** Runs the worker as far as possible, then the read models and processes. */
async function runErasures(): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds++) {
    await product.catchUp();
    await makeDue();
    await product.app.get(ErasureLoop).round();
  }
}
async function startErasure(email: string) {
  const browser = await product.signedIn(email);
  const user = await userOf(browser);
  expect((await requestDeletion(browser, user.username)).status).toBe(202);
  return { browser, user };
}
/** Returns the tables of the database that contain this text in any row. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const { rows: tables } = await product.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await product.pool.query(
      `select from ${name} t where strpos(t::text, $1) > 0 limit 1`,
      [text],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

it('ends all sessions immediately, and refuses the next sign-in of this user', async () => {
  const other = await product.signedIn('locked@example.com');
  const stranger = await product.signedIn('stranger@example.com');
  const { browser, user } = await startErasure('locked@example.com');
  const profile = pathOf(showPublicUser, { username: user.username });
  expect((await stranger.send('GET', profile)).status).toBe(404);
  expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
  const refused = await product.browser().signIn('locked@example.com');
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'identity.being-deleted', message: ACCOUNT_TEXT.beingDeleted },
  });
});
it('requires a sign-in within the last 15 minutes, and the username', async () => {
  const ana = await product.signedIn('fresh@example.com');
  const { id, username } = await userOf(ana);
  expect(await requestDeletion(ana, 'somebody')).toMatchObject({
    status: 422,
    body: { code: 'identity.not-confirmed', message: ACCOUNT_TEXT.notConfirmed },
  });
  expect(await requestDeletion(ana, '')).toMatchObject({
    status: 400,
    body: { message: ACCOUNT_TEXT.confirmRequired },
  });
  product.clock.set(new Date(product.clock.now().getTime() + SIGN_IN.freshMinutes * MINUTE_MS));
  expect(await requestDeletion(ana, username)).toMatchObject({
    status: 403,
    body: { code: 'identity.not-fresh', message: ACCOUNT_TEXT.notFresh },
  });
  expect(typesOf(id)).toEqual([]);
  expect(await isSignedIn(ana)).toBe(true);
});
it('accepts a repeated request, and records the request only once', async () => {
  const ana = await product.signedIn('twice@example.com');
  const { id: userId, username } = await userOf(ana);
  const { rows } = await product.pool.query<{ id: string }>(
    'select id from identity.session where user_id = $1',
    [userId],
  );
  const sessionId = rows[0]?.id ?? '';
  expect((await requestDeletion(ana, username)).status).toBe(202);
  // The second request arrived while the session still existed.
  const second = new EraseAccount({ userId, sessionId }, username);
  await product.app.get(CommandBus).execute(second);
  expect(typesOf(userId)).toEqual(['ErasureRequested']);
});
it('runs all steps until no data of the user is left, and does not change another user', async () => {
  const bo = await product.signedIn('staying@example.com');
  const before = await userOf(bo);
  const ana = await product.signedIn('canary@example.com');
  const { id, username } = await userOf(ana);
  const names = { firstName: 'Canariana', lastName: 'Lim', email: 'canary@example.com' };
  await ana.send('PATCH', pathOf(updateUser, { userId: id }), { json: names });
  const handle = { handle: 'canary_handle' };
  expect((await ana.send('PATCH', pathOf(updateUser, { userId: id }), { json: handle })).status).toBe(200);
  expect(await tablesWith('Canariana')).not.toEqual([]);
  expect((await requestDeletion(ana, username)).status).toBe(202);
  await runErasures();

  expect(typesOf(id)).toEqual(
    expect.arrayContaining(['ErasureRequested', 'ErasureStepDone', 'SubjectErased', 'ErasureCompleted']),
  );
  expect(typesOf(id).at(-1)).toBe('ErasureCompleted');
  expect((await product.app.get(EventReader).load(userStream, id)).state?.email).toBe(ERASED);
  for (const text of ['Canariana', 'canary@example.com', 'canary_handle', username])
    expect([text, await tablesWith(text)]).toEqual([text, []]);
  // Only the tombstone of the key still contains the id.
  expect(await tablesWith(id)).toEqual(['vault.subject_key']);
  expect(JSON.stringify(erasureOf(id).map(({ data, meta }) => [data, meta]))).not.toMatch(/canar/iu);
  expect(await product.app.get(ErasedList).all()).toContain(id);
  expect(await userOf(bo)).toEqual(before);
});
it('keeps the handle blocked after the erasure, and registers the same person as a new user', async () => {
  const { browser, user } = await startErasure('again@example.com');
  await runErasures();
  expect(typesOf(user.id).at(-1)).toBe('ErasureCompleted');
  await browser.signIn('again@example.com');
  const fresh = await userOf(browser);
  expect(fresh.id).not.toBe(user.id);
  expect(fresh.handle).toBeNull();
  const path = pathOf(updateUser, { userId: fresh.id });
  const blocked = await browser.send('PATCH', path, { json: { handle: 'canary_handle' } });
  expect(blocked.status).toBe(409);
  expect((await browser.send('PATCH', path, { json: { handle: 'canary_other' } })).status).toBe(200);
});
it('gives the public name of an erased user to nobody for 90 days', async () => {
  const { user } = await startErasure('one_of_a_kind@example.com');
  expect(user.username).toBe('one_of_a_kind');
  await runErasures();
  const nameOf = async (address: string) => (await userOf(await product.signedIn(address))).username;
  expect(await nameOf('one_of_a_kind@other.example')).toBe('one_of_a_kind2');
  product.clock.advance((PROFILE.handleQuarantineDays + 1) * DAY_MS);
  expect(await nameOf('one_of_a_kind@third.example')).toBe('one_of_a_kind');
});
it('sends a mail at the beginning and at the end, and waits for an unavailable mail server', async () => {
  const { user } = await startErasure('told@example.com');
  mailer.fails = 'no-connection';
  await runErasures();
  expect(typesOf(user.id)).not.toContain('SubjectErased');
  mailer.fails = null;
  await runErasures();
  expect(mailer.to('told@example.com').map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Sign in'),
    expect.stringContaining('is being deleted'),
    expect.stringContaining('is deleted'),
  ]);
  expect(typesOf(user.id).at(-1)).toBe('ErasureCompleted');
});
it('waits for servers that have not responded, and after a day lists them in the mail', async () => {
  const { user } = await startErasure('left@example.com');
  const revocation = {
    id: 'spec',
    ownerId: user.id,
    kind: 'spec.nobody',
    what: 'Pinterest',
    secret: { token: 't' },
  };
  await product.app.get(RemoteRevocationRows).add(revocation, MINUTE_MS);
  await runErasures();
  expect(typesOf(user.id)).not.toContain('ErasureCompleted');
  const nextDay = new Date(product.clock.now().getTime() + 25 * HOUR_MS);
  product.clock.set(nextDay);
  await runErasures();
  expect(mailer.to('left@example.com').at(-1)?.text).toContain('Pinterest');
  expect(typesOf(user.id).at(-1)).toBe('ErasureCompleted');
  expect(await tablesWith(user.id)).toEqual(['vault.subject_key']);
});
it('deletes a row that a read model inserted after the erasure', async () => {
  const { user } = await startErasure('late@example.com');
  await product.catchUp();
  await product.app.get(ErasureLoop).round();
  expect(typesOf(user.id)).toContain('SubjectErased');
  await product.catchUp();
  await product.pool.query(
    `insert into ${USERS_VIEW} (id, username, timezone, created_at) values ($1, 'late', 'UTC', now())`,
    [user.id],
  );
  await runErasures();
  expect(typesOf(user.id).at(-1)).not.toBe('ErasureCompleted');
  product.clock.set(new Date(product.clock.now().getTime() + 2 * MINUTE_MS));
  await runErasures();
  expect(typesOf(user.id).filter((type) => type === 'SubjectErased')).toHaveLength(2);
  expect(typesOf(user.id).at(-1)).toBe('ErasureCompleted');
  expect(await tablesWith(user.id)).toEqual(['vault.subject_key']);
});
it('finds erased users that a backup restored, and refuses to start while they exist', async () => {
  const { user } = await startErasure('back@example.com');
  await runErasures();
  const { app } = product;
  /** Returns the keys with an empty cache, as in a new process. */
  const keys = () =>
    new PostgresPersonalKeys(app.get(EntityManager), app.get(KeyRing), app.get(DatabaseChannel));
  const people = () => new ErasedPeople(keys(), app.get(ErasedList));
  await people().assertNoneRestored();
  await product.pool.query('delete from vault.subject_key where subject = $1', [user.id]);
  await keys().forWriting(user.id);
  expect(await people().restoredPeople()).toEqual([user.id]);
  await expect(people().assertNoneRestored()).rejects.toThrow('npm run erasures');
  await people().destroyKey(user.id);
  await people().assertNoneRestored();
});

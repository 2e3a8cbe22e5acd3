import { randomUUID } from 'node:crypto';
import { PROFILE_TEXT, updateUser } from '@posthorn/contracts/identity/profile.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { AddressBook } from '../../stores/address-book/address-book.ts';
import { bootIdentity, isSignedIn, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { FollowOlderUserLog } from './follow-older-user-log.command.ts';

// The database of these specs contains rows of events that the restored log has lost.

let product: BootedIdentity;
let addresses: AddressBook;
beforeAll(async () => {
  product = await bootIdentity();
  addresses = product.app.get(AddressBook);
});
beforeEach(() => product.reset());
afterAll(() => product.close());

const followOlderLog = () => product.app.get(CommandBus).execute(new FollowOlderUserLog());
const idOf = async (browser: TestBrowser) => (await userOf(browser)).id;
const changeHandle = (browser: TestBrowser, userId: string, handle: string) =>
  browser.send('PATCH', pathOf(updateUser, { userId }), { json: { handle } });
const heldBy = async (userId: string) => {
  const sql = 'select handle from identity.handle where user_id = $1 and released_at is null order by handle';
  return (await product.pool.query<{ handle: string }>(sql, [userId])).rows.map(({ handle }) => handle);
};

it('lets users change their handle again, and releases a handle that the log does not know', async () => {
  const ana = await product.signedIn('handle@example.com');
  const id = await idOf(ana);
  expect((await changeHandle(ana, id, 'ana_before')).status).toBe(200);
  await product.pool.query(
    'update identity.handle set revision = 70, released_at = now() where user_id = $1',
    [id],
  );
  await product.pool.query('insert into identity.handle values ($1, $2, null, 70)', ['ana_lost', id]);
  await followOlderLog();
  expect(await heldBy(id)).toEqual(['ana_before']);
  expect((await changeHandle(ana, id, 'ana_after')).status).toBe(200);
  expect(await heldBy(id)).toEqual(['ana_after']);
  const bea = await product.signedIn('other-handle@example.com');
  expect(await changeHandle(bea, await idOf(bea), 'ana_after')).toMatchObject({
    status: 409,
    body: { message: PROFILE_TEXT.handleTaken },
  });
});

it('signs users in with their address in the log, after a change of the address that the log has lost', async () => {
  const ana = await product.signedIn('first@example.com');
  const bea = await product.signedIn('second@example.com');
  const [anaId, beaId] = [await idOf(ana), await idOf(bea)];
  // Ana changed to `third@example.com`. Then Bea took `first@example.com`.
  await product.pool.query('delete from identity.email where user_id = any($1::uuid[])', [[anaId, beaId]]);
  await addresses.findOrAdd('third@example.com', anaId);
  await addresses.findOrAdd('first@example.com', beaId);
  await followOlderLog();
  expect(await idOf(await product.signedIn('first@example.com'))).toBe(anaId);
  expect(await idOf(await product.signedIn('second@example.com'))).toBe(beaId);
  expect(await addresses.holderOf('third@example.com')).toBeNull();
  expect(await isSignedIn(ana)).toBe(true);
});

it('returns an address to its owner in the log from a user whom the log has lost', async () => {
  const ana = await product.signedIn('kept@example.com');
  const anaId = await idOf(ana);
  const lostId = randomUUID();
  await product.pool.query('delete from identity.email where user_id = $1', [anaId]);
  await addresses.findOrAdd('kept@example.com', lostId);
  await addresses.ensureUsername(lostId, 'kept@example.com');
  await followOlderLog();
  expect(await idOf(await product.signedIn('kept@example.com'))).toBe(anaId);
});

it('signs out users whom the log has lost, who then register again with the same id', async () => {
  const lostId = await addresses.findOrAdd('lost@example.com');
  await addresses.ensureUsername(lostId, 'lost@example.com');
  await product.pool.query(
    `insert into identity.session (token_hash, user_id, browser, created_at, last_seen_at)
     values ('\\x01', $1, 'Firefox', now(), now())`,
    [lostId],
  );
  await followOlderLog();
  const sessions = await product.pool.query('select from identity.session where user_id = $1', [lostId]);
  expect(sessions.rowCount).toBe(0);
  expect(await idOf(await product.signedIn('lost@example.com'))).toBe(lostId);
});

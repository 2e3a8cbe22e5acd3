import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KeepRemotePosts } from '../../effects/remote-posts/keep-remote-posts.process.ts';
import { RemoteClaims } from '../../stores/remote-claims/remote-claims.ts';
import { DisconnectAccount } from '../disconnect-account/disconnect-account.command.ts';
import { ScriptedAccounts } from '../../testing/scripted-account.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
let product: ScriptedAccounts;

beforeAll(async () => {
  product = await ScriptedAccounts.start(NOON);
}, 60_000);
afterAll(() => product.close());

const rows = async () =>
  (
    await product.pool.query<{ id: number; held: boolean }>(
      `select account_id::int as id, held_since is not null as held from integrations.account_key order by account_id`,
    )
  ).rows;

it('restores the rows of accounts that were connected after the backup, with their ids from the log', async () => {
  const kept = await product.connected('ana', 'one', { accessToken: 'a' });
  const gone = await product.connected('ana', 'two', { accessToken: 'b' });
  await product.execute(new DisconnectAccount('ana', gone));
  const again = await product.connected('ana', 'three', { accessToken: 'c' });
  await product.execute(new DisconnectAccount('ana', again));
  await product.connected('ana', 'three', { accessToken: 'd' });
  // Restores the table as in a backup that only contains the first account.
  await product.pool.query('delete from integrations.account_key where account_id > $1', [kept]);
  await product.pool.query("select setval('integrations.account_id', $1)", [kept]);
  await product.pool.query('update integrations.account_key set held_since = null, intake = null');

  await product.booted.catchUp();

  const after = [
    { id: kept, held: true },
    { id: gone, held: false },
    { id: again, held: true },
  ];
  expect(await rows()).toEqual(after);
  const roster = product.booted.app.get(AccountRoster);
  expect(await roster.knownIdOf({ ownerId: 'ana', platform: 'pinterest', remoteId: 'three' })).toBe(again);
  // Ids in the log are never assigned again.
  expect(await product.connected('bo', 'four', { accessToken: 'e' })).toBeGreaterThan(again);
});
it('lets only one publication claim a remote post, even when the claim came after the backup', async () => {
  const accountId = await product.connected('cy', 'five', { accessToken: 'f' });
  const published = { postId: 1, accountId, ownerId: 'cy', remoteId: 'r1' };
  const target = { accountId, ownerId: 'cy', postId: 2 };
  const remoteClaims = product.booted.app.get(RemoteClaims);
  const keep = product.booted.app.get(KeepRemotePosts);

  const event = (remoteId: string | null) => ({ data: { ...published, remoteId } });
  await keep.note([
    event('PlatformPublished r1'),
    event('DuplicateDetected r1'),
    event('PlatformPublished r1'),
    event(null),
    event('[erased]'),
  ]);

  expect(await remoteClaims.isFree(target, 'PlatformPublished r1')).toBe(false);
  expect(await remoteClaims.isFree(target, 'DuplicateDetected r1')).toBe(false);
  const { rows: claims } = await product.pool.query('select from integrations.remote_post');
  expect(claims).toHaveLength(2);
  // An id that the platform returned for a later post overrides an older claim.
  await remoteClaims.recordPublished(target, 'PlatformPublished r1');
  await keep.note([event('PlatformPublished r1')]);
  expect(await remoteClaims.isFree(target, 'PlatformPublished r1')).toBe(true);
});

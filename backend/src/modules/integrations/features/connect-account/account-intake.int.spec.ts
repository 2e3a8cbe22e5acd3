import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { CredentialsAreMissing } from '../../stores/credentials/credentials.ts';
import { remoteAccount, ScriptedAccounts } from '../../testing/scripted-account.ts';
import { DisconnectAccount } from '../disconnect-account/disconnect-account.command.ts';
import { AccountCleanup } from '../../effects/leave-platforms/account-cleanup.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
let product: ScriptedAccounts;
let user: string;
let count = 0;

beforeAll(async () => {
  product = await ScriptedAccounts.start(NOON);
}, 60_000);
afterAll(() => product.close());
beforeEach(() => {
  jest.restoreAllMocks();
  product.script.revoked.length = 0;
  user = `user${String(++count)}`;
});

const tokens = (n: number) => ({ accessToken: `a${String(n)}`, refreshToken: `r${String(n)}` });
const connect = (remoteId: string, n = 1, owner = user) =>
  product.caused(() => product.intake.takeOrRenew(owner, remoteAccount(remoteId, tokens(n))));
const disconnect = (id: number) => product.execute(new DisconnectAccount(user, id));
const cleanup = () => product.booted.app.get(AccountCleanup);
const placesTaken = async (owner = user) =>
  (
    await product.pool.query(
      'select from integrations.account_key where owner_id = $1 and held_since is not null',
      [owner],
    )
  ).rows.length;
const agePlaces = () =>
  product.pool.query("update integrations.account_key set held_since = held_since - interval '6 minutes'");
const expectNoCredentials = (id: number) =>
  expect(product.credentials.read(id)).rejects.toThrow(CredentialsAreMissing);

it('connects an account once, and renews it three times, when the same consent arrives four times concurrently', async () => {
  const results = await Promise.all([1, 2, 3, 4].map((n) => connect('one', n)));
  const [id = 0, ...others] = [...new Set(results.map(({ account }) => account.id))];
  expect(others).toEqual([]);
  expect(results.filter(({ renewed }) => !renewed)).toHaveLength(1);
  expect(product.eventTypesOf(id).filter((type) => type === 'AccountConnected')).toHaveLength(1);
  expect(await placesTaken()).toBe(1);
});
it('gives a connected account the credentials and names of a new login', async () => {
  const { account } = await connect('one', 1);
  const remote = { ...remoteAccount('one', tokens(2)), accountName: 'new.example', displayName: 'New' };
  const results = await product.caused(() => product.intake.takeOrRenew(user, remote));
  expect(results).toMatchObject({ renewed: true, account: { id: account.id, accountName: 'new.example' } });
  expect(await product.credentials.read(account.id)).toEqual(tokens(2));
  expect(product.eventTypesOf(account.id)).toEqual([
    ...['AccountConnected', 'AccountCredentialsRenewed', 'AccountRenamed'],
  ]);
});
it('connects exactly five of eight accounts on the free plan, and stores nothing about the others', async () => {
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((n) => connect(`page${String(n)}`)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'integrations.account-limit-reached' });
  const { rows } = await product.pool.query(
    `select from integrations.credential c join integrations.account_key k using (account_id) where k.owner_id = $1`,
    [user],
  );
  expect(rows).toHaveLength(5);
});
it("renews an account after its owner's plan became smaller, but connects no further account", async () => {
  const results = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => connect(`p${String(n)}`, 1, 'patron')));
  await product.pool.query("update integrations.account_key set owner_id = $1 where owner_id = 'patron'", [
    user,
  ]);
  const roster = product.booted.app.get(AccountRoster);
  const [{ account: { id } } = { account: { id: 0 } }] = results;
  await expect(roster.takePlace(user, id, 5)).resolves.toEqual(expect.any(String));
  const fresh = await roster.idOf({ ownerId: user, platform: 'pinterest', remoteId: 'eighth' });
  await expect(roster.takePlace(user, fresh, 5)).rejects.toMatchObject({
    code: 'integrations.account-limit-reached',
  });
});
it('revokes the newest credentials when an account is disconnected', async () => {
  const { account } = await connect('not shared', 3);
  await disconnect(account.id);
  expect(product.script.revoked).toEqual([tokens(3)]);
  await expectNoCredentials(account.id);
  expect(await placesTaken()).toBe(0);
});
it('does not delete credentials of an account that was connected again before its cleanup', async () => {
  const { account } = await connect('one', 1);
  const roster = product.booted.app.get(AccountRoster);
  const leave = roster.leave.bind(roster);
  // The cleanup has read the disconnect. Before it frees the place, the user connects the account again.
  jest.spyOn(roster, 'leave').mockImplementationOnce(async (place) => {
    await connect('one', 2);
    return leave(place);
  });
  await disconnect(account.id);
  expect(await product.credentials.read(account.id)).toEqual(tokens(2));
  expect(await placesTaken()).toBe(1);
  expect(product.script.revoked).toEqual([]);
});
it('does not delete credentials of an account that a user is just connecting again', async () => {
  const { account } = await connect('one', 1);
  const { credentials } = product;
  const merge = credentials.merge.bind(credentials);
  jest.spyOn(credentials, 'merge').mockImplementationOnce(async (id, secret) => {
    await merge(id, secret);
    await disconnect(id);
  });
  await connect('one', 2);
  expect(product.eventTypesOf(account.id)).toEqual([
    'AccountConnected',
    'AccountDisconnected',
    'AccountReconnected',
  ]);
  expect(await product.credentials.read(account.id)).toEqual(tokens(2));
  expect(await placesTaken()).toBe(1);
});
it('deletes the tokens, and frees the place in the plan, after a crash interrupted a connection', async () => {
  const writer = product.booted.app.get(StreamWriter);
  jest.spyOn(writer, 'decide').mockRejectedValueOnce(new Error('power cut'));
  await expect(connect('one')).rejects.toThrow('power cut');
  const { rows } = await product.pool.query<{ account_id: string }>(
    'select account_id from integrations.account_key where owner_id = $1 and intake is not null',
    [user],
  );
  const id = Number(rows[0]?.account_id);
  await cleanup().cleanUpUnfinished();
  expect(await product.credentials.read(id)).toEqual(tokens(1));
  await agePlaces();
  await cleanup().cleanUpUnfinished();
  await expectNoCredentials(id);
  expect(await placesTaken()).toBe(0);
  // These credentials are not revoked, because another account of the same person may depend on them.
  expect(product.script.revoked).toEqual([]);
  expect((await connect('one')).renewed).toBe(false);
});
it('completes a connection whose event was recorded before the crash', async () => {
  const roster = product.booted.app.get(AccountRoster);
  jest.spyOn(roster, 'settle').mockRejectedValueOnce(new Error('power cut'));
  await expect(connect('one')).rejects.toThrow('power cut');
  await agePlaces();
  await cleanup().cleanUpUnfinished();
  const { account } = await connect('one', 2);
  expect(await product.credentials.read(account.id)).toEqual(tokens(2));
  await disconnect(account.id);
  await expectNoCredentials(account.id);
});
it('cleans up a disconnected account even when the key of its tokens is lost', async () => {
  const { account } = await connect('one');
  await product.pool.query("update integrations.credential set kid = 'gone' where account_id = $1", [
    account.id,
  ]);
  await disconnect(account.id);
  await expectNoCredentials(account.id);
  expect(await placesTaken()).toBe(0);
});

import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { INSTAGRAM } from '#connectors/instagram/limits.ts';
import { MASTODON } from '#connectors/mastodon/limits.ts';
import { THREADS } from '#connectors/threads/limits.ts';
import { TIKTOK } from '#connectors/tiktok/limits.ts';
import type { PlatformDescriptor } from '#connectors/contract/platform-descriptor.ts';
import { DisconnectAccount } from '../../features/disconnect-account/disconnect-account.command.ts';
import { AccountKeys } from '../../ports/account-keys.ts';
import { ConnectedAccounts } from '../../ports/connected-accounts.ts';
import { remoteAccount, ScriptedAccounts } from '../../testing/scripted-account.ts';

let accounts: ScriptedAccounts;
beforeAll(async () => {
  accounts = await ScriptedAccounts.start(new Date('2030-01-01T12:00:00Z'));
}, 60_000);
afterAll(() => accounts.close());

let user: string;
let count = 0;
beforeEach(() => {
  user = `user${String(++count)}`;
});
const connect = async (
  descriptor: PlatformDescriptor,
  { remoteId, ...names }: Readonly<{ remoteId: string; accountName: string; displayName?: string | null }>,
  owner = user,
) => {
  accounts.script.descriptor = descriptor;
  const remote = { ...remoteAccount(remoteId, {}), server: 'https://social.example', ...names };
  const { account } = await accounts.caused(() => accounts.intake.takeOrRenew(owner, remote));
  // The query waits until the list contains the account.
  await accounts.booted.app.get(ConnectedAccounts).accountsOf(owner);
  return account.id;
};
const idsOf = async (remoteId: string, handle: string, owner?: string) => {
  const keys = await accounts.booted.app
    .get(AccountKeys)
    .byAuthors('pinterest', [{ remoteId, handle }], owner);
  expect(keys.every((key) => key.remoteId === remoteId)).toBe(true);
  return keys.map(({ accountId }) => accountId);
};

it('finds a Mastodon account by the URI of an author, whatever server has read the comment', async () => {
  const id = await connect(MASTODON, { remoteId: 'social.example/7', accountName: 'Ana@social.example' });
  const uri = 'https://social.example/users/ana';
  expect(await idsOf(uri, 'ana')).toEqual([id]);
  expect(await idsOf(uri, 'Ana@social.example')).toEqual([id]);
  // A handle may have a shorter domain than its server.
  expect(await idsOf(uri, 'ana@example')).toEqual([id]);
  expect(await idsOf('https://other.example/users/ana', 'ana')).toEqual([]);
  // Some servers do not check the URL of an author.
  expect(await idsOf(uri, 'ana@evil.test')).toEqual([]);
});
it.each([
  ['Threads', THREADS, 'ana'],
  ['Instagram', INSTAGRAM, 'igsid-1'],
  ['TikTok', TIKTOK, 'unique-1'],
] as const)('finds an account of %s by the name of an author', async (_, descriptor, authorId) => {
  const name = `ana.${user}`;
  const id = await connect(descriptor, { remoteId: `id of ${user}`, accountName: name, displayName: 'Ana' });
  expect(await idsOf(authorId, name)).toEqual([id]);
  expect(await idsOf(authorId, `${name}2`)).toEqual([]);
});
it('does not find an account by its display name', async () => {
  await connect(TIKTOK, { remoteId: `id of ${user}`, accountName: 'Bakery', displayName: 'Bakery' });
  expect(await idsOf('unique-2', 'bakery')).toEqual([]);
});
it('finds accounts of other users only without an owner, and disconnected accounts only by their id', async () => {
  const names = { remoteId: 'shared', accountName: 'shared.name' };
  const mine = await connect(THREADS, names);
  const other = await connect(THREADS, names, `${user} b`);
  expect((await idsOf('author', 'shared.name')).sort()).toEqual([mine, other].sort());
  expect(await idsOf('author', 'shared.name', user)).toEqual([mine]);
  await accounts.execute(new DisconnectAccount(user, mine));
  await accounts.booted.app.get(ConnectedAccounts).accountsOf(user);
  expect(await idsOf('author', 'shared.name', user)).toEqual([]);
  expect(await idsOf('shared', 'renamed', user)).toContain(mine);
});

import type { Platform } from '@posthorn/contracts/shared/platform';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  RemoteRevocationLoop,
  RemoteRevocations,
} from '#infrastructure/personal-data/erasure/remote-revocations.ts';
import { ScriptedAccounts, type Script } from '../../testing/scripted-account.ts';
import { DisconnectAccount } from '../../features/disconnect-account/disconnect-account.command.ts';
import { LeavePlatforms } from './leave-platforms.ts';

// Several users may connect the same platform account: for example a team, or one person with two Posthorn
// accounts.

const NOON = new Date('2030-01-01T12:00:00Z');
const PLATFORM: Platform = 'pinterest';
let product: ScriptedAccounts;
let script: Script;
let team: string;
let count = 0;
beforeAll(async () => {
  product = await ScriptedAccounts.start(NOON);
  ({ script } = product);
}, 60_000);
afterAll(() => product.close());
beforeEach(() => {
  [script.isUnreachable, script.endsOneLoginOnly, script.canRevoke] = [false, false, true];
  script.revoked.length = 0;
  team = `team${String(++count)}`;
});

const tokens = (name: string) => ({ accessToken: `token of ${name} in ${team}` });
const personOf = (name: string) => `${name}-${team}`;
const connect = (name: string) => product.connected(personOf(name), team, tokens(name), PLATFORM);
const disconnect = (name: string, id: number) => product.execute(new DisconnectAccount(personOf(name), id));
const erase = (name: string) =>
  product.caused(() =>
    product.booted.app
      .get(LeavePlatforms)
      .step.run({ userId: personOf(name), requestedAt: NOON.toISOString() }),
  );
const pendingRevocations = () => product.booted.app.get(RemoteRevocations);
async function runPendingRevocations(): Promise<void> {
  await product.pool.query('update effects.farewell set due_at = now()');
  await product.booted.app.get(RemoteRevocationLoop).round();
}

describe.each([
  ['disconnects it', disconnect],
  ['is erased', erase],
])('when one of two users with the same account %s', (_, leave) => {
  it('does not revoke the permission until the other user leaves too', async () => {
    const [ana, ben] = [await connect('ana'), await connect('ben')];
    await leave('ana', ana);
    expect(script.revoked).toEqual([]);
    expect(await product.credentials.read(ben)).toEqual(tokens('ben'));
    await leave('ben', ben);
    expect(script.revoked).toEqual([tokens('ben')]);
  });

  it('does not ask for a manual revocation while the other user still needs the permission', async () => {
    script.canRevoke = false;
    const ana = await connect('ana');
    await connect('ben');
    await leave('ana', ana);
    expect(await pendingRevocations().openOf(personOf('ana'))).toEqual([]);
  });

  it('revokes only that login on a platform with separate logins', async () => {
    script.endsOneLoginOnly = true;
    const ana = await connect('ana');
    await connect('ben');
    await leave('ana', ana);
    expect(script.revoked).toEqual([tokens('ana')]);
  });
});

it('cancels a pending revocation when another user connected the account while the platform was down', async () => {
  await connect('ana');
  script.isUnreachable = true;
  await erase('ana');
  expect(await pendingRevocations().openOf(personOf('ana'))).toHaveLength(1);
  await connect('ben');
  script.isUnreachable = false;
  await runPendingRevocations();
  expect(script.revoked).toEqual([]);
  expect(await pendingRevocations().openOf(personOf('ana'))).toEqual([]);
});

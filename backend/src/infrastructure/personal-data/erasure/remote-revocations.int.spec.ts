import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { RemoteRevocationRows } from './remote-revocation-rows.ts';
import { RemoteRevocationLoop, RemoteRevocations } from './remote-revocations.ts';

let booted: Booted;
let pool: Pool;
let received: JsonObject[];
let isUnreachable: boolean;
beforeAll(async () => {
  booted = await boot([], { database: true });
  pool = booted.app.get(Pool);
  booted.app.get(RemoteRevocations).register('spec', (secret) => {
    if (isUnreachable) return Promise.reject(new Error('unreachable'));
    received.push(secret);
    return Promise.resolve();
  });
}, 60_000);
beforeEach(async () => {
  [received, isUnreachable] = [[], true];
  await pool.query('delete from effects.farewell');
});
afterAll(() => booted.close());

const keepRequest = () =>
  booted.app
    .get(RemoteRevocations)
    .keep({ id: 'spec-1', ownerId: 'ana', kind: 'spec', what: 'Pinterest', secret: { token: 'a canary' } });
/** Makes the next try due, and runs it. */
async function nextTry(): Promise<void> {
  await pool.query('update effects.farewell set due_at = now()');
  await booted.app.get(RemoteRevocationLoop).round();
}
const openRequests = () => booted.app.get(RemoteRevocations).openOf('ana');
const pinterest = (isOpen: boolean) => [{ what: 'Pinterest', isOpen, byHandOf: 'the person' }];
const rows = async () =>
  (
    await pool.query<{ wait: number; tries: number; row: string }>(
      `select extract(epoch from due_at - now())::float8 / 60 as wait, tries, f::text as row from effects.farewell f`,
    )
  ).rows;

it('sends a request again until it succeeds', async () => {
  await keepRequest();
  await keepRequest();
  expect(await openRequests()).toEqual(pinterest(true));
  expect((await rows())[0]?.row).not.toContain('canary');
  await nextTry();
  expect(received).toEqual([]);
  isUnreachable = false;
  await nextTry();
  await nextTry();
  expect(received).toEqual([{ token: 'a canary' }]);
  expect(await openRequests()).toEqual([]);
});
it('does not repeat a request that the other server does not support, but still reports it', async () => {
  await keepRequest();
  await booted.app.get(RemoteRevocations).onlyByHand('spec-1');
  expect(await openRequests()).toEqual(pinterest(false));
  isUnreachable = false;
  await booted.app.get(RemoteRevocationLoop).round();
  expect(received).toEqual([]);
  await booted.app.get(RemoteRevocations).succeeded('spec-1');
  expect(await openRequests()).toEqual([]);
});
it('waits longer after each of five tries, then gives up, deletes the secret, and still reports the failure', async () => {
  await keepRequest();
  const waits = [];
  for (let tries = 1; tries <= 5; tries++) {
    await nextTry();
    waits.push(Math.round((await rows())[0]?.wait ?? 0));
  }
  expect(waits).toEqual([10, 60, 360, 960, 2880]);
  expect(await openRequests()).toEqual(pinterest(false));
  isUnreachable = false;
  await nextTry();
  expect(received).toEqual([]);
  expect(await rows()).toEqual([]);
});
it('does not complete a request in a process that cannot send this kind', async () => {
  const revocation = { id: 'spec-2', ownerId: 'ana', kind: 'unknown', what: 'Elsewhere', secret: {} };
  await booted.app.get(RemoteRevocationRows).add(revocation, 0);
  await nextTry();
  expect(await openRequests()).toEqual([{ what: 'Elsewhere', isOpen: true, byHandOf: 'the person' }]);
});

import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { RemoteRevocationRows } from './remote-revocation-rows.ts';
import { RemoteRevocationLoop, RemoteRevocations } from './remote-revocations.ts';

let booted: Booted;
let pool: Pool;
let heard: JsonObject[];
let isAway: boolean;
beforeAll(async () => {
  booted = await boot([], { database: true });
  pool = booted.app.get(Pool);
  booted.app.get(RemoteRevocations).register('spec', (secret) => {
    if (isAway) return Promise.reject(new Error('nobody answers'));
    heard.push(secret);
    return Promise.resolve();
  });
}, 60_000);
beforeEach(async () => {
  [heard, isAway] = [[], true];
  await pool.query('delete from effects.farewell');
});
afterAll(() => booted.close());

const leave = () =>
  booted.app
    .get(RemoteRevocations)
    .keep({ id: 'spec-1', ownerId: 'ana', kind: 'spec', what: 'Pinterest', secret: { token: 'a canary' } });
/** Runs the next try, whenever it is due. */
async function nextTry(): Promise<void> {
  await pool.query('update effects.farewell set due_at = now()');
  await booted.app.get(RemoteRevocationLoop).round();
}
const left = () => booted.app.get(RemoteRevocations).openOf('ana');
const pinterest = (isOpen: boolean) => [{ what: 'Pinterest', isOpen, byHandOf: 'the person' }];
const rows = async () =>
  (
    await pool.query<{ wait: number; tries: number; row: string }>(
      `select extract(epoch from due_at - now())::float8 / 60 as wait, tries, f::text as row from effects.farewell f`,
    )
  ).rows;

it('sends a request again, and is done after a success', async () => {
  await leave();
  await leave();
  expect(await left()).toEqual(pinterest(true));
  expect((await rows())[0]?.row).not.toContain('canary');
  await nextTry();
  expect(heard).toEqual([]);
  isAway = false;
  await nextTry();
  await nextTry();
  expect(heard).toEqual([{ token: 'a canary' }]);
  expect(await left()).toEqual([]);
});
it('does not repeat a request that the other server cannot take, but still reports it', async () => {
  await leave();
  await booted.app.get(RemoteRevocations).onlyByHand('spec-1');
  expect(await left()).toEqual(pinterest(false));
  isAway = false;
  await booted.app.get(RemoteRevocationLoop).round();
  expect(heard).toEqual([]);
  await booted.app.get(RemoteRevocations).succeeded('spec-1');
  expect(await left()).toEqual([]);
});
it('waits longer between tries for a day, then gives up, deletes the secret, and still reports the failure', async () => {
  await leave();
  const waits = [];
  for (let tries = 1; tries <= 5; tries++) {
    await nextTry();
    waits.push(Math.round((await rows())[0]?.wait ?? 0));
  }
  expect(waits).toEqual([10, 60, 360, 960, 2880]);
  expect(await left()).toEqual(pinterest(false));
  isAway = false;
  await nextTry();
  expect(heard).toEqual([]);
  expect(await rows()).toEqual([]);
});
it('does not complete a request in a process that cannot send this kind', async () => {
  const farewell = { id: 'spec-2', ownerId: 'ana', kind: 'unknown', what: 'Elsewhere', secret: {} };
  await booted.app.get(RemoteRevocationRows).add(farewell, 0);
  await nextTry();
  expect(await left()).toEqual([{ what: 'Elsewhere', isOpen: true, byHandOf: 'the person' }]);
});

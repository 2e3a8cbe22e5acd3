import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { freeSlots } from '#infrastructure/effects/slots.ts';
import { ScriptedAccounts } from '../../testing/scripted-account.ts';
import { LimitsReadings } from './limits-readings.ts';

let product: ScriptedAccounts;
let other: ScriptedAccounts;
/** The account of the current test. */
let id: number;
let count = 0;

beforeAll(async () => {
  product = await ScriptedAccounts.start(new Date('2030-01-01T12:00:00Z'));
  other = await product.secondProcess();
}, 60_000);
afterAll(async () => {
  await other.close();
  await product.close();
});
beforeEach(async () => {
  requests = [];
  product.script.readLimits = () => noteRequest('pinterest');
  product.tiktok.readLimits = () => noteRequest('tiktok');
  id = await product.connected('ana', `a${String(++count)}`, { accessToken: 'a' });
});

let requests: string[];
const noteRequest = (platform: string) => {
  requests.push(platform);
  return Promise.resolve(null);
};
const readDue = (process = product) => process.booted.app.get(LimitsReadings).round();
const dayPasses = (...ids: readonly number[]) =>
  product.pool.query('update integrations.account_key set limits_due = now() where account_id = any($1)', [
    ids,
  ]);
const hoursUntilNext = async (accountId: number) => {
  const { rows } = await product.pool.query<{ hours: number }>(
    `select (extract(epoch from limits_due - now()) / 3600)::float8 as hours
     from integrations.account_key where account_id = $1`,
    [accountId],
  );
  return rows[0]?.hours;
};

it('reads each account once a day, in only one of two processes', async () => {
  await Promise.all([readDue(), readDue(other)]);
  expect(requests).toEqual([]);
  await dayPasses(id);
  await Promise.all([readDue(), readDue(other)]);
  expect(requests).toEqual(['pinterest']);
  expect(await hoursUntilNext(id)).toBeGreaterThan(23);
});
it('tries a failing server again after a day, not in a loop', async () => {
  product.script.readLimits = async () => {
    await noteRequest('pinterest');
    throw new Error('no limits today');
  };
  await dayPasses(id);
  await readDue();
  await readDue();
  expect(requests).toEqual(['pinterest']);
  expect(await hoursUntilNext(id)).toBeGreaterThan(23);
});
it('does not delay other accounts while a server hangs', async () => {
  const onTiktok = await product.connected('bo', `b${String(count)}`, { accessToken: 'b' }, 'tiktok');
  await dayPasses(id, onTiktok);
  let recover: () => void = () => undefined;
  const recovered = new Promise<null>((resolve) => {
    recover = () => {
      resolve(null);
    };
  });
  product.script.readLimits = () => recovered;
  const answered = new Promise<void>((resolve) => {
    product.tiktok.readLimits = () => {
      resolve();
      return noteRequest('tiktok');
    };
  });
  const round = readDue();
  // If the first server delayed TikTok, this test would end at its time limit.
  await answered;
  recover();
  await round;
});
it('skips an account that another process has leased, and takes it over when the lease expires', async () => {
  await dayPasses(id);
  const rows = other.booted.app.get(LimitsReadings).table;
  expect(await rows.claim(freeSlots(['pinterest'], [], 8))).toMatchObject([
    { accountId: id, ownerId: 'ana' },
  ]);
  await readDue();
  expect(requests).toEqual([]);
  await product.pool.query("update integrations.account_key set limits_until = now() - interval '1 second'");
  await readDue();
  expect(requests).toEqual(['pinterest']);
});

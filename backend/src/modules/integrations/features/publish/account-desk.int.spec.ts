import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  CallPlatform,
  ConnectionStateOf,
  LookUpPublication,
  PreparePublication,
  type Publication,
} from '../../public.ts';
import { ScriptedAccounts } from '../../testing/scripted-account.ts';

const NOW = new Date('2030-01-01T12:00:00Z');
const signal = new AbortController().signal;
const keep = () => Promise.resolve();
let accounts: ScriptedAccounts;
let accountId: number;
let count = 0;

beforeAll(async () => {
  accounts = await ScriptedAccounts.start(NOW);
});
afterAll(() => accounts.close());
beforeEach(async () => {
  count += 1;
  accountId = await accounts.connected('ana', `pin-${String(count)}`, { accessToken: 'a' });
  accounts.script.prepare = async (access) => ({ kind: 'prepared', refs: await access.credentials() });
  accounts.script.call = async (access) => {
    await access.credentials();
    return { kind: 'published', remoteId: '1', permalink: null };
  };
  accounts.script.lookUp = async (access) => {
    await access.credentials();
    return { kind: 'absent' };
  };
});

const publication = (): Publication => ({
  postId: 1,
  accountId,
  ownerId: 'ana',
  platform: 'pinterest',
  title: null,
  text: 'Hello',
  options: {},
  media: [],
  contentHash: 'hash',
});
const prepare = (of = publication()) => accounts.execute(new PreparePublication(of, null, keep, signal));
const call = (of = publication()) =>
  accounts.caused(() => accounts.booted.app.get(CommandBus).execute(new CallPlatform(of, {}, 'one', signal)));
const lookUp = (of = publication()) =>
  accounts.booted.app.get(QueryBus).execute(new LookUpPublication(of, {}, NOW.toISOString()));

describe('credentials that were exchanged with those of another account', () => {
  beforeEach(async () => {
    const other = await accounts.connected('bo', `pin-of-bo-${String(count)}`, { accessToken: 'b' });
    await accounts.pool.query(
      `update integrations.credential c set kid = o.kid, wrapped = o.wrapped, box = o.box
       from integrations.credential o where c.account_id = $1 and o.account_id = $2`,
      [accountId, other],
    );
  });
  const refused = { kind: 'refused', reason: 'reconnect', words: null, retryable: false };

  it('send nothing, and the account says that it has to be connected again', async () => {
    expect(await prepare()).toEqual(refused);
    const state = new ConnectionStateOf(accountId, 'ana');
    expect(await accounts.booted.app.get(QueryBus).execute(state)).toBe('needs-reconnect');
    expect(accounts.factsOf(accountId)).toEqual(['AccountConnected', 'AccountNeedsReconnect']);
  });
  it('are told of before the call as well', async () => {
    expect(await call()).toEqual(refused);
  });
  it('leave a look-up without an answer', async () => {
    expect(await lookUp()).toEqual({ kind: 'cannot-tell' });
  });
  it('are replaced when the account is connected again', async () => {
    await prepare();
    await accounts.connected('ana', `pin-${String(count)}`, { accessToken: 'c' });
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'c' } });
  });
});

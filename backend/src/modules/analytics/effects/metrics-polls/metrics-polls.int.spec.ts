import { DAY_MINUTES } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { MetricsOutcome } from '#modules/integrations/ports/metrics-of-posts.ts';
import { AnalyticsBench, pollAnswer } from '../../testing/analytics-bench.ts';
import { connections, erasures, plans } from '../../testing/neighbours-streams.ts';
import { ScriptedNeighbours } from '../../testing/scripted-neighbours.ts';
import { MeasuredPublications } from '../../stores/metrics-polls/measured-publications.ts';
import { MetricsPollLoop } from './metrics-poll-loop.ts';

let bench: AnalyticsBench;
let other: AnalyticsBench;
beforeAll(async () => {
  bench = await AnalyticsBench.start();
  other = await bench.secondProcess();
}, 60_000);
afterAll(async () => {
  await other.close();
  await bench.close();
});

/** Each spec has its own post and account. */
let post = 0;
let account = 0;
const remoteId = () => `r${String(post)}-${String(account)}`;
beforeEach(async () => {
  Object.assign(bench.script, new ScriptedNeighbours());
  await bench.pool.query('update analytics.measured_account set due_at = null');
  post += 1;
  account = 100 + post;
});
const publish = (minutesAgo = 0, extra: { platform?: 'twitter'; ownerId?: string } = {}) =>
  bench.publish(post, { accountId: account, minutesAgo, ...extra });
const facts = () => bench.facts(post, account);
const steps = () => facts().flatMap(({ data }) => ('step' in data ? [data['step']] : []));
const types = () => facts().map(({ type }) => type);
/** The row of the publication. `next`: the minutes until its next poll. */
const row = () => bench.row(post, account);
const shown = async () => {
  const { body } = (await bench.get(`posts/${String(post)}/analytics`)) as {
    body: Record<string, unknown>[];
  };
  return body[0] ?? {};
};
const recordAccount = async (type: 'AccountReconnected' | 'AccountDisconnected') => {
  await bench.append(connections, account, { type, schema: 1, data: { accountId: account, ownerId: 'ana' } });
  await bench.catchUp();
};
const refused = (reason: 'reconnect' | 'network'): MetricsOutcome => ({
  kind: 'refused',
  reason,
  words: null,
  retryable: true,
});
const until = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

it('polls a publication under its public id as soon as its platform has assigned the id', async () => {
  await publish();
  await bench.pass(11);
  expect(bench.script.calls).toEqual([[remoteId()]]);
  bench.script.snapshots.set('public', pollAnswer({ likes: 5 }));
  await bench.assignPublicId(post, 'public', account);
  await bench.round();
  expect(bench.script.calls).toEqual([[remoteId()], ['public']]);
  expect(await shown()).toMatchObject({ likes: 5 });
});

it('polls a publication at its steps, and records new figures', async () => {
  await publish();
  await bench.round();
  expect(bench.script.calls).toEqual([]);
  expect((await row())['next']).toBeCloseTo(10.2, 0);
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }, 'views'));
  await bench.pass(11);
  expect(steps()).toEqual([10]);
  await bench.pass(21);
  // The platform was polled but reported nothing new, so no event follows.
  expect(bench.script.calls).toHaveLength(2);
  expect(steps()).toEqual([10]);
  await bench.pass(33);
  expect(steps()).toEqual([10, 60]);
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 0, views: 3 }));
  await bench.pass(70);
  expect(steps()).toEqual([10, 60, 120]);
  expect(await shown()).toMatchObject({
    accountId: account,
    likes: 0,
    views: 3,
    comments: null,
    missing: {},
    paused: null,
    ended: null,
    sources: { likes: 'likes', views: 'views' },
    fell: { likes: { was: 1 } },
  });
  expect((await bench.get(`posts/${String(post)}/analytics/looks`)).body).toMatchObject([
    { ageMinutes: 11, values: { likes: 1, views: null } },
    { ageMinutes: 65, values: { likes: 1 } },
    { ageMinutes: 135, values: { likes: 0, views: 3 } },
  ]);
});
it('plans the first poll of a new publication before the loop visits its account', async () => {
  await publish();
  // Minutes: the first step is at 10, and a share that depends on the post follows.
  expect((await row())['next']).toBeCloseTo(10.2, 0);
  expect((await bench.account(account))['due']).toBeCloseTo(10.2, 0);
  // The loop handles a publication whose step is already due, and an account that cannot be read now.
  await bench.publish(2_000, { accountId: account, minutesAgo: 15 });
  expect((await bench.row(2_000, account))['next']).toBeLessThanOrEqual(0);
  expect((await bench.account(account))['due']).toBeLessThanOrEqual(0);
  bench.script.way = null;
  await bench.publish(2_001, { accountId: 2_001 });
  expect((await bench.row(2_001, 2_001))['next']).toBeLessThanOrEqual(0);
});
it('follows publications although the credentials of their account cannot be opened', async () => {
  bench.script.wayError = new Error('The encryption key of these credentials is missing.');
  await publish();
  expect((await row())['next']).toBeLessThanOrEqual(0);
  bench.script.wayError = null;
  await bench.publish(2_002, { accountId: 2_002 });
  expect((await bench.row(2_002, 2_002))['next']).toBeCloseTo(10.2, 0);
});
it('skips steps that passed while no worker ran', async () => {
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(9 * DAY_MINUTES);
  await bench.round();
  expect(steps()).toEqual([7 * DAY_MINUTES]);
  expect((await row())['next']).toBeGreaterThan(DAY_MINUTES);
});
it('polls as many posts in one call as the platform accepts, and only due posts', async () => {
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(15);
  for (const more of [1_000, 1_001, 1_002])
    await bench.publish(more, { accountId: account, minutesAgo: more === 1_002 ? 0 : 15 });
  await bench.round();
  expect(bench.script.calls.map((call) => call.length)).toEqual([2, 1]);
});
it('uses figures that the comment inbox has received since the step was due, without a call', async () => {
  const receiveInInbox = (minutesAgo: number, snapshot = pollAnswer({ likes: 4 })) =>
    bench.script.cached.splice(0, 1, { remoteId: remoteId(), seenAt: until(-minutesAgo), look: snapshot });
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 5 }));
  await publish(15);
  receiveInInbox(2);
  await bench.round();
  expect(bench.script.calls).toEqual([]);
  expect(facts()).toMatchObject([{ data: { step: 10, via: 'inbox', ageMinutes: 13 } }]);
  // Figures that the inbox received before the next step do not count for this step.
  receiveInInbox(6);
  await bench.pass(20);
  expect(bench.script.calls).toHaveLength(1);
  expect(steps()).toEqual([10, 30]);
  // Data of the inbox without a figure does not replace a poll.
  receiveInInbox(1, { values: [], missing: [{ metric: 'likes', reason: 'failed' }] });
  await bench.pass(32);
  expect(bench.script.calls).toHaveLength(2);
});
it('records one event when two workers poll at the same time', async () => {
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(66);
  // Simulates a lease that is lost during the call to the platform.
  let isFirst = true;
  bench.script.duringCall = async () => {
    if (!isFirst) return;
    isFirst = false;
    await bench.pool.query(
      'update analytics.measured_account set lease_owner = null, lease_until = null, due_at = now() where account_id = $1',
      [account],
    );
    await other.booted.app.get(MetricsPollLoop).round();
  };
  await bench.round();
  expect(bench.script.calls.length).toBeGreaterThan(1);
  expect(steps()).toEqual([60]);
});
it('counts a post as gone when the platform reports this twice, ten minutes apart', async () => {
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 5 }));
  await publish(66);
  await bench.round();
  bench.script.snapshots.set(remoteId(), 'gone');
  await bench.pass(70);
  expect(types()).toEqual(['MetricsCaptured']);
  expect((await row())['next']).toBeCloseTo(10, 1);
  await bench.pass(9);
  expect(bench.script.calls).toHaveLength(2);
  await bench.pass(1.1);
  expect(bench.script.calls).toHaveLength(3);
  expect(types()).toEqual(['MetricsCaptured', 'MetricsEnded']);
  expect(await shown()).toMatchObject({ likes: 5, ended: 'gone' });
  await bench.pass(30 * DAY_MINUTES);
  expect(bench.script.calls).toHaveLength(4);
  expect(types()).toEqual(['MetricsCaptured', 'MetricsEnded']);
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 6 }));
  await bench.pass(30 * DAY_MINUTES);
  expect(types().slice(2)).toEqual(['MetricsResumed', 'MetricsCaptured']);
  expect(await shown()).toMatchObject({ likes: 6, ended: null });
});
it('continues the polls of a post that seemed gone and exists again', async () => {
  bench.script.snapshots.set(remoteId(), 'gone');
  await publish(66);
  await bench.round();
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 5 }));
  await bench.pass(11);
  expect(steps()).toEqual([60]);
  expect(await row()).toMatchObject({ gone_at: null });
});
it('tries a step three times without a response, and then waits for the next step', async () => {
  await publish(125);
  await bench.round();
  expect(bench.script.calls).toHaveLength(1);
  expect((await row())['next']).toBeCloseTo(1, 1);
  await bench.pass(1.1);
  expect((await row())['next']).toBeCloseTo(10, 1);
  await bench.pass(10.1);
  expect(bench.script.calls).toHaveLength(3);
  expect((await row())['next']).toBeGreaterThan(60);
  expect((await row())['tries']).toBe(0);
  expect(facts()).toEqual([]);
});
it('waits until the time that the platform returned, counts no failed try, and stores the reason', async () => {
  await publish(125);
  for (let wait = 0; wait < 4; wait++)
    bench.script.outcomes.push({ kind: 'postponed', reason: 'rate-limit', words: null, until: until(15) });
  await bench.round();
  expect(await bench.account(account)).toMatchObject({ paused: 'platform' });
  expect((await bench.account(account))['due']).toBeCloseTo(15, 0);
  for (let wait = 0; wait < 3; wait++) await bench.pass(16);
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await bench.pass(16);
  expect(steps()).toEqual([120]);
  expect(await bench.account(account)).toMatchObject({ paused: null, failures: 0 });
});
it('waits longer after each further failure', async () => {
  await publish(125);
  bench.script.outcomes.push(refused('network'), refused('network'));
  await bench.round();
  expect((await bench.account(account))['until']).toBeCloseTo(1, 1);
  await bench.pass(1.1);
  expect((await bench.account(account))['until']).toBeCloseTo(2, 1);
});
it('pauses an account that its owner must connect again', async () => {
  await publish(66);
  bench.script.outcomes.push(refused('reconnect'));
  await bench.round();
  expect(await shown()).toMatchObject({ paused: 'reconnect' });
  await bench.pass(70);
  expect(bench.script.calls).toHaveLength(1);
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await recordAccount('AccountReconnected');
  await bench.round();
  expect(steps()).toEqual([120]);
  expect(await shown()).toMatchObject({ paused: null, likes: 1 });
});
it('pauses an account without usable access, and does not call the platform', async () => {
  bench.script.way = null;
  await publish(66);
  await bench.round();
  expect(bench.script.calls).toEqual([]);
  expect(await bench.account(account)).toMatchObject({ paused: 'reconnect', due: null });
});
it('ends polls of a disconnected account, and resumes them when it is connected again', async () => {
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(66);
  await bench.round();
  await recordAccount('AccountDisconnected');
  expect(await shown()).toMatchObject({ ended: 'disconnected', nextAt: null, likes: 1 });
  await bench.pass(DAY_MINUTES);
  expect(bench.script.calls).toHaveLength(1);
  await recordAccount('AccountReconnected');
  await bench.round();
  expect(types()).toEqual(['MetricsCaptured', 'MetricsEnded', 'MetricsResumed', 'MetricsCaptured']);
  expect(await shown()).toMatchObject({ ended: null });
});
it('polls only as many posts as the budget covers, and counts the cost', async () => {
  bench.script.terms.set('twitter', { keepDays: null, apart: false, costUsd: 0.005 });
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  bench.script.money = { polls: 0, isUnset: true, until: null };
  await publish(DAY_MINUTES + 90, { platform: 'twitter' });
  await bench.round();
  expect(await shown()).toMatchObject({ paused: 'no-budget' });
  bench.script.money = { polls: 0, until: until(30) };
  await bench.pass(DAY_MINUTES + 1);
  expect(await shown()).toMatchObject({ paused: 'budget' });
  expect(bench.script.calls).toEqual([]);
  bench.script.money = { polls: 1, until: null };
  await bench.pass(31);
  expect(bench.script.spent).toEqual([0.005]);
  expect(await shown()).toMatchObject({ paused: null, likes: 1 });
});
it('polls paid figures after an upgrade, even if the worker runs before the read model of plans', async () => {
  bench.script.terms.set('twitter', { keepDays: null, apart: false, costUsd: 0.005 });
  bench.script.money = { polls: 10, until: null };
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  bench.script.premium.delete('ana');
  await publish(60, { platform: 'twitter' });
  expect(await bench.row(post, account)).toMatchObject({ next: null });
  Object.assign(bench.script, { arePlansLate: true });
  bench.script.premium.add('ana');
  await bench.append(plans, 'ana', {
    type: 'PremiumGranted',
    schema: 1,
    data: { userId: 'ana', cause: 'late' },
  });
  await bench.catchUp();
  await bench.round();
  Object.assign(bench.script, { arePlansLate: false });
  await bench.pass(DAY_MINUTES + 30);
  expect(bench.script.calls.flat()).toContain(remoteId());
});
it('makes no more calls than the share of metrics in the limit', async () => {
  // Each call counts as two of the four calls a day.
  bench.script.way = {
    isSimulated: false,
    pace: { batch: 1, calls: { perDay: 4, scope: 'account', each: 2 } },
  };
  for (const more of [2_000, 2_001, 2_002]) {
    bench.script.snapshots.set(`r${String(more)}-${String(account)}`, pollAnswer({ likes: 1 }));
    await bench.publish(more, { accountId: account, minutesAgo: 66 });
  }
  await bench.round();
  expect(bench.script.calls).toHaveLength(2);
  expect(await bench.account(account)).toMatchObject({ paused: 'platform' });
});
it('reserves no call when there is no money, and no money when there is no call', async () => {
  bench.script.terms.set('twitter', { keepDays: null, apart: false, costUsd: 0.005 });
  bench.script.way = {
    isSimulated: false,
    pace: { batch: 1, calls: { perDay: 2, scope: 'account', each: 1 } },
  };
  for (const more of [2_020, 2_021, 2_022]) {
    bench.script.snapshots.set(`r${String(more)}-${String(account)}`, pollAnswer({ likes: 1 }));
    await bench.publish(more, { accountId: account, minutesAgo: DAY_MINUTES + 90, platform: 'twitter' });
  }
  for (const turn of [1, 2, 3]) {
    bench.script.money = { polls: 0, until: until(1) };
    await bench.round();
    expect([turn, bench.script.calls.length]).toEqual([turn, 0]);
    await bench.pool.query(
      'update analytics.measured_account set due_at = now(), paused_until = now() where account_id = $1',
      [account],
    );
  }
  bench.script.money = { polls: 9, until: null };
  await bench.round();
  expect(bench.script.calls).toHaveLength(2);
  expect(bench.script.spent.reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(0.01, 10);
  expect(await bench.account(account)).toMatchObject({ paused: 'platform' });
});
it('does not poll the account of a user who is being erased', async () => {
  const ownerId = `erased-${String(account)}`;
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(DAY_MINUTES + 90, { ownerId });
  await bench.append(erasures, ownerId, {
    type: 'SubjectErased',
    schema: 1,
    data: { userId: ownerId, erasedAt: new Date().toISOString() },
  });
  await bench.round();
  expect(bench.script.calls).toEqual([]);
  expect((await bench.account(account))['due']).toBeNull();
});
it('makes no more calls to a server than the limit of the server allows', async () => {
  bench.script.way = { isSimulated: false, pace: { batch: 1, host: { calls: 1, perSeconds: 86_400 } } };
  for (const more of [2_010, 2_011]) {
    bench.script.snapshots.set(`r${String(more)}-${String(account)}`, pollAnswer({ likes: 1 }));
    await bench.publish(more, { accountId: account, minutesAgo: 66 });
  }
  await bench.round();
  expect(bench.script.calls).toHaveLength(1);
  expect(await bench.account(account)).toMatchObject({ paused: 'platform' });
});
it('plans polls again when Premium begins or ends, and only milestones without Premium', async () => {
  const changePlan = async (type: 'PremiumGranted' | 'PremiumEnded') => {
    await bench.append(plans, 'ana', { type, schema: 1, data: { userId: 'ana', cause: 'c' } });
    await bench.catchUp();
    await bench.round();
  };
  bench.script.premium.delete('ana');
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(45);
  await bench.round();
  expect(bench.script.calls).toEqual([]);
  expect((await row())['next']).toBeGreaterThan(14);
  bench.script.premium.add('ana');
  await changePlan('PremiumGranted');
  expect(steps()).toEqual([30]);
  expect((await row())['next']).toBeLessThan(19);
  bench.script.premium.delete('ana');
  await bench.pass(20);
  await changePlan('PremiumEnded');
  expect((await row())['next']).toBeGreaterThan(20 * 60);
});
it('ends polls after the last step', async () => {
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(361 * DAY_MINUTES);
  await bench.round();
  expect(types()).toEqual(['MetricsCaptured', 'MetricsEnded']);
  expect(await shown()).toMatchObject({ ended: 'complete', nextAt: null, likes: 1 });
});
it('does not plan a poll for a post that is too old for any step', async () => {
  await publish(800 * DAY_MINUTES);
  await bench.round();
  expect(bench.script.calls).toEqual([]);
});
it('polls without end on a platform that requires fresh figures, even after a new connection', async () => {
  bench.script.way = {
    pace: { batch: 1, ladder: { ages: [DAY_MINUTES], every: 28 * DAY_MINUTES } },
    isSimulated: false,
  };
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(800 * DAY_MINUTES);
  await bench.round();
  await recordAccount('AccountDisconnected');
  await bench.pass(30 * DAY_MINUTES);
  await recordAccount('AccountReconnected');
  await bench.round();
  expect(bench.script.calls).toHaveLength(2);
  expect((await row())['next']).toBeGreaterThan(0);
});
it('polls nothing on a platform without figures', async () => {
  bench.script.terms.set('twitter', null);
  await publish(66, { platform: 'twitter' });
  expect(await row()).toEqual({});
});
it('starts polling several posts of one account that are published together', async () => {
  const [first, second] = [3_001, 3_002];
  await bench.publishTogether([first, second], { accountId: account, minutesAgo: 66 });
  expect(await bench.planned(account)).toEqual(expect.arrayContaining([first, second]));
});
it('resumes a reconnected account immediately, even if no poll is due', async () => {
  bench.script.snapshots.set(remoteId(), pollAnswer({ likes: 1 }));
  await publish(66);
  await bench.round();
  await recordAccount('AccountDisconnected');
  expect(await shown()).toMatchObject({ ended: 'disconnected' });
  await recordAccount('AccountReconnected');
  expect(await shown()).toMatchObject({ ended: null });
  expect(types()).toEqual(['MetricsCaptured', 'MetricsEnded', 'MetricsResumed']);
});
it('spends no money on polls that are too late for their step', async () => {
  bench.script.terms.set('twitter', { keepDays: null, apart: false, costUsd: 0.005 });
  bench.script.way = {
    pace: { batch: 100, ladder: { ages: [DAY_MINUTES, 30 * DAY_MINUTES] } },
    isSimulated: false,
  };
  await publish(9 * DAY_MINUTES, { platform: 'twitter' });
  await bench.round();
  expect(bench.script.spent).toEqual([]);
});
it('polls milestones first, then posts that a user requested', async () => {
  bench.script.way = { pace: { batch: 1 }, isSimulated: false };
  const ages = { usual: 15, milestone: 64, requested: 45 };
  const ids = { usual: 4_001, milestone: 4_003, requested: 4_002 };
  for (const name of ['usual', 'requested', 'milestone'] as const) {
    bench.script.snapshots.set(`r${String(ids[name])}-${String(account)}`, pollAnswer({ likes: 1 }));
    await bench.publish(ids[name], { accountId: account, minutesAgo: ages[name] });
  }
  await bench.pool.query('update analytics.measured_publication set asked_at = now() where post_id = $1', [
    ids.requested,
  ]);
  await bench.round();
  const order = [ids.milestone, ids.requested, ids.usual];
  expect(bench.script.calls).toEqual(order.map((id) => [`r${String(id)}-${String(account)}`]));
});
describe('the responses of one turn', () => {
  const [one, two, three] = [5_001, 5_002, 5_003] as const;
  const idOf = (id: number) => `r${String(id)}-${String(account)}`;
  const stepsOf = (id: number) =>
    bench.facts(id, account).flatMap(({ data }) => ('step' in data ? [data['step']] : []));
  beforeEach(async () => {
    await bench.pool.query('delete from analytics.measured_publication where post_id >= 5001');
    for (const id of [one, two, three]) bench.script.snapshots.set(idOf(id), pollAnswer({ likes: account }));
    await bench.publishTogether([one, two, three], { accountId: account, minutesAgo: 66 });
  });

  it('lead to new plans with one statement, even after several calls', async () => {
    const sent = jest.spyOn(bench.pool, 'query');
    await bench.round();
    const names = sent.mock.calls.map(([query]) => (query as unknown as { name?: string }).name);
    sent.mockRestore();
    expect(bench.script.calls.map((call) => call.length)).toEqual([2, 1]);
    expect(names.filter((name) => name === 'analytics-publication-plan')).toHaveLength(1);
    expect([one, two, three].map(stepsOf)).toEqual([[60], [60], [60]]);
  });

  it('are recorded if they arrived before the platform refused a call', async () => {
    bench.script.duringCall = () => {
      if (bench.script.calls.length === 2) bench.script.outcomes.push(refused('network'));
      return Promise.resolve();
    };
    await bench.round();
    expect(bench.script.calls).toHaveLength(2);
    expect([one, two, three].flatMap(stepsOf)).toEqual([60, 60]);
    expect(await bench.account(account)).toMatchObject({ paused: 'platform', failures: 1 });
  });

  it('are recorded for all other posts when one cannot be recorded, and that post is polled again', async () => {
    const writer = bench.booted.app.get(StreamWriter);
    const decide: StreamWriter['decide'] = writer.decide.bind(writer);
    const failing = jest
      .spyOn(writer, 'decide')
      .mockImplementation((stream, id, ...extra) =>
        id === `${String(one)}-${String(account)}`
          ? Promise.reject(new Error('broken'))
          : decide(stream, id, ...extra),
      );
    await bench.round();
    failing.mockRestore();
    expect([one, two, three].map(stepsOf)).toEqual([[], [60], [60]]);
    await bench.pass(1.1);
    expect(stepsOf(one)).toEqual([60]);
    expect(bench.script.calls.at(-1)).toEqual([idOf(one)]);
  });

  it("leave a user's request in place if it arrived during the call", async () => {
    bench.script.duringCall = async () => {
      await bench.booted.app.get(MeasuredPublications).ask([{ accountId: account, postId: two }]);
      bench.script.duringCall = () => Promise.resolve();
    };
    await bench.round();
    expect((await bench.row(two, account))['asked_at']).not.toBeNull();
    expect((await bench.row(two, account))['next']).toBeLessThanOrEqual(0);
    expect((await bench.row(one, account))['next']).toBeGreaterThan(0);
  });
});

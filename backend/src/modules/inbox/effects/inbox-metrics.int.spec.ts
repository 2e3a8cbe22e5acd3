import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { CommentRecorder } from '../stores/reading/comment-recorder.ts';
import { AiNeighbours } from '../testing/ai-neighbours.ts';
import { InboxBench, remote } from '../testing/inbox-bench.ts';
import { ReadingLoop } from './reading/reading-loop.ts';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';

let inbox: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start(AiNeighbours);
  // The worker would claim the accounts that a spec makes due. This also waits for a claim that is running.
  await inbox.booted.app.get(ReadingLoop).onModuleDestroy();
}, 60_000);
afterAll(() => inbox.close());

/** Returns the inbox lines without their help texts. */
async function figures(): Promise<string[]> {
  const text = await inbox.booted.app.get(Metrics).registry.metrics();
  return text.split('\n').filter((line) => line.startsWith('inbox_'));
}
/** Returns the value of the metric whose line begins with this name. */
async function figure(name: string): Promise<number> {
  return Number(
    (await figures())
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  );
}

it('reports how many accounts are read, and how long the oldest due account has waited', async () => {
  await inbox.pool
    .query(`insert into inbox.source (account_id, owner_id, platform, due_at, followed_from, read_at) values
    (1, 'ana', 'mastodon', now(), now() - interval '1 day', now() - interval '100 s'),
    (2, 'ana', 'mastodon', now(), now() - interval '50 s', null),
    (3, 'ana', 'mastodon', now() + interval '1 h', now() - interval '1 day', now() - interval '900 s'),
    (4, 'ana', 'mastodon', null, now() - interval '1 day', now() - interval '900 s'),
    (5, 'ana', 'threads', now() + interval '1 h', now() - interval '1 day', now())`);
  expect(await figures()).toEqual(
    expect.arrayContaining([
      'inbox_sources{platform="mastodon"} 3',
      'inbox_sources{platform="threads"} 1',
      'inbox_reading_lag_seconds{platform="threads"} 0',
    ]),
  );
  const lag = await figure('inbox_reading_lag_seconds{platform="mastodon"}');
  expect(lag).toBeGreaterThanOrEqual(100);
  expect(lag).toBeLessThan(900);
});

it('counts new comments by the way in which they arrived', async () => {
  const account = { accountId: 3, ownerId: 'ana', platform: 'mastodon' } as const;
  const cause = { actor: { kind: 'system', id: 'spec' }, correlationId: 's', causationId: 's' } as const;
  const { app } = inbox.booted;
  const how = { by: 'thread', seenAt: '2030-01-01T12:00:00.000Z', isFirstReading: false } as const;
  for (let time = 0; time < 2; time++)
    await app.get(CauseContext).run(cause, () => app.get(CommentRecorder).record(account, [remote()], how));
  expect(await figures()).toContain('inbox_comments_received_total{platform="mastodon",kind="thread"} 1');
});

it('reports open replies, the cost of readings, and their budget', async () => {
  await inbox.pool
    .query(`insert into ${effectsView('inbox_reply_due')} (comment_id, reply_id, account_id, owner_id, platform, due_at)
    values (90, gen_random_uuid(), 3, 'ana', 'threads', now())`);
  await inbox.pool.query(`insert into inbox.reading_cost (platform, day, usd)
    values ('twitter', (now() at time zone 'UTC')::date, 0.125)`);
  expect(await figures()).toEqual(
    expect.arrayContaining([
      'inbox_replies_open{platform="threads"} 1',
      'inbox_reading_spent_usd{platform="twitter"} 0.125',
      'inbox_reading_budget_usd{platform="twitter"} 0',
    ]),
  );
  await inbox.pool.query(`delete from ${effectsView('inbox_reply_due')}`);
  expect((await figures()).filter((line) => line.startsWith('inbox_replies_open'))).toEqual([]);
});

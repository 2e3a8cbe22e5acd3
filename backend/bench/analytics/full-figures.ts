import type { UserView } from '@posthorn/contracts/identity/session.http';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { metrics } from '@posthorn/contracts/shared/metrics';
import type { Pool } from 'pg';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { ReaderProgress } from '#infrastructure/readers/reader-progress.ts';
import { pollStory, POLLS } from '#modules/analytics/testing/poll-story.ts';
import { PUBLISHING } from '../../test/all-platforms.ts';
import { Creator } from '../../test/creator.ts';
import { eventually } from '../../test/eventually.ts';
import type { Product } from '../../test/product.ts';
import { inParallel } from '../at-rate.ts';
import { HttpCalls } from '../http-calls.ts';
import type { BenchContext } from '../bench-context.ts';
import { publishedOnAll, encodeStory, type StoredStory, type Target } from '../post-stories.ts';
import { POLLS_VIEW } from '#modules/analytics/read-models/figures/figures.projection.ts';

const DAY_MS = 86_400_000;
/** How many days ago posts were published. The first measurement is almost a year old, and all measurements are in the past. */
const DAYS = { first: 364, last: 31 } as const;
const MAX_SECONDS = 900;
/** Accounts that are not connected, so that no worker polls their platforms. */
const TARGETS: readonly Target[] = PUBLISHING.map((platform, index) => ({
  platform,
  accountId: 900_001 + index,
}));

/** A user with many published posts, each on eleven platforms and measured often. `period`: the year, as query parameters. */
export type FullFigures = Readonly<{
  creator: Creator;
  calls: HttpCalls;
  ownerId: string;
  posts: readonly Readonly<{ id: number; publishedAt: string }>[];
  period: string;
}>;

/** Writes posts and measurements to the log. No worker may run at the same time, because it would publish unfinished posts. */
export async function fullFigures(
  email: string,
  posts: number,
  product: Product,
  inside: BenchContext,
): Promise<FullFigures> {
  const creator = await Creator.signedIn(product, email);
  const { id: ownerId } = (await creator.client.get<UserView>('/api/auth/user')).body;
  const now = Date.now();
  const dayOf = (daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString();
  const publishedPosts = (await postIds(inside.pool, posts)).map((id, index) => ({
    id,
    publishedAt: dayOf(DAYS.first - (index / posts) * (DAYS.first - DAYS.last)),
  }));
  await recordStories(ownerId, publishedPosts, inside);
  const calls = new HttpCalls(product.url, creator.client.cookieHeader);
  const period = `from=${dayOf(DAYS.first + 1).slice(0, 10)}&to=${dayOf(0).slice(0, 10)}`;
  return { creator, calls, ownerId, posts: publishedPosts, period };
}

/** Mixes the publications, as in a log of many users: events of one publication do not directly follow each other. */
async function recordStories(
  ownerId: string,
  posts: FullFigures['posts'],
  { app }: BenchContext,
): Promise<void> {
  const [store, codec] = [app.get(EventStore), app.get(EventCodec)];
  const pollStories: StoredStory[] = [];
  await inParallel(posts, 32, async ({ id, publishedAt }) => {
    for (const story of publishedOnAll(id, ownerId, TARGETS, { at: new Date(publishedAt) })) {
      const { stream, events } = await encodeStory(story, codec);
      await store.append(stream, events, { expected: 'noStream' });
    }
    for (const target of TARGETS)
      pollStories.push(await encodeStory(pollStory({ ...target, postId: id, ownerId, publishedAt }), codec));
  });
  for (let poll = 0; poll < POLLS; poll += 1)
    await inParallel(pollStories, 64, ({ stream, events }) =>
      store.append(stream, events.slice(poll, poll + 1), {
        expected: poll === 0 ? 'noStream' : BigInt(poll - 1),
      }),
    );
}

export async function postIds(pool: Pool, count: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select nextval('scheduling.post_id')::float8 as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Waits until all read models and processes have read the log, and expired data are deleted. */
export async function waitUntilHandled(inside: BenchContext): Promise<void> {
  const { pool } = inside;
  await caughtUp(inside);
  await pool.query('update analytics.term_turn set due_at = now()');
  await eventually(async () => {
    const { rows } = await pool.query('select from analytics.term_bucket where ends_at <= now() limit 1');
    if (rows.length > 0) throw new Error('Figures are kept that may not be.');
  }, MAX_SECONDS);
  await caughtUp(inside);
}

async function caughtUp({ app }: BenchContext): Promise<void> {
  const progress = app.get(ReaderProgress);
  await eventually(async () => {
    const behind = (await progress.inUse()).filter(({ lagSeconds }) => lagSeconds > 0);
    if (behind.length > 0) throw new Error(`Behind: ${behind.map(({ name }) => name).join(', ')}`);
  }, MAX_SECONDS);
}

/** Returns the number of lines in an export of all measurements, without its header. */
export async function figuresIn(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ figures: number }>(
    `select (${metrics.map((metric) => `count(${metric})`).join(' + ')})::float8 as figures from ${POLLS_VIEW}`,
  );
  return rows[0]?.figures ?? 0;
}

import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { countPosts, type PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { Creator } from '../test/creator.ts';
import { eventually } from '../test/eventually.ts';
import type { Product } from '../test/product.ts';
import { inParallel } from './at-rate.ts';
import type { BenchContext } from './bench-context.ts';
import { HttpCalls } from './http-calls.ts';
import { scheduledStory, encodeStory, type Target } from './post-stories.ts';

/** A day on which no benchmark publishes a post. */
export const LATER = new Date('2035-01-01T09:00:00Z');

export type UserWithPosts = Readonly<{
  id: string;
  creator: Creator;
  calls: HttpCalls;
  /** All connected accounts. */
  targets: readonly Target[];
}>;

/** `at`: the number of a post, from 0. */
type Posts = Readonly<{
  dueAt?: (at: number) => Date;
  connect?: (creator: Creator) => Promise<readonly AccountView[]>;
  targetsOf?: (at: number, targets: readonly Target[]) => readonly Target[];
}>;

const connectTwo = async (creator: Creator) => [
  await creator.connectBluesky(),
  await creator.connectMastodon(),
];

/** Signs in and connects accounts over HTTP, writes the posts to the log, and waits for the read models. */
export async function userWith(
  email: string,
  count: number,
  product: Product,
  { app, pool }: BenchContext,
  { dueAt = () => LATER, connect = connectTwo, targetsOf = (_, all) => all }: Posts = {},
): Promise<UserWithPosts> {
  const creator = await Creator.signedIn(product, email);
  const targets = (await connect(creator)).map(({ id: accountId, platform }) => ({ accountId, platform }));
  const { id } = (await creator.client.get<UserView>('/api/auth/user')).body;
  const { rows } = await pool.query<{ id: number }>(
    `select nextval('scheduling.post_id')::float8 as id from generate_series(1, $1)`,
    [count],
  );
  const store = app.get(EventStore);
  const codec = app.get(EventCodec);
  await inParallel([...rows.entries()], 32, async ([at, row]) => {
    const { stream, events } = await encodeStory(
      scheduledStory(row.id, id, targetsOf(at, targets), dueAt(at)),
      codec,
    );
    await store.append(stream, events, { expected: 'noStream' });
  });
  const calls = new HttpCalls(product.url, creator.client.cookieHeader);
  await eventually(async () => {
    const { scheduled } = JSON.parse((await calls.get(countPosts.path)).body) as PostCounts;
    if (scheduled !== count) throw new Error(`${email} has ${String(scheduled)} of ${String(count)} posts.`);
  });
  return { id, creator, calls, targets };
}

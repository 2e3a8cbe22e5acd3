import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { InboxSummary } from '@posthorn/contracts/inbox/comments.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { commentStory, type Inbox } from '#modules/inbox/testing/comment-story.ts';
import { Creator } from '../../test/creator.ts';
import { eventually } from '../../test/eventually.ts';
import type { Product } from '../../test/product.ts';
import { inParallel } from '../at-rate.ts';
import { HttpCalls } from '../http-calls.ts';
import type { BenchContext } from '../bench-context.ts';
import { encodeStory } from '../post-stories.ts';

const MOST_SECONDS = 900;

/** A user with many comments, who is signed in and has connected accounts over HTTP. */
export type FullInbox = Readonly<{
  creator: Creator;
  calls: HttpCalls;
  inbox: Inbox;
  mastodon: AccountView;
  /** The number of events of these comments in the log. */
  events: number;
  /** Appends one more comment to the log. */
  appendComment: () => Promise<void>;
}>;

/** Creates the user, writes the comments to the log, and waits for the read models. */
export async function fullInbox(
  email: string,
  comments: number,
  product: Product,
  { app, pool }: BenchContext,
): Promise<FullInbox> {
  const creator = await Creator.signedIn(product, email);
  const mastodon = await creator.connectMastodon();
  const accounts = [mastodon, await creator.connectBluesky()];
  const { id: ownerId } = (await creator.client.get<UserView>('/api/auth/user')).body;
  const inbox: Inbox = {
    ownerId,
    accounts: accounts.map(({ id: accountId, platform }) => ({ accountId, platform })),
  };
  const [store, codec] = [app.get(EventStore), app.get(EventCodec)];
  const idsOf = async (count: number) => {
    const { rows } = await pool.query<{ id: number }>(
      `select nextval('inbox.comment_id')::float8 as id from generate_series(1, $1)`,
      [count],
    );
    return rows.map(({ id }) => id);
  };
  let events = 0;
  const append = async (number: number, id: number) => {
    const story = await encodeStory(commentStory(number, comments, id, inbox), codec);
    events += story.events.length;
    await store.append(story.stream, story.events, { expected: 'noStream' });
  };
  const ids = await idsOf(comments);
  await inParallel([...ids.entries()], 64, ([number, id]) => append(number, id));
  const calls = new HttpCalls(product.url, creator.client.cookieHeader);
  await eventually(async () => {
    const { counts } = JSON.parse((await calls.get('/api/comments/summary')).body) as InboxSummary;
    if (counts.total !== comments)
      throw new Error(`${String(counts.total)} of ${String(comments)} are there.`);
  }, MOST_SECONDS);
  // `commentStory` handles most comments: only the last of each twenty stays new.
  let next = Math.ceil(comments / 20) * 20;
  const appendComment = async () => append((next += 20) - 1, (await idsOf(1))[0] ?? 0);
  return { creator, calls, inbox, mastodon, events, appendComment };
}

import type { UserView } from '@posthorn/contracts/identity/session.http';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import type { MeasuredAccount, MeasuredPost } from '#modules/integrations/ports/metrics-of-posts.ts';
import { accountOn } from '../../test/all-platforms.ts';
import { Creator } from '../../test/creator.ts';
import type { Product } from '../../test/product.ts';
import { inParallel } from '../at-rate.ts';
import type { BenchContext } from '../bench-context.ts';
import { publishedOnAll, encodeStory } from '../post-stories.ts';
import { postIds } from './full-figures.ts';

/** This platform needs a separate call for each post. */
export const PLATFORM = 'threads';
const USERS = 16;
const POSTS_EACH = 125;
/** The age of the posts in days. At this age, one metrics poll is due now, and the next one only days later. */
const DAYS_AGO = 3.5;

export const measuredEmails = Array.from(
  { length: USERS },
  (_, index) => `looker${String(index)}@example.com`,
);

/** A user's account, one post published on it, and ids for the posts that `publishMany` writes. */
export type MeasuredUser = Readonly<{
  account: MeasuredAccount;
  post: MeasuredPost;
  postIds: readonly number[];
}>;

/** Creates users with one account and one post each in the sandbox. */
export async function measuredUsers(
  product: Product,
  { pool }: BenchContext,
): Promise<readonly MeasuredUser[]> {
  const publishedAt = new Date(Date.now() - DAYS_AGO * 86_400_000).toISOString();
  const all: MeasuredUser[] = [];
  await inParallel(measuredEmails, 4, async (email) => {
    const creator = await Creator.signedIn(product, email);
    const accounts = await creator.connect(`/api/auth/${PLATFORM}`, email.split('@')[0]);
    const account = accountOn(accounts, PLATFORM);
    const { body } = await creator.schedule([account], 'What did it do?');
    const [target] = (await creator.settled(body.id, ['posted'])).targets;
    const { id: ownerId } = (await creator.client.get<UserView>('/api/auth/user')).body;
    all.push({
      account: { accountId: account.id, ownerId, platform: PLATFORM },
      post: { remoteId: target?.remoteId ?? '', permalink: null, publishedAt },
      postIds: await postIds(pool, POSTS_EACH),
    });
  });
  return all;
}

/** Writes many posts of these users to the log. All posts of a user have the remote id of the one post in the sandbox. */
export async function publishMany(all: readonly MeasuredUser[], { app }: BenchContext): Promise<void> {
  const [store, codec] = [app.get(EventStore), app.get(EventCodec)];
  await inParallel(all, USERS, async ({ account, post: { remoteId, publishedAt }, postIds: ids }) => {
    for (const id of ids)
      for (const story of publishedOnAll(id, account.ownerId, [account], {
        at: new Date(publishedAt),
        remoteId,
      })) {
        const { stream, events } = await encodeStory(story, codec);
        await store.append(stream, events, { expected: 'noStream' });
      }
  });
}

import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot, MeasuredPost, MetricsConnector } from '../contract/metrics.ts';
import { idIn } from '../kit/json.ts';
import type { AccountCalls } from '../kit/account-calls.ts';
import { snapshotOf } from '../kit/metrics/snapshot.ts';
import { snapshotsOfList } from '../kit/metrics/snapshots-of-list.ts';
import { REQUESTS } from './budgets.ts';
import { POSTS_PER_CALL, postsAt } from './publish/posts.ts';
import type { BlueskySession } from './tokens.ts';
import { XrpcError, type Xrpc } from './client/client.ts';

type Snapshots = ReadonlyMap<string, MetricsSnapshot | 'gone'>;

const saysInvalid = (error: unknown): boolean =>
  error instanceof XrpcError && error.status === 400 && error.code === 'InvalidRequest';

/** The likes, replies, reposts and quotes of posts, from `app.bsky.feed.getPosts`. Bluesky counts no views. */
export function blueskyMetrics(xrpc: Xrpc, calls: AccountCalls<BlueskySession>): MetricsConnector {
  /**
   * The response does not contain missing posts. One refused URI makes the whole request fail. In this case, the function reads each half
   * separately, down to the refused post.
   */
  const snapshotsOf = async (
    session: BlueskySession,
    posts: readonly MeasuredPost[],
    signal: AbortSignal,
  ): Promise<Snapshots> => {
    const uris = posts.map(({ remoteId }) => remoteId);
    try {
      const found = await postsAt(xrpc, session, uris, signal);
      return snapshotsOfList(posts, found, ({ uri }) => idIn(uri), snapshotFrom);
    } catch (error) {
      if (!saysInvalid(error)) throw error;
      if (posts.length < 2) return new Map();
      const half = Math.ceil(posts.length / 2);
      const first = await snapshotsOf(session, posts.slice(0, half), signal);
      return new Map([...first, ...(await snapshotsOf(session, posts.slice(half), signal))]);
    }
  };
  return {
    paceOf: () => ({ batch: POSTS_PER_CALL, host: REQUESTS }),
    read: (access, posts, signal) =>
      calls.snapshots(access, (session) => snapshotsOf(session, posts, signal)),
  };
}

/** The figures in the view of a post (`app.bsky.feed.defs#postView`). */
export const snapshotFrom = ({
  likeCount,
  replyCount,
  repostCount,
  quoteCount,
}: JsonObject): MetricsSnapshot =>
  snapshotOf({
    likes: { source: 'likeCount', counted: likeCount },
    comments: { source: 'replyCount', counted: replyCount },
    shares: { source: 'repostCount + quoteCount', added: [repostCount, quoteCount] },
    quotes: { source: 'quoteCount', counted: quoteCount },
  });

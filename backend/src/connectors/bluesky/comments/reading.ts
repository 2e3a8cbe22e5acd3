import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { postsWithNewCounts } from '../../kit/posts-with-new-counts.ts';
import type { MetricsSnapshot } from '../../contract/metrics.ts';
import type {
  CommentConnector,
  CommentOutcome,
  NewsOutcome,
  ReadCursor,
  ThreadOutcome,
  WatchedPost,
} from '../../contract/comments.ts';
import { amountOf, at, idIn, listOf, objectOf, textOf } from '../../kit/json.ts';
import type { AccountCalls } from '../../kit/account-calls.ts';
import { snapshotFrom } from '../metrics.ts';
import type { BlueskyOwnPosts } from '../look-up/own-posts.ts';
import { ask, POSTS_PER_CALL, postsAt } from '../publish/posts.ts';
import type { BlueskySession } from '../tokens.ts';
import { XrpcError, type Xrpc } from '../client/client.ts';
import { instantOf } from '../../kit/comment-texts.ts';
import { commentIn, hiddenIn } from './remote-comment.ts';

const PAGE = '100';
/**
 * A separate call reads a branch below this depth. The lexicon allows 1000. Each level nests two deep, and Posthorn does not parse an
 * answer nested deeper than 64.
 */
const DEPTH = 20;
/** The list is ordered by the times in the records, so a late record stands further down than its arrival. */
const OVERLAP_MS = 15 * 60_000;

/** Reads notifications, counts and threads. */
export function blueskyReading(
  xrpc: Xrpc,
  calls: AccountCalls<BlueskySession>,
  posts: BlueskyOwnPosts,
): Required<Pick<CommentConnector, 'news' | 'thread' | 'one'>> {
  const counted = async (session: BlueskySession, watched: readonly WatchedPost[], signal: AbortSignal) => {
    const counts = new Map<string, number>();
    const snapshots: (readonly [string, MetricsSnapshot])[] = [];
    for (let start = 0; start < watched.length; start += POSTS_PER_CALL) {
      const uris = watched.slice(start, start + POSTS_PER_CALL).map(({ remoteId }) => remoteId);
      for (const post of listOf(await postsAt(xrpc, session, uris, signal)).map(objectOf)) {
        const uri = idIn(post?.['uri']);
        if (post === null || uri === null) continue;
        counts.set(uri, amountOf(post['replyCount']) ?? 0);
        snapshots.push([uri, snapshotFrom(post)]);
      }
    }
    return { moved: postsWithNewCounts(watched, counts), snapshots };
  };

  /** Null: the post does not exist. */
  const threadOf = async (
    session: BlueskySession,
    uri: string,
    depth: number,
    signal: AbortSignal,
  ): Promise<JsonObject | null> => {
    const params = { uri, depth: String(depth), parentHeight: '0' };
    try {
      return await ask(xrpc, session, 'app.bsky.feed.getPostThread', { params, signal });
    } catch (error) {
      if (error instanceof XrpcError && error.code === 'NotFound') return null;
      throw error;
    }
  };

  return {
    /** One page of notifications. Replies that were indexed before their parent have none; threads list them. */
    news(access, asked, signal) {
      const { seenTo, goal, page } = stateOf(asked.cursor, asked.since);
      return calls.step(access, async (session): Promise<NewsOutcome> => {
        const answer = await ask(xrpc, session, 'app.bsky.notification.listNotifications', {
          params: { reasons: ['reply', 'mention'], limit: PAGE, ...(page !== null && { cursor: page }) },
          signal,
        });
        const found = listOf(answer['notifications'])
          .map(objectOf)
          .filter((each) => each !== null);
        const times = found.flatMap((each) => instantOf(textOf(each['indexedAt'])) ?? []);
        const next = idIn(answer['cursor']);
        const least = asked.cursor === null ? asked.since : before(seenTo);
        const more = next !== null && found.length > 0 && !times.some((time) => time < least);
        const newest = latest([goal, ...times]);
        const counts = page === null ? await counted(session, asked.posts, signal) : { moved: [] };
        const comments = found.flatMap((each) => commentIn(each, session, posts, null) ?? []);
        return {
          kind: 'read',
          comments: comments.filter(({ createdAt }) => createdAt >= least),
          gone: [],
          ...counts,
          // The cursor moves only when all pages up to it were read.
          cursor: more ? { seenTo, goal: newest, page: next } : { seenTo: newest, goal: newest, page: null },
          more,
        };
      });
    },

    /** A whole thread; branches deeper than one answer are separate pages. `after`: uris whose replies are still to be read. */
    thread(access, { remoteId }, after, signal) {
      const [uri = remoteId, ...waiting] = after?.split(' ') ?? [];
      return calls.step(access, async (session): Promise<ThreadOutcome> => {
        const answer = await threadOf(session, uri, DEPTH, signal);
        // The branch was deleted while its thread was read. The whole thread is gone only with its first post.
        if (answer === null && after === null) return { kind: 'post-gone' };
        const hidden = hiddenIn(at(answer ?? undefined, 'threadgate', 'record'));
        const found = nodesIn(at(answer ?? undefined, 'thread'));
        const comments = found.flatMap(({ view }) => commentIn(view, session, posts, hidden) ?? []);
        const deeper = found.flatMap(({ view, isCut }) => (isCut ? (idIn(view['uri']) ?? []) : []));
        const next = [...waiting, ...deeper].filter((each) => each !== uri);
        return {
          kind: 'read',
          comments: comments.filter(({ postRemoteId }) => postRemoteId === remoteId),
          next: next.length > 0 ? next.join(' ') : null,
        };
      });
    },

    one: (access, { remoteId }, signal) =>
      calls.step(access, async (session): Promise<CommentOutcome> => {
        const answer = await threadOf(session, remoteId, 0, signal);
        const node = objectOf(at(answer ?? undefined, 'thread'));
        if (answer === null || node?.['notFound'] === true) return { kind: 'gone' };
        const hidden = hiddenIn(at(answer, 'threadgate', 'record'));
        const comment = commentIn(objectOf(node?.['post']), session, posts, hidden);
        // One of the two has blocked the other; the comment may still exist.
        return comment ? { kind: 'there', comment } : { kind: 'cannot-tell' };
      }),
  };
}

type Node = Readonly<{ view: JsonObject; isCut: boolean }>;

/** Each post of a thread; blocked and deleted entries have no post. */
function nodesIn(thread: JsonValue | undefined): readonly Node[] {
  const nodes: Node[] = [];
  const open = [{ node: thread, depth: DEPTH }];
  for (let next = open.pop(); next; next = open.pop()) {
    const view = objectOf(at(next.node, 'post'));
    if (!view) continue;
    const replies = listOf(at(next.node, 'replies'));
    const isCut = next.depth === 0 && replies.length === 0 && (amountOf(view['replyCount']) ?? 0) > 0;
    nodes.push({ view, isCut });
    for (const node of replies) open.push({ node, depth: next.depth - 1 });
  }
  return nodes;
}

/** All news before `seenTo` is known; `goal`: its next value, once the pages after `page` have been read. */
function stateOf(cursor: ReadCursor | null, since: string) {
  const seenTo = textOf(cursor?.['seenTo']) ?? since;
  return { seenTo, goal: textOf(cursor?.['goal']) ?? seenTo, page: textOf(cursor?.['page']) };
}

const before = (instant: string): string => new Date(Date.parse(instant) - OVERLAP_MS).toISOString();
const latest = (instants: readonly string[]): string => instants.reduce((a, b) => (a > b ? a : b));

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
 * The number of levels that one call reads. A separate call reads a deeper branch. The lexicon allows 1000 levels. But each level
 * of replies adds two levels of JSON, and Posthorn parses at most 64 levels of JSON.
 */
const DEPTH = 20;
/** The list is sorted by the times in the records. So a record that arrives late is further down in the list. */
const OVERLAP_MS = 15 * 60_000;

/** Reads notifications, counts and threads. */
export function blueskyReading(
  xrpc: Xrpc,
  calls: AccountCalls<BlueskySession>,
  posts: BlueskyOwnPosts,
): Required<Pick<CommentConnector, 'news' | 'thread' | 'one'>> {
  const readCounts = async (
    session: BlueskySession,
    watched: readonly WatchedPost[],
    signal: AbortSignal,
  ) => {
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

  /** Reads a thread. Null: the post does not exist. */
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
    /**
     * Reads one page of notifications. Bluesky sends no notification for a reply that it indexed before the parent; the thread
     * contains such a reply.
     */
    news(access, request, signal) {
      const { seenTo, goal, page } = stateOf(request.cursor, request.since);
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
        const oldest = request.cursor === null ? request.since : withOverlap(seenTo);
        const more = next !== null && found.length > 0 && !times.some((time) => time < oldest);
        const newest = latest([goal, ...times]);
        const counts = page === null ? await readCounts(session, request.posts, signal) : { moved: [] };
        const comments = found.flatMap((each) => commentIn(each, session, posts, null) ?? []);
        return {
          kind: 'read',
          comments: comments.filter(({ createdAt }) => createdAt >= oldest),
          gone: [],
          ...counts,
          // `seenTo` moves only after the last page was read.
          cursor: more ? { seenTo, goal: newest, page: next } : { seenTo: newest, goal: newest, page: null },
          more,
        };
      });
    },

    /**
     * Reads a whole thread. A branch that is too deep for one response is a separate page. `after`: the URIs of posts whose
     * replies are read next.
     */
    thread(access, { remoteId }, after, signal) {
      const [uri = remoteId, ...waiting] = after?.split(' ') ?? [];
      return calls.step(access, async (session): Promise<ThreadOutcome> => {
        const answer = await threadOf(session, uri, DEPTH, signal);
        // Without its first post, the thread is gone. A missing branch only means that a reply was deleted in the meantime.
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
        // Without a comment, one of the two accounts has blocked the other. The comment may still exist.
        return comment ? { kind: 'there', comment } : { kind: 'cannot-tell' };
      }),
  };
}

type Node = Readonly<{ view: JsonObject; isCut: boolean }>;

/** The posts of a thread, without blocked and deleted ones. `isCut`: the post's replies are not in this response. */
function nodesIn(thread: JsonValue | undefined): readonly Node[] {
  const nodes: Node[] = [];
  const remaining = [{ node: thread, depth: DEPTH }];
  for (let next = remaining.pop(); next; next = remaining.pop()) {
    const view = objectOf(at(next.node, 'post'));
    if (!view) continue;
    const replies = listOf(at(next.node, 'replies'));
    const isCut = next.depth === 0 && replies.length === 0 && (amountOf(view['replyCount']) ?? 0) > 0;
    nodes.push({ view, isCut });
    for (const node of replies) remaining.push({ node, depth: next.depth - 1 });
  }
  return nodes;
}

/**
 * Reads the cursor. Every notification before `seenTo` is known. `goal`: the next value of `seenTo`, after the last page. `page`:
 * the next page.
 */
function stateOf(cursor: ReadCursor | null, since: string) {
  const seenTo = textOf(cursor?.['seenTo']) ?? since;
  return { seenTo, goal: textOf(cursor?.['goal']) ?? seenTo, page: textOf(cursor?.['page']) };
}

const withOverlap = (instant: string): string => new Date(Date.parse(instant) - OVERLAP_MS).toISOString();
const latest = (instants: readonly string[]): string => instants.reduce((a, b) => (a > b ? a : b));

import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { postsWithNewCounts } from '../../kit/posts-with-new-counts.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type {
  CommentConnector,
  CommentOutcome,
  NewsOutcome,
  ReadCursor,
  RemoteComment,
  ThreadOutcome,
  WatchedPost,
} from '../../contract/comments.ts';
import type { MetricsSnapshot } from '../../contract/metrics.ts';
import { instantOf } from '../../kit/comment-texts.ts';
import { amountOf, at, idIn, listOf, objectOf, textOf } from '../../kit/json.ts';
import { AccountCalls } from '../../kit/account-calls.ts';
import { unreadable } from '../../kit/json-request.ts';
import type { MastodonClient } from '../client/client.ts';
import { isTransient } from '../../kit/platform-error.ts';
import { lacksScope, READ_OUTCOMES, throttles } from '../errors.ts';
import { snapshotFrom } from '../metrics.ts';
import { withSession, type MastodonSession } from '../tokens.ts';
import { STATUSES_PER_CALL, MastodonStatuses, nullWhenGone, pathOf } from '../publish/statuses.ts';
import { commentIn } from './remote-comment.ts';

const PAGE = 80;
/** How many posts have their counts read on a server without lists of posts, because each count costs a request. */
const COUNTS_WITHOUT_LISTS = 5;
/** A server assigns an id before it stores a status. So a status with a lower id may appear later. */
const OVERLAP_MS = 15 * 60_000;

/** What the requests of one reading need. */
type Asking = Readonly<{ statuses: MastodonStatuses; session: MastodonSession; signal: AbortSignal }>;

/** Reads mentions, counts and threads. */
export function mastodonReading(
  client: MastodonClient,
  clock: Clock,
): Required<Pick<CommentConnector, 'news' | 'thread' | 'one'>> {
  const calls = new AccountCalls(withSession, READ_OUTCOMES, clock);
  const statuses = new MastodonStatuses(client);

  /** Reads a page of mentions, newest first; null: the token may not read notifications. */
  const readMentions = async ({ statuses, session, signal }: Asking, { at: minId, maxId }: State) => {
    try {
      const body = await statuses.ask(session, '/api/v1/notifications', signal, {
        'types[]': 'mention',
        include_filtered: 'true',
        limit: String(PAGE),
        ...(minId !== null && { min_id: minId }),
        ...(maxId !== null && { max_id: maxId }),
      });
      return listIn(body, session).flatMap((each) => {
        const id = idIn(at(each, 'id'));
        const status = objectOf(at(each, 'status'));
        const createdAt = instantOf(textOf(at(each, 'created_at')) ?? textOf(status?.['created_at']));
        return id === null || status === null || createdAt === null ? [] : [{ id, status, createdAt }];
      });
    } catch (error) {
      if (lacksScope(error)) return null;
      throw error;
    }
  };

  /** The id of the thread's first status, if this is a post of the account itself; else null. */
  const ownPostAbove = async ({ statuses, session, signal }: Asking, id: string) => {
    const body = await statuses.ask(session, `${pathOf(id)}/context`, signal).catch(nullWhenGone);
    const [first] = listOf(at(body ?? undefined, 'ancestors'));
    const isOwn = idIn(at(first, 'account', 'id')) === session.accountId;
    const isPost = idIn(at(first, 'in_reply_to_id')) === null;
    return isOwn && isPost ? idIn(at(first, 'id')) : null;
  };

  /**
   * Keeps the mentions that are under own posts. A mention contains the id of its parent. If the parent is not a watched post, the
   * thread above shows the post.
   */
  const underOwnPosts = async (
    asking: Asking,
    found: readonly JsonObject[],
    posts: readonly WatchedPost[],
    access: AccountAccess,
  ): Promise<readonly RemoteComment[]> => {
    const postOf = new Map<string, string | null>(posts.map(({ remoteId }) => [remoteId, remoteId]));
    const comments: RemoteComment[] = [];
    // Oldest first: the rest of a conversation is under the same post as its beginning.
    for (const status of [...found].reverse()) {
      const id = idIn(status['id']);
      const parent = idIn(status['in_reply_to_id']);
      if (id === null || parent === null) continue;
      const known = postOf.get(parent);
      const post = known === undefined ? await ownPostAbove(asking, id) : known;
      postOf.set(id, post);
      const comment = post === null ? null : commentIn(status, post, asking.session, access.limits.text);
      if (comment) comments.push(comment);
    }
    return comments.reverse();
  };

  /** Reads statuses of posts, on a server without lists only those of the newest posts. */
  const readStatuses = async (
    { statuses, session, signal }: Asking,
    posts: readonly WatchedPost[],
  ): Promise<Readonly<{ read: readonly WatchedPost[]; found: readonly JsonValue[] }>> => {
    const found: JsonValue[] = [];
    for (let start = 0; start < posts.length; start += STATUSES_PER_CALL) {
      const ids = posts.slice(start, start + STATUSES_PER_CALL).map(({ remoteId }) => remoteId);
      const listed = await statuses.listed(session, ids, signal);
      if (!listed) {
        const newest = posts.toSorted(newestFirst).slice(0, COUNTS_WITHOUT_LISTS);
        const singles: JsonValue[] = [];
        for (const { remoteId } of newest) singles.push(await statuses.one(session, remoteId, signal));
        return { read: newest, found: singles };
      }
      found.push(...listed);
    }
    return { read: posts, found };
  };

  /** Reads the counts of posts. If the server does not return them now, the age of a post decides when its thread is read. */
  const readCounts = async (asking: Asking, posts: readonly WatchedPost[]) => {
    const counts = new Map<string, number>();
    const snapshots: (readonly [string, MetricsSnapshot])[] = [];
    try {
      const { read, found } = await readStatuses(asking, posts);
      for (const status of found.map(objectOf)) {
        const id = idIn(status?.['id']);
        if (status === null || id === null) continue;
        counts.set(id, amountOf(status['replies_count']) ?? 0);
        snapshots.push([id, snapshotFrom(status)]);
      }
      return { moved: postsWithNewCounts(read, counts), snapshots };
    } catch (error) {
      if (!isTransient(error) && !throttles(error)) throw error;
      return { moved: [] };
    }
  };

  return {
    /**
     * Reads one page of mentions: from the last known mention to newer ones or, in the first poll, from the newest mention back to
     * `since`.
     */
    news(access, request, signal) {
      const from = stateOf(request.cursor);
      return calls.step(access, async (session): Promise<NewsOutcome> => {
        let requests = 0;
        const send: MastodonClient['send'] = (call) => {
          requests += 1;
          return client.send(call);
        };
        const asking = { statuses: new MastodonStatuses({ send }), session, signal };
        // Mentions come first, because they are the comments: a server that limits requests may refuse the rest.
        const page = await readMentions(asking, from);
        const isFirstPoll = from.minId === null;
        const fresh = (page ?? []).filter(({ createdAt }) => !isFirstPoll || createdAt >= request.since);
        const answers = fresh.map(({ status }) => status);
        const comments = await underOwnPosts(asking, answers, request.posts, access);
        const counts = from.isFirstPage ? await readCounts(asking, request.posts) : { moved: [] };
        const read = { kind: 'read', comments, gone: [], ...counts, calls: requests } as const;
        // Without the permission to read notifications, a token can still read counts and threads.
        if (page === null) return { ...read, cursor: request.cursor ?? {}, more: false };
        const settled = settledBefore(clock.now());
        // The newest mention before which no further mention can appear. The next poll reads newer mentions again.
        const known = page.find(({ createdAt }) => createdAt < settled)?.id ?? null;
        const ids = page.map(({ id }) => id);
        if (isFirstPoll) {
          const more = page.length >= PAGE && fresh.length === page.length;
          const goal = from.goal ?? known;
          return {
            ...read,
            more,
            cursor: more ? { goal, maxId: ids.at(-1) ?? null } : { minId: goal },
          };
        }
        // A server without `min_id` always returns its newest page.
        const more = page.length >= PAGE && !ids.includes(from.at ?? '');
        const minId = known ?? from.minId;
        const cursor = more ? { minId, at: ids[0] ?? null } : { minId };
        return { ...read, cursor, more };
      });
    },

    /** Reads the part of the thread that this instance has received. */
    thread: (access, { remoteId }, _after, signal) =>
      calls.step(access, async (session): Promise<ThreadOutcome> => {
        const body = await statuses.ask(session, `${pathOf(remoteId)}/context`, signal).catch(nullWhenGone);
        if (body === null) return { kind: 'post-gone' };
        const comments = listIn(at(body, 'descendants') ?? null, session).flatMap(
          (status) => commentIn(objectOf(status), remoteId, session, access.limits.text) ?? [],
        );
        return { kind: 'read', comments, next: null };
      }),

    one: (access, { remoteId, postRemoteId }, signal) =>
      calls.step(access, async (session): Promise<CommentOutcome> => {
        const body = await statuses.one(session, remoteId, signal);
        if (body === null) return { kind: 'gone' };
        const comment = commentIn(objectOf(body), postRemoteId, session, access.limits.text);
        return comment ? { kind: 'there', comment } : { kind: 'cannot-tell' };
      }),
  };
}

function listIn(body: JsonValue, { server }: MastodonSession): readonly JsonValue[] {
  if (Array.isArray(body)) return body as readonly JsonValue[];
  throw unreadable(new URL(server).host, 'answers no list');
}

/**
 * The cursor. All mentions up to `minId` are known. `at`: how far this poll has read. The first poll reads older mentions from
 * `maxId` on. At its end, `goal` becomes `minId`.
 */
type State = Readonly<{
  minId: string | null;
  at: string | null;
  maxId: string | null;
  goal: string | null;
  isFirstPage: boolean;
}>;

function stateOf(cursor: ReadCursor | null): State {
  const [minId, further, maxId, goal] = ['minId', 'at', 'maxId', 'goal'].map((name) =>
    textOf(cursor?.[name]),
  );
  const isFirstPage = !further && !maxId;
  return {
    minId: minId ?? null,
    at: further ?? minId ?? null,
    maxId: maxId ?? null,
    goal: goal ?? null,
    isFirstPage,
  };
}

const newestFirst = (one: WatchedPost, other: WatchedPost): number =>
  Date.parse(other.publishedAt) - Date.parse(one.publishedAt);

const settledBefore = (now: Date): string => new Date(now.getTime() - OVERLAP_MS).toISOString();

import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type {
  CommentConnector,
  CommentOutcome,
  NewsOutcome,
  ThreadOutcome,
  WatchedPost,
} from '../../contract/comments.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import type { AccountCalls } from '../../kit/account-calls.ts';
import type { TwitterClient } from '../client/client.ts';
import { saysGone } from '../errors.ts';
import { askByEitherName } from '../client/field-names.ts';
import { idOfTime, isPostId, timeOfId } from '../look-up/ids.ts';
import type { PermalinkConfiguration } from '../look-up/permalink.ts';
import { AUTHOR_USD, POST_USD } from '../limits.ts';
import type { TwitterSession } from '../tokens.ts';
import { parentOf, commentIn } from './remote-comment.ts';

const PAGE = '100';
const READ_MS = 20_000;
/**
 * X may list a post slightly later than a post with a higher id. So each poll reads this time again. This costs nothing, because X
 * charges for a post once a day.
 */
const OVERLAP_MS = 120_000;
/** `search/recent` returns only posts younger than this. */
const RECENT_MS = 7 * 86_400_000 - 600_000;
const POSTS_PER_LOOK_UP = 100;

const FIELDS = 'author_id,conversation_id,created_at,display_text_range,entities';
/** X renames "tweet" to "post" in its fields, and accepts one of the two names. */
const NAMES = {
  first: `${FIELDS},note_tweet,referenced_tweets`,
  newer: `${FIELDS},note_post,referenced_posts`,
};

export type TwitterCommentCalls = Readonly<{
  client: TwitterClient;
  configuration: PermalinkConfiguration;
  clock: Clock;
  reads: AccountCalls<TwitterSession>;
}>;
type Query = Readonly<Record<string, string>>;
type Page = Readonly<{
  posts: readonly JsonValue[];
  users: readonly JsonValue[];
  next: string | null;
  costUsd: number;
}>;

/** Reads mentions, conversations and single posts. X charges for each returned post. */
export function twitterReading({
  client,
  configuration,
  clock,
  reads,
}: TwitterCommentCalls): Required<Pick<CommentConnector, 'news' | 'thread' | 'one'>> {
  const ask = ({ token }: TwitterSession, path: string, signal: AbortSignal, query: Query) =>
    askByEitherName(client, { token, path, query, request: { signal, timeoutMs: READ_MS } }, NAMES);

  const pageOf = async (
    session: TwitterSession,
    path: string,
    signal: AbortSignal,
    query: Query,
  ): Promise<Page> => {
    const { body } = await ask(session, path, signal, { max_results: PAGE, ...AUTHORS, ...query });
    const posts = listOf(body['data']);
    const users = usersIn(body);
    const costUsd = posts.length * POST_USD + users.length * AUTHOR_USD;
    return { posts, users, next: textOf(at(body, 'meta', 'next_token')), costUsd };
  };

  const readerOf = (session: TwitterSession, { limits }: AccountAccess) => ({
    session,
    configuration,
    textMax: limits.text.max,
  });

  /** Finds the conversations that began with a post of the account. */
  const ownRoots = async (
    session: TwitterSession,
    mentions: readonly JsonValue[],
    watched: readonly WatchedPost[],
    signal: AbortSignal,
  ) => {
    const own = new Set(watched.map(({ remoteId }) => remoteId));
    const replies = mentions.filter((post) => parentOf(post) !== null);
    const roots = replies.map((post) => idIn(at(post, 'conversation_id')));
    const unknownRoots = [...new Set(roots.filter(isPostId).filter((id) => !own.has(id)))].slice(
      0,
      POSTS_PER_LOOK_UP,
    );
    if (unknownRoots.length === 0) return { own, costUsd: 0 };
    const { body } = await ask(session, '/2/tweets', signal, { ids: unknownRoots.join(',') });
    const found = listOf(body['data']);
    for (const post of found) {
      const id = idIn(at(post, 'id'));
      if (id !== null && idIn(at(post, 'author_id')) === session.userId) own.add(id);
    }
    return { own, costUsd: found.length * POST_USD };
  };

  return {
    /**
     * Reads one page of mentions. A reply mentions the account unless its author removed the mention. In the cursor, `page` is the next page
     * of this poll, and `goal` the newest id of its earlier pages. After the last page, the newest id becomes `sinceId` for the next poll.
     */
    news(access, { cursor, posts, since }, signal) {
      const sinceId = textOf(cursor?.['sinceId']);
      const goal = textOf(cursor?.['goal']);
      const from = textOf(cursor?.['page']);
      return reads.step(access, async (session): Promise<NewsOutcome> => {
        const page = await pageOf(
          session,
          `/2/users/${encodeURIComponent(session.userId)}/mentions`,
          signal,
          {
            ...(sinceId === null ? { start_time: `${since.slice(0, 19)}Z` } : { since_id: earlier(sinceId) }),
            ...(from !== null && { pagination_token: from }),
          },
        );
        const ids = page.posts.map((post) => idIn(at(post, 'id'))).filter(isPostId);
        const newest = [...ids, ...[goal, sinceId].filter(isPostId)].reduce<string | null>(laterOf, null);
        const roots = await ownRoots(session, page.posts, posts, signal);
        const reader = readerOf(session, access);
        const found = page.posts.filter((post) => roots.own.has(idIn(at(post, 'conversation_id')) ?? ''));
        return {
          kind: 'read',
          comments: found.flatMap((post) => commentIn(post, page.users, reader) ?? []),
          gone: [],
          moved: [],
          cursor:
            page.next === null
              ? { ...(newest !== null && { sinceId: newest }) }
              : {
                  ...(sinceId !== null && { sinceId }),
                  ...(newest !== null && { goal: newest }),
                  page: page.next,
                },
          more: page.next !== null,
          costUsd: page.costUsd + roots.costUsd,
        };
      });
    },

    /** Reads one page of a conversation. X lists only posts of the last seven days. */
    thread: (access, { remoteId, publishedAt }, after, signal) =>
      reads.step(access, async (session): Promise<ThreadOutcome> => {
        const page = await pageOf(session, '/2/tweets/search/recent', signal, {
          query: `conversation_id:${remoteId}`,
          ...(after !== null && { next_token: after }),
        });
        // The search returns nothing for a post without replies and for a deleted post.
        if (page.posts.length === 0 && after === null) {
          const { body } = await ask(session, '/2/tweets', signal, { ids: remoteId });
          if (isGone(body)) return { kind: 'post-gone' };
        }
        const reader = readerOf(session, access);
        const comments = page.posts.flatMap((post) => commentIn(post, page.users, reader) ?? []);
        const isPartial = clock.now().getTime() - Date.parse(publishedAt) > RECENT_MS;
        const costUsd = page.costUsd + (page.posts.length === 0 ? POST_USD : 0);
        return {
          kind: 'read',
          comments: comments.filter(({ postRemoteId }) => postRemoteId === remoteId),
          next: page.next,
          ...(isPartial && { isPartial }),
          costUsd,
        };
      }),

    one: (access, { remoteId }, signal) =>
      reads.step(access, async (session): Promise<CommentOutcome> => {
        let [id, costUsd] = [remoteId, 0];
        for (;;) {
          const { body } = await ask(session, '/2/tweets', signal, { ids: id, ...AUTHORS });
          if (isGone(body)) return { kind: 'gone' };
          const [post] = listOf(body['data']);
          const latest = idIn(listOf(at(post, 'edit_history_tweet_ids')).at(-1));
          const comment =
            post === undefined ? null : commentIn(post, usersIn(body), readerOf(session, access));
          costUsd += POST_USD + AUTHOR_USD;
          // The author is protected or suspended, so the comment may still exist.
          if (!comment) return { kind: 'cannot-tell' };
          // For an earlier version of a comment, X returns this version and the id of the last version.
          if (latest === null || latest === comment.remoteId || latest === id)
            return { kind: 'there', comment, costUsd };
          id = latest;
        }
      }),
  };
}

const AUTHORS = { expansions: 'author_id', 'user.fields': 'name,username' };

const usersIn = (body: JsonObject): readonly JsonValue[] => listOf(at(body, 'includes', 'users'));

const isGone = (body: JsonObject): boolean =>
  listOf(body['data']).length === 0 && listOf(body['errors']).some(saysGone);

const laterOf = (a: string | null, b: string): string =>
  a === null || a.length < b.length || (a.length === b.length && a < b) ? b : a;

const earlier = (id: string): string => (isPostId(id) ? idOfTime(timeOfId(id) - OVERLAP_MS) : id);

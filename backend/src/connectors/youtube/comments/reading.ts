import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { postsWithNewCounts } from '../../kit/posts-with-new-counts.ts';
import type {
  CommentOutcome,
  KnownComment,
  NewsOutcome,
  RemoteComment,
  ThreadOutcome,
  WatchedPost,
} from '../../contract/comments.ts';
import { amountOf, at, idIn, listOf, objectOf, textOf } from '../../kit/json.ts';
import type { YouTubeConfiguration } from '../client/pages.ts';
import {
  commentsAt,
  commentsIn,
  VIDEOS_PER_CALL,
  hasCommentsDisabled,
  emptyIfGone,
  repliesTo,
  statisticsOf,
  threadsOf,
  type YouTubeCommentReader,
} from './listing.ts';
import { isGone } from '../errors.ts';
import { commentIn } from './remote-comment.ts';

const HELD_PAGES_MAX = 5;

/**
 * The position in the comments of a video. `threads`: the next page of threads; null: the first page at the beginning, and later that all pages were read. `waiting`: threads with more replies, which are
 * read after all pages of threads. `replies`: the next page of replies of the first waiting thread.
 */
type Position = Readonly<{ threads: string | null; waiting: readonly string[]; replies: string | null }>;
const BEGINNING: Position = { threads: null, waiting: [], replies: null };

/** Finds the posts whose number of comments changed. YouTube returns no number for a deleted or private video. */
export async function readCounts(
  reader: YouTubeCommentReader,
  posts: readonly WatchedPost[],
): Promise<NewsOutcome> {
  const counts = new Map<string, number>();
  for (let start = 0; start < posts.length; start += VIDEOS_PER_CALL) {
    const ids = posts.slice(start, start + VIDEOS_PER_CALL).map(({ remoteId }) => remoteId);
    for (const video of listOf(await statisticsOf(reader, ids))) {
      const count = Number(textOf(at(video, 'statistics', 'commentCount')) ?? 0);
      counts.set(idIn(at(video, 'id')) ?? '', Number.isFinite(count) ? count : 0);
    }
  }
  const moved = postsWithNewCounts(posts, counts);
  return { kind: 'read', comments: [], gone: [], moved, cursor: {}, more: false };
}

/** Reads one page of threads, or one page of the replies of a thread whose list entry did not contain all replies. */
export async function readThread(
  reader: YouTubeCommentReader,
  configuration: YouTubeConfiguration,
  videoId: string,
  after: string | null,
): Promise<ThreadOutcome> {
  const position = positionIn(after);
  const readOutcome = (resources: readonly JsonValue[], next: Position): ThreadOutcome => ({
    kind: 'read',
    comments: resources.flatMap((each) => commentIn(configuration, each, { videoId, hidden: false }) ?? []),
    next: isEnd(next) ? null : JSON.stringify(next),
  });
  if (after !== null && position.threads === null) {
    const [parent = '', ...waiting] = position.waiting;
    const { items, next } = await emptyIfGone(repliesTo(reader, parent, position.replies));
    const rest = next === null ? waiting : position.waiting;
    return readOutcome(items, { ...position, waiting: rest, replies: next });
  }
  try {
    const { items, next } = await threadsOf(reader, { videoId, page: position.threads });
    const unfinishedThreads = items.flatMap((thread) =>
      lacksReplies(thread) ? (idIn(at(thread, 'id')) ?? []) : [],
    );
    return readOutcome(items.flatMap(commentsIn), {
      ...position,
      threads: next,
      waiting: [...position.waiting, ...unfinishedThreads],
    });
  } catch (error) {
    if (isGone(error)) return { kind: 'post-gone' };
    // Comments are disabled for this video. An empty list proves nothing about the comments that we know: `readOne` decides about each.
    if (hasCommentsDisabled(error)) return { kind: 'read', comments: [], next: null };
    throw error;
  }
}

/** Reads one comment. If YouTube does not return it by its id, this searches the list of comments that are held for review. */
export async function readOne(
  reader: YouTubeCommentReader,
  configuration: YouTubeConfiguration,
  { remoteId, postRemoteId: videoId }: KnownComment,
): Promise<CommentOutcome> {
  const findIn = (resources: readonly JsonValue[], hidden: true | null): RemoteComment | undefined =>
    resources
      .flatMap((each) => commentIn(configuration, each, { videoId, hidden }) ?? [])
      .find((comment) => comment.remoteId === remoteId);
  const shown = findIn((await emptyIfGone(commentsAt(reader, remoteId))).items, null);
  if (shown) return { kind: 'there', comment: shown };
  try {
    let page: string | null = null;
    for (let pages = 0; pages < HELD_PAGES_MAX; pages += 1) {
      const held = await threadsOf(reader, { videoId, held: true, page });
      const comment = findIn(held.items.flatMap(commentsIn), true);
      if (comment) return { kind: 'there', comment };
      page = held.next;
      if (page === null) return { kind: 'gone' };
    }
    return { kind: 'cannot-tell' };
  } catch (error) {
    if (isGone(error)) return { kind: 'gone' };
    if (hasCommentsDisabled(error)) return { kind: 'cannot-tell' };
    throw error;
  }
}

const lacksReplies = (thread: JsonValue): boolean =>
  (amountOf(at(thread, 'snippet', 'totalReplyCount')) ?? 0) >
  listOf(at(thread, 'replies', 'comments')).length;

const isEnd = ({ threads, waiting }: Position): boolean => threads === null && waiting.length === 0;

function positionIn(after: string | null): Position {
  if (after === null) return BEGINNING;
  const position = objectOf(JSON.parse(after) as JsonObject);
  return {
    threads: idIn(position?.['threads']),
    waiting: listOf(position?.['waiting']).flatMap((id) => idIn(id) ?? []),
    replies: idIn(position?.['replies']),
  };
}

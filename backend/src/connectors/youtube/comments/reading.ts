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
  isCommentless,
  orNone,
  repliesTo,
  statisticsOf,
  threadsOf,
  type YouTubeCommentReader,
} from './listing.ts';
import { isGone } from '../errors.ts';
import { commentIn } from './remote-comment.ts';

const HELD_PAGES_MAX = 5;

/** Where the reading of a thread stopped: pages of threads come first, then the replies of the long threads, at least one page each. */
type Place = Readonly<{ threads: string | null; waiting: readonly string[]; replies: string | null }>;
const BEGINNING: Place = { threads: null, waiting: [], replies: null };

/** Posts whose number of comments changed. YouTube returns no number for a deleted or private video. */
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

/** One page of threads, or of the replies of a thread with more replies than the first answer held. */
export async function readThread(
  reader: YouTubeCommentReader,
  configuration: YouTubeConfiguration,
  videoId: string,
  after: string | null,
): Promise<ThreadOutcome> {
  const place = placeIn(after);
  const read = (resources: readonly JsonValue[], next: Place): ThreadOutcome => ({
    kind: 'read',
    comments: resources.flatMap((each) => commentIn(configuration, each, { videoId, hidden: false }) ?? []),
    next: isEnd(next) ? null : JSON.stringify(next),
  });
  if (after !== null && place.threads === null) {
    const [parent = '', ...waiting] = place.waiting;
    const { items, next } = await orNone(repliesTo(reader, parent, place.replies));
    const rest = next === null ? waiting : place.waiting;
    return read(items, { ...place, waiting: rest, replies: next });
  }
  try {
    const { items, next } = await threadsOf(reader, { videoId, page: place.threads });
    const long = items.flatMap((thread) => (isCut(thread) ? (idIn(at(thread, 'id')) ?? []) : []));
    return read(items.flatMap(commentsIn), { ...place, threads: next, waiting: [...place.waiting, ...long] });
  } catch (error) {
    if (isGone(error)) return { kind: 'post-gone' };
    // Comments are switched off there. Reading a single comment shows whether it still exists.
    if (isCommentless(error)) return { kind: 'read', comments: [], next: null };
    throw error;
  }
}

/** The owner of the channel sees a held comment by its id, or in the list of held comments. */
export async function readOne(
  reader: YouTubeCommentReader,
  configuration: YouTubeConfiguration,
  { remoteId, postRemoteId: videoId }: KnownComment,
): Promise<CommentOutcome> {
  const found = (resources: readonly JsonValue[], hidden: true | null): RemoteComment | undefined =>
    resources
      .flatMap((each) => commentIn(configuration, each, { videoId, hidden }) ?? [])
      .find((comment) => comment.remoteId === remoteId);
  const shown = found((await orNone(commentsAt(reader, remoteId))).items, null);
  if (shown) return { kind: 'there', comment: shown };
  try {
    let page: string | null = null;
    for (let pages = 0; pages < HELD_PAGES_MAX; pages += 1) {
      const held = await threadsOf(reader, { videoId, held: true, page });
      const comment = found(held.items.flatMap(commentsIn), true);
      if (comment) return { kind: 'there', comment };
      page = held.next;
      if (page === null) return { kind: 'gone' };
    }
    return { kind: 'cannot-tell' };
  } catch (error) {
    if (isGone(error)) return { kind: 'gone' };
    if (isCommentless(error)) return { kind: 'cannot-tell' };
    throw error;
  }
}

const isCut = (thread: JsonValue): boolean =>
  (amountOf(at(thread, 'snippet', 'totalReplyCount')) ?? 0) >
  listOf(at(thread, 'replies', 'comments')).length;

const isEnd = ({ threads, waiting }: Place): boolean => threads === null && waiting.length === 0;

function placeIn(after: string | null): Place {
  if (after === null) return BEGINNING;
  const place = objectOf(JSON.parse(after) as JsonObject);
  return {
    threads: idIn(place?.['threads']),
    waiting: listOf(place?.['waiting']).flatMap((id) => idIn(id) ?? []),
    replies: idIn(place?.['replies']),
  };
}

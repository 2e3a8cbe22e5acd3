import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, idIn, listOf, objectOf } from '../../kit/json.ts';
import { unreadable } from '../../kit/json-request.ts';
import { YouTubeError, type YouTubeClient } from '../client/client.ts';
import { isGone } from '../errors.ts';

const READ_MS = 20_000;
const PAGE = '100';

export type YouTubeCommentReader = Readonly<{ client: YouTubeClient; token: string; signal?: AbortSignal }>;
type Query = Readonly<Record<string, string>>;
export type YouTubeListPage = Readonly<{ items: readonly JsonValue[]; next: string | null }>;

/** Reads a JSON object. @throws the errors of `YouTubeClient.send`; OutgoingError for a response that is not an object */
async function bodyOf(
  { client, token, signal }: YouTubeCommentReader,
  path: string,
  query: Query,
): Promise<JsonObject> {
  const request = { timeoutMs: READ_MS, ...(signal && { signal }) };
  const body: JsonObject | null = objectOf((await client.send({ token, path, query, request })).json());
  if (!body) throw unreadable('youtube');
  return body;
}

/** Reads one page of a list, for one unit of the quota. @throws the errors of `bodyOf` */
async function pageOf(reader: YouTubeCommentReader, path: string, query: Query): Promise<YouTubeListPage> {
  const body = await bodyOf(reader, path, query);
  return { items: listOf(body['items']), next: idIn(body['nextPageToken']) };
}

type ThreadsRequest = Readonly<{ videoId: string; held?: boolean; page: string | null }>;

/** Reads one page of a video's threads, newest first: the visible threads or, with `held`, the threads that are held for review. */
export const threadsOf = (
  reader: YouTubeCommentReader,
  { videoId, held = false, page }: ThreadsRequest,
): Promise<YouTubeListPage> =>
  pageOf(reader, '/youtube/v3/commentThreads', {
    part: 'id,snippet,replies',
    videoId,
    order: 'time',
    maxResults: PAGE,
    textFormat: 'plainText',
    ...(held && { moderationStatus: 'heldForReview' }),
    ...(page !== null && { pageToken: page }),
  });

/** Reads one page of a thread's replies. A list of threads contains only some of them. */
export const repliesTo = (
  reader: YouTubeCommentReader,
  parentId: string,
  page: string | null,
): Promise<YouTubeListPage> =>
  pageOf(reader, '/youtube/v3/comments', {
    part: 'id,snippet',
    parentId,
    maxResults: PAGE,
    textFormat: 'plainText',
    ...(page !== null && { pageToken: page }),
  });

/** Reads comments by their ids. */
export const commentsAt = (reader: YouTubeCommentReader, id: string): Promise<YouTubeListPage> =>
  pageOf(reader, '/youtube/v3/comments', { part: 'id,snippet', id, textFormat: 'plainText' });

/** The maximum number of ids that `videos:batchGetStats` accepts. */
export const VIDEOS_PER_CALL = 50;

/**
 * Reads videos with their counts. This call has a separate quota
 * (developers.google.com/youtube/v3/docs/videos/batchGetStats).
 */
export const statisticsOf = (
  reader: YouTubeCommentReader,
  ids: readonly string[],
): Promise<JsonValue | undefined> => readStatistics(reader, '/youtube/v3/videos:batchGetStats', ids);

/** Like `statisticsOf`, but for one unit of the usual quota. The owner of the channel also gets private videos. */
export const ownStatisticsOf = (
  reader: YouTubeCommentReader,
  ids: readonly string[],
): Promise<JsonValue | undefined> => readStatistics(reader, '/youtube/v3/videos', ids);

async function readStatistics(
  reader: YouTubeCommentReader,
  path: string,
  ids: readonly string[],
): Promise<JsonValue | undefined> {
  return (await bodyOf(reader, path, { part: 'id,statistics', id: ids.join(',') }))['items'];
}

/** The top comment of a thread, and the replies that are in the same response. */
export const commentsIn = (thread: JsonValue): readonly JsonValue[] => {
  const top = at(thread, 'snippet', 'topLevelComment');
  return [...(top === undefined ? [] : [top]), ...listOf(at(thread, 'replies', 'comments'))];
};

export const hasCommentsDisabled = (error: unknown): boolean =>
  error instanceof YouTubeError && error.reason === 'commentsDisabled';

/** Returns an empty page if the object was deleted in the meantime. */
export async function emptyIfGone(page: Promise<YouTubeListPage>): Promise<YouTubeListPage> {
  try {
    return await page;
  } catch (error) {
    if (isGone(error)) return { items: [], next: null };
    throw error;
  }
}

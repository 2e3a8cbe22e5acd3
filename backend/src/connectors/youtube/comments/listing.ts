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

/** @throws as `YouTubeClient.send`; OutgoingError for an answer that is no object */
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

/** One page of a list; each costs one unit of the quota. @throws as `bodyOf` */
async function pageOf(reader: YouTubeCommentReader, path: string, query: Query): Promise<YouTubeListPage> {
  const body = await bodyOf(reader, path, query);
  return { items: listOf(body['items']), next: idIn(body['nextPageToken']) };
}

type ThreadsAsked = Readonly<{ videoId: string; held?: boolean; page: string | null }>;

/** Threads of a video, newest first: the visible ones, or those held for review. */
export const threadsOf = (
  reader: YouTubeCommentReader,
  { videoId, held = false, page }: ThreadsAsked,
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

/** All replies of a thread; the thread itself contains some of them. */
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

/** Comments by their ids. */
export const commentsAt = (reader: YouTubeCommentReader, id: string): Promise<YouTubeListPage> =>
  pageOf(reader, '/youtube/v3/comments', { part: 'id,snippet', id, textFormat: 'plainText' });

/** The most ids that `videos:batchGetStats` accepts. */
export const VIDEOS_PER_CALL = 50;

/**
 * Videos with their counts, as in the answer. It uses a separate bucket
 * (developers.google.com/youtube/v3/docs/videos/batchGetStats).
 */
export const statisticsOf = (
  reader: YouTubeCommentReader,
  ids: readonly string[],
): Promise<JsonValue | undefined> => countedAt(reader, '/youtube/v3/videos:batchGetStats', ids);

/** The same, also for one unit of the quota. The owner of the channel also gets its private videos. */
export const ownStatisticsOf = (
  reader: YouTubeCommentReader,
  ids: readonly string[],
): Promise<JsonValue | undefined> => countedAt(reader, '/youtube/v3/videos', ids);

async function countedAt(
  reader: YouTubeCommentReader,
  path: string,
  ids: readonly string[],
): Promise<JsonValue | undefined> {
  return (await bodyOf(reader, path, { part: 'id,statistics', id: ids.join(',') }))['items'];
}

/** The top comment of a thread, and the replies that were in the same answer. */
export const commentsIn = (thread: JsonValue): readonly JsonValue[] => {
  const top = at(thread, 'snippet', 'topLevelComment');
  return [...(top === undefined ? [] : [top]), ...listOf(at(thread, 'replies', 'comments'))];
};

export const isCommentless = (error: unknown): boolean =>
  error instanceof YouTubeError && error.reason === 'commentsDisabled';

/** An object that was deleted between two calls has nothing to list. */
export async function orNone(page: Promise<YouTubeListPage>): Promise<YouTubeListPage> {
  try {
    return await page;
  } catch (error) {
    if (isGone(error)) return { items: [], next: null };
    throw error;
  }
}

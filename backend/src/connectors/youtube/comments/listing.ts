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

/** @throws as `YouTubeClient.send`; OutgoingError for what is no object */
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

/** One page of a list, a unit of the quota each. @throws as `bodyOf` */
async function pageOf(reader: YouTubeCommentReader, path: string, query: Query): Promise<YouTubeListPage> {
  const body = await bodyOf(reader, path, query);
  return { items: listOf(body['items']), next: idIn(body['nextPageToken']) };
}

type ThreadsAsked = Readonly<{ videoId: string; held?: boolean; page: string | null }>;

/** Threads of a video, newest first: those that are shown, or those that are held for review. */
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

/** All replies of a thread; a thread itself answers with some of them. */
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

/** `videos:batchGetStats` takes no more ids. */
export const COUNTED_AT_ONCE = 50;

/**
 * Videos with what is counted of them, as the answer has them. It draws from a bucket of its own
 * (developers.google.com/youtube/v3/docs/videos/batchGetStats).
 */
export const statisticsOf = (
  reader: YouTubeCommentReader,
  ids: readonly string[],
): Promise<JsonValue | undefined> => countedAt(reader, '/youtube/v3/videos:batchGetStats', ids);

/** The same for a unit of the quota, and whoever runs the channel is told of its private videos too. */
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

/** The comment on top of a thread, and those of its replies that came with it. */
export const commentsIn = (thread: JsonValue): readonly JsonValue[] => {
  const top = at(thread, 'snippet', 'topLevelComment');
  return [...(top === undefined ? [] : [top]), ...listOf(at(thread, 'replies', 'comments'))];
};

export const isCommentless = (error: unknown): boolean =>
  error instanceof YouTubeError && error.reason === 'commentsDisabled';

/** What is gone between two calls has nothing to list. */
export async function orNone(page: Promise<YouTubeListPage>): Promise<YouTubeListPage> {
  try {
    return await page;
  } catch (error) {
    if (isGone(error)) return { items: [], next: null };
    throw error;
  }
}

import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { CommentOutcome, KnownComment, ThreadOutcome } from '../../contract/comments.ts';
import { amountOf, at, idIn, listOf, objectOf } from '../../kit/json.ts';
import type { BusinessClient } from './business-client.ts';
import type { TikTokBusiness } from './business-grant.ts';
import { isCommentGone, isVideoGone } from './business-outcomes.ts';
import { commentIn } from './remote-comment.ts';

const READ_MS = 20_000;
const PAGE = '30';

export type TikTokCommentReader = Readonly<{
  client: BusinessClient;
  business: TikTokBusiness;
  signal?: AbortSignal;
}>;
type Page = Readonly<{ items: readonly JsonValue[]; next: number | null }>;

/**
 * The position in the comments of a video. `top`: the offset of the next page of top comments; null after the last page.
 * `waiting`: comments whose replies are read after all top comments, because each needs a separate call. `replies`: the offset in
 * the replies of the first waiting comment.
 */
type Position = Readonly<{ top: number | null; waiting: readonly string[]; replies: number }>;
const BEGINNING: Position = { top: 0, waiting: [], replies: 0 };

/** Reads one page of top comments, newest first and including hidden ones, or one page of a comment's replies. */
export async function readThread(
  reader: TikTokCommentReader,
  videoId: string,
  after: string | null,
): Promise<ThreadOutcome> {
  const position = positionIn(after);
  const outcomeOf = ({ items }: Page, next: Position): ThreadOutcome => ({
    kind: 'read',
    comments: items.flatMap((item) => commentIn(item, videoId) ?? []),
    next: next.top === null && next.waiting.length === 0 ? null : JSON.stringify(next),
  });
  try {
    if (position.top !== null) {
      const page = await pageOf(reader, 'list', { video_id: videoId }, position.top);
      const waiting = [...position.waiting, ...page.items.flatMap(withRepliesIn)];
      return outcomeOf(page, { ...position, top: page.next, waiting });
    }
    const [parent = '', ...waiting] = position.waiting;
    const page = await repliesTo(reader, { videoId, parent }, position.replies);
    const rest = page.next === null ? waiting : position.waiting;
    return outcomeOf(page, { ...position, waiting: rest, replies: page.next ?? 0 });
  } catch (error) {
    if (isVideoGone(error)) return { kind: 'post-gone' };
    throw error;
  }
}

/** Reads one comment by its id. */
export async function readOne(
  reader: TikTokCommentReader,
  { remoteId, postRemoteId }: KnownComment,
): Promise<CommentOutcome> {
  const parameters = { video_id: postRemoteId, comment_ids: JSON.stringify([remoteId]) };
  try {
    const { items } = await pageOf(reader, 'list', parameters, 0);
    const comment = items
      .flatMap((item) => commentIn(item, postRemoteId) ?? [])
      .find((each) => each.remoteId === remoteId);
    return comment ? { kind: 'there', comment } : { kind: 'gone' };
  } catch (error) {
    if (isVideoGone(error) || isCommentGone(error)) return { kind: 'gone' };
    throw error;
  }
}

/**
 * Reads one page of a comment's replies. A comment that was deleted in the meantime has no replies. @throws the errors of
 * `BusinessClient.send`
 */
export async function repliesTo(
  reader: TikTokCommentReader,
  { videoId, parent }: Readonly<{ videoId: string; parent: string }>,
  from: number,
): Promise<Page> {
  try {
    return await pageOf(reader, 'reply/list', { video_id: videoId, comment_id: parent }, from);
  } catch (error) {
    if (isCommentGone(error)) return { items: [], next: null };
    throw error;
  }
}

async function pageOf(
  { client, business: { businessId, token }, signal }: TikTokCommentReader,
  list: 'list' | 'reply/list',
  parameters: Readonly<Record<string, string>>,
  from: number,
): Promise<Page> {
  const order = { sort_field: 'create_time', sort_order: 'desc', status: 'ALL' };
  const query = { business_id: businessId, ...parameters, ...order, max_count: PAGE, cursor: String(from) };
  const request = { timeoutMs: READ_MS, ...(signal && { signal }) };
  const data = await client.send(token, { path: `/business/comment/${list}/`, query, request });
  const cursor = amountOf(Number(at(data, 'cursor')));
  // A page may be shorter than requested. A cursor that does not advance would cause an endless loop, so it ends the list.
  const hasNextPage = at(data, 'has_more') === true && cursor !== null && cursor > from;
  return { items: listOf(at(data, 'comments')), next: hasNextPage ? cursor : null };
}

const withRepliesIn = (item: JsonValue): readonly string[] => {
  const id = idIn(at(item, 'comment_id'));
  return id !== null && amountOf(Number(at(item, 'replies'))) !== null ? [id] : [];
};

function positionIn(after: string | null): Position {
  if (after === null) return BEGINNING;
  const position = objectOf(JSON.parse(after) as JsonObject);
  return {
    top: amountOf(position?.['top']),
    waiting: listOf(position?.['waiting']).flatMap((id) => idIn(id) ?? []),
    replies: amountOf(position?.['replies']) ?? 0,
  };
}

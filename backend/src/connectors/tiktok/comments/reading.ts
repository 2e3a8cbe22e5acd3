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
 * The position in a thread. `top`: the next page of comments; null after the last one. `waiting`: comments whose replies are still unread.
 * Top-level comments come first, because replies cost a page for each comment.
 */
type Left = Readonly<{ top: number | null; waiting: readonly string[]; replies: number }>;
const BEGINNING: Left = { top: 0, waiting: [], replies: 0 };

/** One page of comments, newest first and including hidden ones, or of one comment's replies. */
export async function readThread(
  reader: TikTokCommentReader,
  videoId: string,
  after: string | null,
): Promise<ThreadOutcome> {
  const left = leftIn(after);
  const read = ({ items }: Page, next: Left): ThreadOutcome => ({
    kind: 'read',
    comments: items.flatMap((item) => commentIn(item, videoId) ?? []),
    next: next.top === null && next.waiting.length === 0 ? null : JSON.stringify(next),
  });
  try {
    if (left.top !== null) {
      const page = await pageOf(reader, 'list', { video_id: videoId }, left.top);
      const waiting = [...left.waiting, ...page.items.flatMap(answeredIn)];
      return read(page, { ...left, top: page.next, waiting });
    }
    const [parent = '', ...waiting] = left.waiting;
    const page = await repliesTo(reader, { videoId, parent }, left.replies);
    const rest = page.next === null ? waiting : left.waiting;
    return read(page, { ...left, waiting: rest, replies: page.next ?? 0 });
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
  const asked = { video_id: postRemoteId, comment_ids: JSON.stringify([remoteId]) };
  try {
    const { items } = await pageOf(reader, 'list', asked, 0);
    const comment = items
      .flatMap((item) => commentIn(item, postRemoteId) ?? [])
      .find((each) => each.remoteId === remoteId);
    return comment ? { kind: 'there', comment } : { kind: 'gone' };
  } catch (error) {
    if (isVideoGone(error) || isCommentGone(error)) return { kind: 'gone' };
    throw error;
  }
}

/** A comment that is deleted between two calls has no replies. @throws as `BusinessClient.send` */
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
  asked: Readonly<Record<string, string>>,
  from: number,
): Promise<Page> {
  const order = { sort_field: 'create_time', sort_order: 'desc', status: 'ALL' };
  const query = { business_id: businessId, ...asked, ...order, max_count: PAGE, cursor: String(from) };
  const request = { timeoutMs: READ_MS, ...(signal && { signal }) };
  const data = await client.send(token, { path: `/business/comment/${list}/`, query, request });
  const cursor = amountOf(Number(at(data, 'cursor')));
  // A page may be shorter than requested. A cursor that does not advance would cause an endless loop.
  const goesOn = at(data, 'has_more') === true && cursor !== null && cursor > from;
  return { items: listOf(at(data, 'comments')), next: goesOn ? cursor : null };
}

const answeredIn = (item: JsonValue): readonly string[] => {
  const id = idIn(at(item, 'comment_id'));
  return id !== null && amountOf(Number(at(item, 'replies'))) !== null ? [id] : [];
};

function leftIn(after: string | null): Left {
  if (after === null) return BEGINNING;
  const left = objectOf(JSON.parse(after) as JsonObject);
  return {
    top: amountOf(left?.['top']),
    waiting: listOf(left?.['waiting']).flatMap((id) => idIn(id) ?? []),
    replies: amountOf(left?.['replies']) ?? 0,
  };
}

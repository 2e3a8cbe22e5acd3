import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { authorHandle, commentText } from '../../kit/comment-texts.ts';
import type { KnownComment, RemoteComment } from '../../contract/comments.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { unreadable } from '../../kit/json-request.ts';
import { graphTime } from '../../meta/look-up.ts';
import type { ThreadsClient } from '../client.ts';
import { missesObject } from '../errors.ts';
import { readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';
import { isListed, pagesOf, withoutTag, type ThreadsOwnPost } from '../look-up/own-posts.ts';
import type { ThreadsSession } from '../tokens.ts';

const PAGE = 50;
const OWN_PAGES_MAX = 20;
const FIELDS =
  'id,text,username,permalink,timestamp,root_post,replied_to,is_reply,is_reply_owned_by_me,hide_status';
/**
 * Clocks may differ by this much. A reply from a few minutes before the attempt is ruled out by its text, or because it is already
 * claimed.
 */
const CLOCK_DIFFERENCE_MS = 300_000;
const UNKNOWN_AUTHOR = 'Threads user';

export type ThreadsReplyReader = Readonly<{
  client: ThreadsClient;
  session: ThreadsSession;
  signal?: AbortSignal;
}>;
type ReplyIds = Pick<KnownComment, 'remoteId' | 'postRemoteId'>;

/**
 * Reads one page of all replies under a post, at any depth, newest first (docs/threads/retrieve-and-manage-replies). `next`: the
 * cursor of the next page; null for the last page. @throws TokenRefused, ThreadsError, OutgoingError, BreakerOpen
 */
export async function conversation(
  { client, session: { token }, signal }: ThreadsReplyReader,
  post: string,
  after: string | null,
): Promise<Readonly<{ comments: readonly RemoteComment[]; next: string | null }>> {
  const body = await client.send({
    path: `/${encodeURIComponent(post)}/conversation`,
    fields: {
      fields: FIELDS,
      reverse: 'true',
      limit: String(PAGE),
      access_token: token,
      ...(after !== null && { after }),
    },
    ...(signal && { request: { signal } }),
  });
  if (!Array.isArray(body['data'])) throw unreadable('threads', 'answers no list');
  const items = listOf(body['data']);
  const cursor = textOf(at(body, 'paging', 'cursors', 'after'));
  // Some pages contain no link although more pages follow.
  const hasNextPage = at(body, 'paging', 'next') !== undefined || items.length >= PAGE;
  return {
    comments: items.flatMap((item) => commentIn(item, post) ?? []),
    next: hasNextPage && cursor !== after ? cursor : null,
  };
}

/** Reads one reply; null: the response contains no usable reply. @throws the errors of `conversation` */
export async function readReply(
  { client, session: { token }, signal }: ThreadsReplyReader,
  { remoteId, postRemoteId }: ReplyIds,
): Promise<RemoteComment | null> {
  const body = await client.send({
    path: `/${encodeURIComponent(remoteId)}`,
    fields: { fields: FIELDS, access_token: token },
    ...(signal && { request: { signal } }),
  });
  return commentIn(body, postRemoteId);
}

function commentIn(item: JsonValue, postRemoteId: string): RemoteComment | null {
  const id = idIn(at(item, 'id'));
  const time = graphTime(at(item, 'timestamp'));
  if (id === null || Number.isNaN(time)) return null;
  const parentId = idIn(at(item, 'replied_to', 'id'));
  const rootId = idIn(at(item, 'root_post', 'id')) ?? postRemoteId;
  // Only private profiles have no username.
  const username = textOf(at(item, 'username'));
  const status = textOf(at(item, 'hide_status'));
  return {
    key: id,
    remoteId: id,
    postRemoteId,
    parentRemoteId: parentId === rootId || parentId === postRemoteId ? null : parentId,
    author: {
      remoteId: username ?? `of:${id}`,
      handle: authorHandle(username, UNKNOWN_AUTHOR),
      name: null,
      isBot: false,
    },
    isOwn: at(item, 'is_reply_owned_by_me') === true,
    text: commentText(textOf(at(item, 'text')) ?? ''),
    createdAt: new Date(time).toISOString(),
    editedAt: null,
    permalink: textOf(at(item, 'permalink')),
    hidden: status === null ? null : status === 'HIDDEN',
    refs: {},
  };
}

type Existence = 'there' | 'gone' | 'cannot-tell';

/**
 * Whether a reply exists. Deleted and invisible replies have the same error, so the state of the post decides. @throws the errors
 * of `conversation`
 */
export async function replyState(
  reader: ThreadsReplyReader,
  { remoteId, postRemoteId }: ReplyIds,
): Promise<Existence> {
  if (await canRead(reader, remoteId)) return 'there';
  return (await postState(reader, postRemoteId)) === 'cannot-tell' ? 'cannot-tell' : 'gone';
}

/** Whether a post exists. If it cannot be read, the profile's list decides. @throws the errors of `conversation` */
export async function postState(reader: ThreadsReplyReader, id: string): Promise<Existence> {
  if (await canRead(reader, id)) return 'there';
  const { client, session, signal = new AbortController().signal } = reader;
  return (await isListed(client, session, id, signal)) ? 'cannot-tell' : 'gone';
}

async function canRead(
  { client, session: { token }, signal }: ThreadsReplyReader,
  id: string,
): Promise<boolean> {
  try {
    const fields = { fields: 'id', access_token: token };
    await client.send({ path: `/${encodeURIComponent(id)}`, fields, ...(signal && { request: { signal } }) });
    return true;
  } catch (error) {
    if (missesObject(error)) return false;
    throw error;
  }
}

type Expected = Readonly<{
  /** The id of the parent. */
  to: string;
  text: string;
  /** ISO; the reply is not older. */
  since: string;
  /** The reply certainly exists. In this case, a single own reply under the parent is this reply, even if its text differs. */
  isPublished: boolean;
}>;

/** The profile's own replies to one comment with the sent text, oldest first. `brokeOff` may be any error of `conversation`. */
export async function ownReplies(
  { client, session: { token } }: ThreadsReplyReader,
  { to, text, since, isPublished }: Expected,
): Promise<OwnPostSearch<ThreadsOwnPost>> {
  const earliest = Date.parse(since) - CLOCK_DIFFERENCE_MS;
  const fields = {
    fields: 'id,permalink,text,timestamp,replied_to',
    since: String(Math.floor(earliest / 1000)),
    limit: String(PAGE),
    access_token: token,
  };
  const found = new Map<string, JsonValue>();
  const brokeOff = await readPages(async () => {
    for await (const page of pagesOf(client, { path: '/me/replies', fields, most: OWN_PAGES_MAX }))
      for (const item of page) {
        const isOlder = graphTime(at(item, 'timestamp')) < earliest;
        if (!isOlder && idIn(at(item, 'replied_to', 'id')) === to)
          found.set(idIn(at(item, 'id')) ?? '', item);
      }
  });
  const possible = [...found.values()].reverse();
  const matching = possible.filter((item) => withoutTag(textOf(at(item, 'text')) ?? '') === withoutTag(text));
  const isOnlyOne = isPublished && brokeOff === null && possible.length === 1;
  const own = (matching.length === 0 && isOnlyOne ? possible : matching).flatMap((item) => {
    const id = idIn(at(item, 'id'));
    return id === null ? [] : [{ id, permalink: textOf(at(item, 'permalink')) }];
  });
  return { found: own, brokeOff };
}

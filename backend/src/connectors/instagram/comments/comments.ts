import { countText } from '@posthorn/contracts/integrations/text-count';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { authorHandle, commentText } from '../../kit/comment-texts.ts';
import type { RemoteComment } from '../../contract/comments.ts';
import { at, idIn, listOf, objectOf, textOf } from '../../kit/json.ts';
import type { CommentDialect, OpenedAccount, PostOf } from '../../meta/comments/comment-dialect.ts';
import { countOf } from '../../meta/comments/moved-counts.ts';
import { edgePages } from '../../meta/client/edge-pages.ts';
import { saysMissing } from '../../meta/errors/graph-outcomes.ts';
import { graphTime } from '../../meta/look-up.ts';
import { INSTAGRAM_LIMITS } from '../limits.ts';
import { routeNameIn } from '../client.ts';

/** Responses contain `user` only for comments of the account itself. */
const FIELDS = 'id,text,username,from{id,username},user,timestamp,hidden,parent_id';
/** The maximum page size: docs/instagram-platform/instagram-graph-api/reference/ig-media/comments. */
const PAGE = 50;
const REPLY_PAGES_MAX = 100;
const UNKNOWN_AUTHOR = 'Instagram user';

/** Comments on Instagram, the same for both routes. Source: docs/instagram-platform/comment-moderation. */
export const instagramComments = (open: CommentDialect['open']): CommentDialect => ({
  open,
  readingScope: (credentials) =>
    routeNameIn(credentials) === 'login' ? 'instagram_business_manage_comments' : 'instagram_manage_comments',
  posts: {
    edge: 'media',
    // The count includes replies, but no comments on single pictures of a carousel: reference/instagram-media.
    fields: 'id,timestamp,comments_count',
    idFields: 'id',
    idsIn: (media) => [idIn(at(media, 'id')) ?? ''],
    idOf: (remoteId) => remoteId,
    countIn: (media) => countOf(at(media, 'comments_count')),
    madeAt: (media) => graphTime(at(media, 'timestamp')),
  },
  fields: FIELDS,
  thread: { fields: `${FIELDS},replies{${FIELDS}}`, parameters: {}, limit: PAGE, flat: withReplies },
  commentIn,
  answers: {
    edge: 'replies',
    parameters: {},
    isDeep: false,
    // Only top comments can have replies.
    writtenTo: ({ remoteId, parentRemoteId }) => parentRemoteId ?? remoteId,
    takesRepliesToHidden: false,
  },
  hideField: 'hide',
  // Instagram does not document the maximum length. Its app has this limit, and captions have the same limit.
  replyLength: (text) => ({
    used: countText(text, INSTAGRAM_LIMITS.text.count),
    max: INSTAGRAM_LIMITS.text.max,
  }),
  // A comment has no separate URL, so this returns the URL of the parent comment.
  permalinkOf: (_opened, _id, { permalink }) => Promise.resolve(permalink),
});

/** Returns a top comment with all its replies. The list contains only the first replies of each top comment. */
async function withReplies(
  opened: OpenedAccount,
  item: JsonValue,
  signal: AbortSignal,
): Promise<readonly JsonValue[]> {
  const id = idIn(at(item, 'id'));
  const paging = at(item, 'replies', 'paging');
  const replies = [...listOf(at(item, 'replies', 'data'))];
  const after = textOf(at(paging, 'cursors', 'after'));
  if (id !== null && after !== null && at(paging, 'next') !== undefined)
    replies.push(...(await remainingReplies(opened, { id, after, signal })));
  return [item, ...replies.map((reply) => ({ parent_id: id, ...objectOf(reply) }))];
}

type RemainingPages = Readonly<{ id: string; after: string; signal: AbortSignal }>;

async function remainingReplies(
  { graph, account }: OpenedAccount,
  { id, after, signal }: RemainingPages,
): Promise<JsonValue[]> {
  const fields = { fields: FIELDS, limit: String(PAGE), after };
  const call = { path: `${id}/replies`, token: account.accessToken, fields, request: { signal } };
  const replies: JsonValue[] = [];
  try {
    for await (const { items } of edgePages(graph, call, REPLY_PAGES_MAX)) replies.push(...items);
  } catch (error) {
    // The comment was deleted after the platform sent the list, together with its replies.
    if (!saysMissing(error)) throw error;
  }
  return replies;
}

function commentIn(
  item: JsonValue,
  { postRemoteId, permalink }: PostOf,
  ownerId: string,
): RemoteComment | null {
  const id = idIn(at(item, 'id'));
  const time = graphTime(at(item, 'timestamp'));
  if (id === null || Number.isNaN(time)) return null;
  const username = textOf(at(item, 'from', 'username')) ?? textOf(at(item, 'username'));
  const authorId = idIn(at(item, 'from', 'id')) ?? username ?? `of:${id}`;
  const hidden = at(item, 'hidden');
  return {
    key: id,
    remoteId: id,
    postRemoteId,
    parentRemoteId: idIn(at(item, 'parent_id')),
    author: { remoteId: authorId, handle: authorHandle(username, UNKNOWN_AUTHOR), name: null, isBot: false },
    isOwn: authorId === ownerId || at(item, 'user') !== undefined,
    text: commentText(textOf(at(item, 'text')) ?? ''),
    createdAt: new Date(time).toISOString(),
    editedAt: null,
    permalink,
    hidden: typeof hidden === 'boolean' ? hidden : null,
    refs: {},
  };
}

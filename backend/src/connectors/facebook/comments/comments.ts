import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { authorName, commentText } from '../../kit/comment-texts.ts';
import type { KnownComment, RemoteComment } from '../../contract/comments.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import type { CommentDialect, OpenedAccount, PostOf } from '../../meta/comments/comment-dialect.ts';
import { countOf } from '../../meta/comments/moved-counts.ts';
import { graphTime } from '../../meta/look-up.ts';
import { ATTACHED, attachedIn, lastPart } from '../look-up/own-posts.ts';

/** In characters. Facebook documents no limit, but its web pages accept no longer comment. */
const TEXT_MAX = 8_000;
const PERMALINK_MS = 4_000;
const FIELDS = 'id,message,from{id,name},created_time,parent{id},is_hidden,permalink_url';
/** Requests a flat list that includes replies. Without this filter, Facebook leaves out comments that it considers uninteresting. */
const FLAT = { filter: 'stream', order: 'reverse_chronological' };
/** The name for authors whose privacy settings hide them. */
const HIDDEN_AUTHOR = 'Facebook user';

export const READING_SCOPE = 'pages_read_user_content';
/** With this filter, the count includes replies. */
export const COUNTED_COMMENTS = 'comments.filter(stream).limit(0).summary(total_count)';

/**
 * Sources: docs/graph-api/reference/object/comments and docs/pages-api/comments-mentions. Needs a Page's token: with a person's
 * token, lists are empty, without an error.
 */
export const facebookComments = (open: CommentDialect['open']): CommentDialect => ({
  open,
  readingScope: () => READING_SCOPE,
  posts: {
    edge: 'published_posts',
    fields: `id,created_time,${COUNTED_COMMENTS},${ATTACHED}`,
    idFields: `id,${ATTACHED}`,
    // The remote id of a post may be the id of its video.
    idsIn: (post) => [lastPart(idIn(at(post, 'id')) ?? ''), ...attachedIn(post)],
    idOf: lastPart,
    countIn: (post) => countOf(at(post, 'comments', 'summary', 'total_count')),
    madeAt: (post) => graphTime(at(post, 'created_time')),
  },
  fields: FIELDS,
  thread: { fields: FIELDS, parameters: FLAT, limit: 100, flat: (_, item) => Promise.resolve([item]) },
  commentIn,
  answers: {
    edge: 'comments',
    parameters: FLAT,
    isDeep: true,
    takesRepliesToHidden: true,
    writtenTo: ({ remoteId }) => remoteId,
  },
  hideField: 'is_hidden',
  replyLength: (text) => ({ used: Array.from(text).length, max: TEXT_MAX }),
  permalinkOf,
});

function commentIn(item: JsonValue, { postRemoteId }: PostOf, ownerId: string): RemoteComment | null {
  const id = idIn(at(item, 'id'));
  const time = graphTime(at(item, 'created_time'));
  if (id === null || Number.isNaN(time)) return null;
  const key = lastPart(id);
  const authorId = idIn(at(item, 'from', 'id'));
  const name = authorName(textOf(at(item, 'from', 'name')));
  const hidden = at(item, 'is_hidden');
  return {
    // In lists, the id of a comment begins with the id of its post; in other responses it may not.
    key,
    remoteId: id,
    postRemoteId,
    parentRemoteId: idIn(at(item, 'parent', 'id')),
    author: { remoteId: authorId ?? `of:${key}`, handle: name ?? HIDDEN_AUTHOR, name, isBot: false },
    isOwn: authorId === ownerId,
    text: commentText(textOf(at(item, 'message')) ?? ''),
    createdAt: new Date(time).toISOString(),
    editedAt: null,
    permalink: textOf(at(item, 'permalink_url')),
    hidden: typeof hidden === 'boolean' ? hidden : null,
    refs: {},
  };
}

/** The URL of a published reply. Errors are ignored, because the reply exists. */
async function permalinkOf(
  { graph, account }: OpenedAccount,
  id: string,
  _comment: KnownComment,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const fields = { fields: 'permalink_url' };
    const request = { signal, timeoutMs: PERMALINK_MS };
    const { body } = await graph.send({ path: id, token: account.accessToken, fields, request });
    return textOf(at(body, 'permalink_url'));
  } catch {
    return null;
  }
}

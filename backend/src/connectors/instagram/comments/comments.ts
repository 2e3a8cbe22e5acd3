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

/** `user` is present only on comments of the account itself. */
const FIELDS = 'id,text,username,from{id,username},user,timestamp,hidden,parent_id';
/** docs/instagram-platform/instagram-graph-api/reference/ig-media/comments: the longest page. */
const PAGE = 50;
const ANSWER_PAGES_MAX = 100;
const NOBODY = 'Instagram user';

/** docs/instagram-platform/comment-moderation, the same on the hosts of both routes. */
export const instagramComments = (open: CommentDialect['open']): CommentDialect => ({
  open,
  readingScope: (credentials) =>
    routeNameIn(credentials) === 'login' ? 'instagram_business_manage_comments' : 'instagram_manage_comments',
  posts: {
    edge: 'media',
    // Includes the answers, without those on the pictures of a carousel: reference/instagram-media.
    fields: 'id,timestamp,comments_count',
    idFields: 'id',
    idsIn: (media) => [idIn(at(media, 'id')) ?? ''],
    idOf: (remoteId) => remoteId,
    countIn: (media) => countOf(at(media, 'comments_count')),
    madeAt: (media) => graphTime(at(media, 'timestamp')),
  },
  fields: FIELDS,
  thread: { fields: `${FIELDS},replies{${FIELDS}}`, more: {}, limit: PAGE, flat: withAnswers },
  commentIn,
  answers: {
    edge: 'replies',
    more: {},
    isDeep: false,
    // Only top comments can be answered.
    writtenTo: ({ remoteId, parentRemoteId }) => parentRemoteId ?? remoteId,
    whyNotToHidden: 'Instagram takes no replies to hidden comments.',
  },
  hideField: 'hide',
  // The length limit is not documented. The app stops here, and captions have the same limit.
  replyLength: (text) => ({
    used: countText(text, INSTAGRAM_LIMITS.text.count),
    max: INSTAGRAM_LIMITS.text.max,
  }),
  // A comment has no address of its own.
  permalinkOf: (_opened, _id, { permalink }) => Promise.resolve(permalink),
});

/** A list holds top comments only, each with its first answers. */
async function withAnswers(
  opened: OpenedAccount,
  item: JsonValue,
  signal: AbortSignal,
): Promise<readonly JsonValue[]> {
  const id = idIn(at(item, 'id'));
  const paging = at(item, 'replies', 'paging');
  const answers = [...listOf(at(item, 'replies', 'data'))];
  const after = textOf(at(paging, 'cursors', 'after'));
  if (id !== null && after !== null && at(paging, 'next') !== undefined)
    answers.push(...(await restOf(opened, { id, after, signal })));
  return [item, ...answers.map((answer) => ({ parent_id: id, ...objectOf(answer) }))];
}

type Rest = Readonly<{ id: string; after: string; signal: AbortSignal }>;

async function restOf({ graph, account }: OpenedAccount, { id, after, signal }: Rest): Promise<JsonValue[]> {
  const fields = { fields: FIELDS, limit: String(PAGE), after };
  const call = { path: `${id}/replies`, token: account.accessToken, fields, request: { signal } };
  const answers: JsonValue[] = [];
  try {
    for await (const { items } of edgePages(graph, call, ANSWER_PAGES_MAX)) answers.push(...items);
  } catch (error) {
    // Deleted since the list was made, together with its answers.
    if (!saysMissing(error)) throw error;
  }
  return answers;
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
    author: { remoteId: authorId, handle: authorHandle(username, NOBODY), name: null, isBot: false },
    isOwn: authorId === ownerId || at(item, 'user') !== undefined,
    text: commentText(textOf(at(item, 'text')) ?? ''),
    createdAt: new Date(time).toISOString(),
    editedAt: null,
    permalink,
    hidden: typeof hidden === 'boolean' ? hidden : null,
    refs: {},
  };
}

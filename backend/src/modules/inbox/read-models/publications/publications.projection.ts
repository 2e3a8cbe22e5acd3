import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { keyedRows } from '#infrastructure/readers/keyed-rows.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import { rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { PostPublishedEvent, PostWordsEvent } from '#modules/scheduling/ports/events.ts';

const PUBLICATION = rowTable('inbox_publication', ['account_id', 'remote_id'], {
  account_id: 'bigint not null',
  remote_id: 'text not null',
  post_id: 'bigint not null',
  owner_id: 'text not null',
  permalink: 'text',
  published_at: 'timestamptz not null',
});
type PublicationRow = RowOf<typeof PUBLICATION>;

const publicationRow = (
  row: PublicationRow | undefined,
  { data, meta }: LoggedEvent<PostPublishedEvent>,
): PublicationRow =>
  row ?? {
    account_id: data.accountId,
    remote_id: data.remoteId ?? '',
    post_id: data.postId,
    owner_id: data.ownerId,
    permalink: data.permalink,
    published_at: meta.at,
  };
const foldPublication = folding<PublicationRow | undefined, LoggedEvent<PostPublishedEvent>>({
  PlatformPublished: publicationRow,
  PublicIdAssigned: publicationRow,
  DuplicateDetected: publicationRow,
});
const publications = keyedRows<PublicationRow, PostPublishedEvent>({
  ...PUBLICATION,
  keyOf: ({ data: { accountId, remoteId } }) =>
    remoteId === null || remoteId === ERASED ? null : [accountId, remoteId],
  fold: foldPublication,
});

const POST = rowTable('inbox_post', 'post_id', {
  post_id: 'bigint not null',
  owner_id: 'text not null',
  content: 'text not null',
  ai_replies: 'boolean not null',
});
type PostRow = RowOf<typeof POST>;

type WholePostEvent = Extract<PostWordsEvent, Readonly<{ data: Readonly<{ content: string }> }>>;
const postRow = (_: PostRow | undefined, { data }: Pick<WholePostEvent, 'data'>): PostRow => ({
  post_id: data.postId,
  owner_id: data.ownerId,
  content: data.content,
  ai_replies: data.aiRepliesEnabled,
});
const foldPost = folding<PostRow | undefined, PostWordsEvent>({
  PostScheduled: postRow,
  PostEdited: postRow,
  PublishedPostEdited: (row, { data }) => row && { ...row, ai_replies: data.aiRepliesEnabled },
});
const posts = keyedRows<PostRow, PostWordsEvent>({
  ...POST,
  keyOf: ({ data }) => data.postId,
  fold: foldPost,
});

/** Maps posts on platforms to posts of Posthorn, with their text and whether the owner requested automatic replies. */
export const publicationList: Projection<PostPublishedEvent | PostWordsEvent> = {
  name: 'inbox.publications',
  version: 2,
  categories: ['post', 'publication'],
  types: [...foldPublication.types, ...foldPost.types],
  tables: { inbox_publication: PUBLICATION.sql, inbox_post: POST.sql },
  personal: { inbox_publication: 'owner_id', inbox_post: 'owner_id' },
  lookups: { inbox_publication: ['post_id'] },
  apply: async (tx, events) => {
    await publications(tx, events);
    await posts(tx, events);
    return [];
  },
};
export const PUBLICATIONS_VIEW = readViewOf(publicationList, 'inbox_publication');
export const POSTS_VIEW = readViewOf(publicationList, 'inbox_post');

import { ERASED } from '#infrastructure/log/personal-field.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { PostPublishedEvent, PostWordsEvent } from '#modules/scheduling/public.ts';

type PublicationRow = Readonly<{
  account_id: number;
  remote_id: string;
  post_id: number;
  owner_id: string;
  permalink: string | null;
  published_at: string;
}>;
type PostRow = Readonly<{ post_id: number; owner_id: string; content: string; ai_replies: boolean }>;
/** Streams of posts and publications have other events too. */
type Told = PostPublishedEvent | PostWordsEvent;

const remoteIdOf = (event: Told): string | null => {
  if (event.type !== 'PlatformPublished' && event.type !== 'DuplicateDetected') return null;
  return event.data.remoteId === ERASED ? null : event.data.remoteId;
};

const publications = keyedRows<PublicationRow, Told>({
  table: 'inbox_publication',
  key: ['account_id', 'remote_id'],
  keyOf: (event) => {
    const remoteId = remoteIdOf(event);
    return remoteId === null || !('accountId' in event.data) ? null : [event.data.accountId, remoteId];
  },
  columns: {
    account_id: 'bigint',
    remote_id: 'text',
    post_id: 'bigint',
    owner_id: 'text',
    permalink: 'text',
    published_at: 'timestamptz',
  },
  fold: (row, { data, meta }) => {
    if (row || !('accountId' in data)) return row;
    const { accountId, remoteId, postId, ownerId, permalink } = data;
    return {
      account_id: accountId,
      remote_id: remoteId ?? '',
      post_id: postId,
      owner_id: ownerId,
      permalink,
      published_at: meta.at,
    };
  },
});

const posts = keyedRows<PostRow, Told>({
  table: 'inbox_post',
  key: 'post_id',
  keyOf: ({ type, data }) => (type === 'PostScheduled' || type === 'PostEdited' ? data.postId : null),
  columns: { post_id: 'bigint', owner_id: 'text', content: 'text', ai_replies: 'boolean' },
  fold: (row, { data }) =>
    'content' in data
      ? {
          post_id: data.postId,
          owner_id: data.ownerId,
          content: data.content,
          ai_replies: data.aiRepliesEnabled,
        }
      : row,
});

/** Which post of ours a remote post is, what it says, and whether it asks for automatic replies. */
export const publicationList: Projection<Told> = {
  name: 'inbox.publications',
  version: 1,
  categories: ['post', 'publication'],
  tables: {
    inbox_publication: `account_id bigint not null, remote_id text not null, post_id bigint not null, owner_id text not null,
      permalink text, published_at timestamptz not null, primary key (account_id, remote_id)`,
    inbox_post:
      'post_id bigint primary key, owner_id text not null, content text not null, ai_replies boolean not null',
  },
  personal: { inbox_publication: 'owner_id', inbox_post: 'owner_id' },
  apply: async (tx, events) => {
    await publications(tx, events);
    await posts(tx, events);
    return [];
  },
};

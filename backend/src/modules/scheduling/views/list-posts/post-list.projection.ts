import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { postStream } from '../../domain/post/post.ts';
import { publicationStream } from '../../domain/publication/publication.ts';
import { foldPost, type PostListEvent, type PostRow } from './post-row.ts';

/** One row for each post, deleted ones included: they can come back. `json`, because nobody looks into it and lists are long. */
export const postList: Projection<PostListEvent> = {
  name: 'scheduling.post-list',
  version: 8,
  categories: [postStream.category, publicationStream.category],
  ignores: ['PublishPrepared', 'RemoteDeletionAttempted'],
  tables: {
    scheduling_post: `post_id bigint primary key, revision bigint not null, owner_id text not null, state text not null, open boolean not null,
      status text not null, content text not null, title text, hashtags text, search_text text not null,
      media json not null, ai_replies boolean not null, scheduled_for timestamptz not null, timezone text, targets json not null, own json not null, has_own boolean not null, created_at timestamptz not null,
      has_failed boolean not null, needs_owner boolean not null`,
  },
  personal: { scheduling_post: 'owner_id' },
  indexes: [
    `create index scheduling_post_shown on {schema}.scheduling_post (owner_id, scheduled_for desc, post_id desc)
      where state in ('scheduled', 'publishing')`,
    `create index scheduling_post_page on {schema}.scheduling_post (owner_id, status, scheduled_for, post_id)
      where state in ('scheduled', 'publishing')`,
    `create index scheduling_post_failed on {schema}.scheduling_post (owner_id, status, scheduled_for, post_id)
      where has_failed and state in ('scheduled', 'publishing')`,
    `create index scheduling_post_attention on {schema}.scheduling_post (owner_id, status, scheduled_for, post_id)
      where needs_owner and state in ('scheduled', 'publishing')`,
    'create index scheduling_post_open on {schema}.scheduling_post (owner_id, post_id) where open',
  ],
  apply: keyedRows<PostRow, PostListEvent>({
    table: 'scheduling_post',
    key: 'post_id',
    keyOf: (event) => event.data.postId,
    columns: {
      post_id: 'bigint',
      revision: 'bigint',
      owner_id: 'text',
      state: 'text',
      open: 'boolean',
      status: 'text',
      content: 'text',
      title: 'text',
      hashtags: 'text',
      search_text: 'text',
      media: 'json',
      ai_replies: 'boolean',
      scheduled_for: 'timestamptz',
      timezone: 'text',
      targets: 'json',
      own: 'json',
      has_own: 'boolean',
      created_at: 'timestamptz',
      has_failed: 'boolean',
      needs_owner: 'boolean',
    },
    fold: foldPost,
    touched: ({ owner_id: userId, post_id: id, state }) => {
      const isGone = state === 'deleted' || state === 'archived';
      return { userId, topic: 'posts', change: { id, isGone } };
    },
  }),
};

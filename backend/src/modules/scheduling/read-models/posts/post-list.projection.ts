import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { rowProjection } from '#infrastructure/readers/row-table.ts';
import { postStream } from '../../domain/post/post.ts';
import { publicationStream } from '../../domain/publication/publication.ts';
import { foldPost, POST, POST_TYPES, type PostListEvent, type PostRow } from './post-row.ts';

/** The read model with one row for each post, including deleted posts, because they can be restored. */
export const postList = rowProjection<PostRow, PostListEvent>({
  name: 'scheduling.post-list',
  version: 14,
  categories: [postStream.category, publicationStream.category],
  types: POST_TYPES,
  table: POST,
  owner: 'owner_id',
  indexes: [
    `create index scheduling_post_shown on {schema}.scheduling_post (owner_id, scheduled_for desc, post_id desc)
      where state in ('scheduled', 'publishing')`,
    `create index scheduling_post_page on {schema}.scheduling_post (owner_id, status, scheduled_for, post_id)
      where state in ('scheduled', 'publishing')`,
    `create index scheduling_post_failed on {schema}.scheduling_post (owner_id, status, scheduled_for, post_id)
      where has_failed and state in ('scheduled', 'publishing')`,
    `create index scheduling_post_attention on {schema}.scheduling_post (owner_id, status, scheduled_for, post_id)
      where needs_owner and state in ('scheduled', 'publishing')`,
    `create index scheduling_post_archived on {schema}.scheduling_post (owner_id, scheduled_for) where state = 'archived'`,
    'create index scheduling_post_open on {schema}.scheduling_post (owner_id, post_id) where open',
  ],
  keyOf: (event) => event.data.postId,
  // The owner's screens also show the history of a post. So `touched` also runs for events that do not change
  // the row.
  fold: foldPost,
  touched: ({ owner_id: userId, post_id: id, state }) => {
    const isGone = state === 'deleted' || state === 'archived';
    return { userId, topic: 'posts', change: { id, isGone } };
  },
});
export const POSTS_VIEW = readViewOf(postList, 'scheduling_post');

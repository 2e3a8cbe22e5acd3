import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { PostPublishedEvent, PostWordsEvent } from '#modules/scheduling/ports/events.ts';
import { InboxBench, remote } from '../../testing/inbox-bench.ts';
import { CommentPages } from '../comments/comment-pages.ts';
import { PUBLICATIONS_VIEW, POSTS_VIEW, publicationList } from './publications.projection.ts';

let inbox: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start();
}, 60_000);
afterAll(() => inbox.close());

const logged = (type: string, data: object) =>
  ({ type, schema: 1, data, meta: { at: '2030-01-01T12:00:00.000Z' } }) as unknown as LoggedEvent<
    PostPublishedEvent | PostWordsEvent
  >;
const post = { postId: 7, ownerId: 'ana', aiRepliesEnabled: false };
const published = { postId: 7, ownerId: 'ana', accountId: 3, permalink: null };

/** Applies events in the same way as the reader. */
async function apply(...events: readonly ReturnType<typeof logged>[]): Promise<void> {
  const tx = await inbox.pool.connect();
  try {
    const { rows } = await tx.query<{ schema: string }>(
      `select table_schema as schema from information_schema.tables
       where table_name = 'inbox_publication' and table_type = 'BASE TABLE'`,
    );
    await tx.query('begin');
    await tx.query(`set local search_path to "${rows[0]?.schema ?? ''}"`);
    await publicationList.apply(tx, events);
    await tx.query('commit');
  } finally {
    tx.release();
  }
}

it('finds the post of a comment, and titles its group with the current text of the post', async () => {
  await apply(
    logged('PostScheduled', { ...post, content: 'Bowls' }),
    logged('PlatformPublished', { ...published, remoteId: 'p1' }),
    logged('PlatformPublished', { ...published, remoteId: null }),
    logged('PostEdited', { ...post, content: 'New bowls', aiRepliesEnabled: true }),
    logged('DuplicateDetected', { ...published, remoteId: 'p1-again' }),
    logged('PublishPrepared', published),
  );
  const { received } = await inbox.read([remote()]);
  await inbox.catchUp();
  const row = await inbox.booted.app.get(CommentPages).oneOf('ana', received[0] ?? 0);
  expect(row).toMatchObject({ post_id: 7, title: 'New bowls' });
  const { rows } = await inbox.pool.query(
    `select remote_id, ai_replies from ${PUBLICATIONS_VIEW} join ${POSTS_VIEW} using (post_id) order by 1`,
  );
  expect(rows).toEqual([
    { remote_id: 'p1', ai_replies: true },
    { remote_id: 'p1-again', ai_replies: true },
  ]);
  await apply(logged('PublishedPostEdited', { ...post, title: 'Later', aiRepliesEnabled: false }));
  const after = await inbox.pool.query(`select content, ai_replies from ${POSTS_VIEW}`);
  expect(after.rows).toEqual([{ content: 'New bowls', ai_replies: false }]);
});

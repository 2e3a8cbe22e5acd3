import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { PostReachedPlatformEvent } from '#modules/scheduling/ports/post-reached-platform.ts';
import { InboxBench } from '../../testing/inbox-bench.ts';
import { FollowPosts } from './follow-posts.process.ts';

let inbox: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start();
}, 60_000);
afterAll(() => inbox.close());

const about = { postId: 7, accountId: 3, ownerId: 'ana', platform: 'tiktok', permalink: null } as const;
const publishedAt = new Date().toISOString();
const published = { type: 'PlatformPublished', data: { ...about, remoteId: 'p1', publishedAt } };
const named = { type: 'PublicIdAssigned', data: { ...about, remoteId: '77', handle: 'p1', publishedAt } };
const handle = async (...events: readonly object[]) => {
  const { process } = inbox.booted.app.get(FollowPosts);
  await process.handleAll?.(events as unknown as readonly LoggedEvent<PostReachedPlatformEvent>[]);
  const { rows } = await inbox.pool.query<Readonly<{ id: string; post: number; due: boolean }>>(
    'select remote_id as id, post_id::int as post, thread_due is not null as due from inbox.watched_post order by 1',
  );
  return rows;
};

it('reads comments under the public id of a post as soon as its platform has assigned the id', async () => {
  expect(await handle(published)).toEqual([{ id: 'p1', post: 7, due: true }]);
  expect(await handle(named)).toEqual([{ id: '77', post: 7, due: true }]);
  expect(await handle(published, named)).toEqual([{ id: '77', post: 7, due: true }]);
});

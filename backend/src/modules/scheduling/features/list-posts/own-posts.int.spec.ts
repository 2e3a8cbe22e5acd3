import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import { LatestPosts } from '../../ports/latest-posts.ts';
import { PostTotals } from '../../ports/post-totals.ts';
import { schedulingForSpec } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();

it("gives other modules the number of a user's posts, in total and by platform, and the latest posts", async () => {
  const { user } = product;
  const at = (hour: number) => `2030-01-01T${String(hour)}:00:00.000Z`;
  const schedulePost = async (scheduledFor: string, selectedAccountIds: readonly number[]) => {
    const post = { content: 'Fresh bread', scheduledFor, selectedAccountIds };
    return (await product.as(user).schedule(post).expect(201)).body as PostView;
  };
  const first = await schedulePost(at(13), [3, 4]);
  const last = await schedulePost(at(15), [3]);
  const totals = product.booted.app.get(PostTotals);
  const counts = { all: 2, scheduled: 2, posted: 0, failed: 0, attention: 0 };
  expect(await totals.counts(user)).toEqual(counts);
  expect(await totals.countsByPlatform(user)).toEqual({ mastodon: 2 });
  expect(await totals.published(user)).toBe(0);
  const latest = async (limit: number) =>
    (await product.booted.app.get(LatestPosts).latest(user, limit)).map(({ id }) => id);
  expect(await latest(2)).toEqual([last.id, first.id]);
  expect(await latest(1)).toEqual([last.id]);
  expect(await totals.counts('eve')).toMatchObject({ all: 0 });
});

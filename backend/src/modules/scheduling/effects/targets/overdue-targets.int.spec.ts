import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Checkpoints } from '#infrastructure/readers/checkpoints.ts';
import { DUE_VIEW, DUE } from '../../read-models/targets/target-rows.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { OverdueTargets } from './overdue-targets.ts';

let bench: PublishingBench;
beforeAll(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterAll(() => bench.close());

it('lists due targets when the read model is complete, without published posts that wait for a duplicate search', async () => {
  await bench.catchUp();
  await bench.database.pool.query(
    `insert into ${DUE_VIEW} (post_id, account_id, owner_id, platform, due_at, state, since)
     select post_id, 3, 'ana', 'mastodon', now() + due, state, now()
     from (values (1, interval '-2 minutes', 'open'), (2, interval '-1 minute', 'unknown'),
       (3, interval '-1 minute', 'posted'), (4, interval '1 hour', 'open')) as made (post_id, due, state)`,
  );
  const checkpoints = new Checkpoints(bench.database.pool);
  const overdue = new OverdueTargets(bench.database.pool, checkpoints);
  // As after a restore: the read model may lack rows.
  expect(await overdue.list()).toBeNull();
  await checkpoints.filled({ ...DUE, build: 0 });
  expect((await overdue.list())?.map(({ postId }) => postId)).toEqual([1, 2]);
});

import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { FORGOTTEN_AFTER_MS, PostQuota } from '../../stores/quota/post-quota.ts';
import { POSTS_VIEW } from '../../read-models/posts/post-list.projection.ts';
import { SLOTS_VIEW } from '../../read-models/quota/quota-list.projection.ts';

/** Releases places in the quota. Interrupted requests reserved these places, but did not write their posts. */
@Injectable()
export class UnusedSlots {
  constructor(
    private readonly pool: Pool,
    private readonly quota: PostQuota,
  ) {}

  async release(): Promise<void> {
    const { rows } = await this.pool.query<{ userId: string; postId: number }>(
      `select s.user_id as "userId", s.post_id::float8 as "postId" from ${SLOTS_VIEW} s
       where s.reserved_at < now() - make_interval(secs => $1 / 1000.0)
         and not exists (select from ${POSTS_VIEW} p where p.post_id = s.post_id and p.open)
       order by s.reserved_at limit 500`,
      [FORGOTTEN_AFTER_MS],
    );
    for (const { userId, postId } of rows) await this.quota.settle(userId, postId, false);
  }
}

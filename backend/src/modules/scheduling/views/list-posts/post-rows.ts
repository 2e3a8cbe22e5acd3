import { isoOf } from '#infrastructure/database/instants.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { WILL_BE_LOST } from './lost-accounts.projection.ts';
import type { PostRow } from './post-row.ts';

/** A row as its views are made from; what only queries compare is left out. */
export const COLUMNS = `post_id::float8 as post_id, revision::float8 as revision, owner_id, state, open, status, content, title, hashtags, media, ai_replies,
  ${isoOf('scheduled_for')} as scheduled_for, timezone, targets, has_failed,
  (needs_owner or ${WILL_BE_LOST}) as needs_owner,
  ${isoOf('created_at')} as created_at`;
/** Neither deleted nor archived. */
export const SHOWN = `state in ('scheduled', 'publishing')`;

/** The read model of posts. */
@Injectable()
export class PostRows {
  constructor(private readonly pool: Pool) {}

  /** Those that are not deleted; the latest time first. `limit`: null for all. */
  async shownTo(ownerId: string, limit: number | null): Promise<PostRow[]> {
    const { rows } = await this.pool.query<PostRow>({
      name: 'scheduling-posts-of',
      text: `select ${COLUMNS} from read_v7.scheduling_post where owner_id = $1 and ${SHOWN}
        order by read_v7.scheduling_post.scheduled_for desc, read_v7.scheduling_post.post_id desc limit $2`,
      values: [ownerId, limit],
    });
    return rows;
  }

  async oneOf(ownerId: string, postId: number): Promise<PostRow | undefined> {
    const { rows } = await this.pool.query<PostRow>({
      name: 'scheduling-post-of',
      text: `select ${COLUMNS} from read_v7.scheduling_post where post_id = $1 and owner_id = $2 and ${SHOWN}`,
      values: [postId, ownerId],
    });
    return rows[0];
  }

  /** Posts that count as scheduled, some of them at least: enough to decide on a limit of so many. */
  async openOf(ownerId: string, atMost: number): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: number }>(
      `select post_id::float8 as id from read_v7.scheduling_post where owner_id = $1 and open
       order by post_id desc limit $2`,
      [ownerId, atMost],
    );
    return rows.map(({ id }) => id);
  }

  /** How many posts have not come to an end on one account. */
  async openOn(ownerId: string, accountId: number): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `select count(*)::float8 as count from read_v7.scheduling_post where owner_id = $1 and open
         and exists (select from json_array_elements(targets) target where (target ->> 'accountId')::bigint = $2
           and target ->> 'status' not in ('posted', 'failed'))`,
      [ownerId, accountId],
    );
    return rows[0]?.count ?? 0;
  }
}

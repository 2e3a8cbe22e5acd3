import { OPTIONAL_WORD_NAMES } from '@posthorn/contracts/scheduling/optional-words';
import { POSTS_LIST } from '@posthorn/contracts/scheduling/posts.http';
import { asTimestamp, isoOf } from '#infrastructure/database/instants.ts';
import { withinBytes } from '#infrastructure/database/rows-within-bytes.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { WILL_BE_LOST } from '../lost-accounts/lost-accounts.projection.ts';
import type { LatestPlace } from './page-cursor.ts';
import type { PostRow } from './post-row.ts';
import { sized, type FoundPostRow } from './row-bytes.ts';
import { POSTS_VIEW } from './post-list.projection.ts';

/** The columns of lists, without the search text and without the own content of single accounts. */
export const COLUMNS = `post_id::float8 as post_id, revision::float8 as revision, owner_id, state, open, status, content, ${OPTIONAL_WORD_NAMES.join(', ')}, media, ai_replies,
  ${isoOf('scheduled_for')} as scheduled_for, timezone, targets, has_own, has_failed,
  (needs_owner or ${WILL_BE_LOST}) as needs_owner,
  ${isoOf('created_at')} as created_at`;
/** The columns of a whole row. */
export const WHOLE = `${COLUMNS}, own`;
/** A condition: the post is neither deleted nor archived. */
export const SHOWN = `state in ('scheduled', 'publishing')`;

const LATEST_FIRST = `${POSTS_VIEW}.scheduled_for desc, ${POSTS_VIEW}.post_id desc`;

/** Reads posts from the read model. */
@Injectable()
export class PostRows {
  constructor(private readonly pool: Pool) {}

  /** At most `limit` posts that are neither deleted nor archived, after a position; the latest time first. */
  async shownTo(ownerId: string, limit: number, after: LatestPlace | null): Promise<readonly FoundPostRow[]> {
    const { rows } = await this.pool.query<FoundPostRow>({
      name: 'scheduling-posts-of',
      text: withinBytes(
        `select ${COLUMNS}, ${sized(LATEST_FIRST)} from ${POSTS_VIEW} where owner_id = $1 and ${SHOWN}
          and (scheduled_for, post_id) < ($3::timestamptz, $4::bigint) order by ${LATEST_FIRST} limit $2`,
        POSTS_LIST.bytesMax,
      ),
      values: [ownerId, limit, after ? asTimestamp(after.scheduledFor) : 'infinity', after?.postId ?? 0],
    });
    return rows;
  }

  async oneOf(ownerId: string, postId: number): Promise<PostRow | undefined> {
    const { rows } = await this.pool.query<PostRow>({
      name: 'scheduling-post-of',
      text: `select ${WHOLE} from ${POSTS_VIEW} where post_id = $1 and owner_id = $2 and ${SHOWN}`,
      values: [postId, ownerId],
    });
    return rows[0];
  }

  /** The ids among `postIds` of the owner's posts that are neither deleted nor archived. */
  async idsOf(ownerId: string, postIds: readonly number[]): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: number }>({
      name: 'scheduling-posts-among',
      text: `select post_id::float8 as id from ${POSTS_VIEW}
        where post_id = any($1::bigint[]) and owner_id = $2 and ${SHOWN}`,
      values: [postIds, ownerId],
    });
    return rows.map(({ id }) => id);
  }

  /** The targets of the owner's posts among `postIds` that are neither deleted nor archived. */
  async targetsOf(
    ownerId: string,
    postIds: readonly number[],
  ): Promise<readonly Readonly<{ id: number; targets: PostRow['targets'] }>[]> {
    const { rows } = await this.pool.query<Readonly<{ id: number; targets: PostRow['targets'] }>>({
      name: 'scheduling-targets-of-posts',
      text: `select post_id::float8 as id, targets from ${POSTS_VIEW}
        where post_id = any($1::bigint[]) and owner_id = $2 and ${SHOWN}`,
      values: [postIds, ownerId],
    });
    return rows;
  }

  /**
   * At most `atMost` ids of posts that count as scheduled, the newest first. This is enough to check a limit.
   */
  async openOf(ownerId: string, atMost: number, before = Number.MAX_SAFE_INTEGER): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: number }>(
      `select post_id::float8 as id from ${POSTS_VIEW} where owner_id = $1 and open and post_id < $3
       order by post_id desc limit $2`,
      [ownerId, atMost, before],
    );
    return rows.map(({ id }) => id);
  }

  /** The number of posts that have not ended on one account. */
  async openOn(ownerId: string, accountId: number): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `select count(*)::float8 as count from ${POSTS_VIEW} where owner_id = $1 and open
         and exists (select from json_array_elements(targets) target where (target ->> 'accountId')::bigint = $2
           and target ->> 'status' not in ('posted', 'failed'))`,
      [ownerId, accountId],
    );
    return rows[0]?.count ?? 0;
  }
}

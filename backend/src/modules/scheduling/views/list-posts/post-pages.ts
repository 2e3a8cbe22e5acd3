import { POST_STATUSES, type PostCounts, type PostStatus } from '@posthorn/contracts/scheduling/posts.http';
import { asTimestamp } from '#infrastructure/database/instants.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ListPlace, PostFilter } from './page-cursor.ts';
import type { PostRow } from './post-row.ts';
import { COLUMNS, SHOWN } from './post-rows.ts';

/** The list of posts in pages: what is scheduled, the next one first; then what was, the latest first. */
@Injectable()
export class PostPages {
  constructor(private readonly pool: Pool) {}

  /** At most `limit` rows that follow a place, or the first ones. */
  async page(
    ownerId: string,
    filter: PostFilter,
    after: ListPlace | null,
    limit: number,
  ): Promise<PostRow[]> {
    const { rows } = await this.pool.query<PostRow>({
      name: 'scheduling-post-page',
      text: PAGE,
      values: [
        ownerId,
        filter.status === null ? POST_STATUSES : [filter.status],
        filter.words.map(containing),
        ...boundsAfter(after),
        limit,
      ],
    });
    return rows;
  }

  async counts(ownerId: string): Promise<PostCounts> {
    const { rows } = await this.pool.query<{ status: PostStatus; count: number }>({
      name: 'scheduling-post-counts',
      text: `select status, count(*)::float8 as count from read_v4.scheduling_post
        where owner_id = $1 and ${SHOWN} group by status`,
      values: [ownerId],
    });
    const of = (status: PostStatus) => rows.find((row) => row.status === status)?.count ?? 0;
    const counts = { scheduled: of('scheduled'), posted: of('posted'), failed: of('failed') };
    return { all: counts.scheduled + counts.posted + counts.failed, ...counts };
  }
}

/** Each status has its own part of the index, which is read in its order no further than a page can want. */
const rowsOf = (status: PostStatus, order: 'asc' | 'desc', rest: string): string => `(
  select * from read_v4.scheduling_post
  where owner_id = $1 and ${SHOWN} and status = '${status}' and '${status}' = any ($2::text[])
    and search_text like all ($3::text[]) and (scheduled_for, post_id) ${rest}
  order by scheduled_for ${order}, post_id ${order} limit $8)`;

const PAGE = `select ${COLUMNS} from (
  ${rowsOf('scheduled', 'asc', '> ($4::timestamptz, $5::bigint)')}
  union all ${rowsOf('posted', 'desc', '< ($6::timestamptz, $7::bigint)')}
  union all ${rowsOf('failed', 'desc', '< ($6::timestamptz, $7::bigint)')}
) posts order by posts.status = 'scheduled' desc,
  case when posts.status = 'scheduled' then posts.scheduled_for end,
  case when posts.status = 'scheduled' then posts.post_id end,
  posts.scheduled_for desc, posts.post_id desc limit $8`;

/** Where the scheduled posts go on, and where the past ones do. */
function boundsAfter(after: ListPlace | null): readonly [string, number, string, number] {
  if (!after) return ['-infinity', 0, 'infinity', 0];
  const { isScheduled, scheduledFor, postId } = after;
  const time = asTimestamp(scheduledFor);
  return isScheduled ? [time, postId, 'infinity', 0] : ['infinity', 0, time, postId];
}

/** A pattern that a text with this word in it matches. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/gu, String.raw`\$&`)}%`;

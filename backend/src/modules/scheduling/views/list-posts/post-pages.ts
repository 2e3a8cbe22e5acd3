import {
  POST_STATUSES,
  type PostCounts,
  type PostList,
  type PostStatus,
} from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { asTimestamp } from '#infrastructure/database/instants.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ListPlace, PostFilter } from './page-cursor.ts';
import type { PostRow } from './post-row.ts';
import { WILL_BE_LOST_OF_OWNER } from './lost-accounts.projection.ts';
import { COLUMNS, SHOWN } from './post-rows.ts';

/** The list of posts in pages: what is scheduled, the next one first; then what was, the latest first. */
@Injectable()
export class PostPages {
  constructor(private readonly pool: Pool) {}

  /** At most `limit` rows that follow a place, or the first ones. */
  async page(
    ownerId: string,
    { status: list, words }: PostFilter,
    after: ListPlace | null,
    limit: number,
  ): Promise<PostRow[]> {
    const { statuses, statement } = PAGES[list ?? 'all'];
    const { rows } = await this.pool.query<PostRow>({
      ...statement,
      values: [ownerId, statuses, words.map(containing), ...boundsAfter(after), limit],
    });
    return rows;
  }

  async counts(ownerId: string): Promise<PostCounts> {
    const { rows } = await this.pool.query<{ part: PostStatus | keyof typeof FLAGS | 'lost'; count: number }>(
      {
        name: 'scheduling-post-counts',
        text: COUNTS,
        values: [ownerId],
      },
    );
    const of = (part: (typeof rows)[number]['part']) => rows.find((row) => row.part === part)?.count ?? 0;
    const [scheduled, posted] = [of('scheduled'), of('posted')];
    return {
      all: scheduled + posted + of('failed'),
      scheduled,
      posted,
      failed: of('has_failed'),
      attention: of('needs_owner') + of('lost'),
    };
  }

  async countsByPlatform(ownerId: string): Promise<Readonly<Partial<Record<Platform, number>>>> {
    const { rows } = await this.pool.query<{ platform: Platform; count: number }>({
      name: 'scheduling-post-counts-by-platform',
      text: BY_PLATFORM,
      values: [ownerId],
    });
    return Object.fromEntries(rows.map(({ platform, count }) => [platform, count]));
  }
}

/** Posts that go to a platform, or did, however many accounts it has there. */
const BY_PLATFORM = `select target->>'platform' as platform, count(distinct post_id)::float8 as count
  from read_v7.scheduling_post, json_array_elements(targets) target where owner_id = $1 and ${SHOWN} group by 1`;

/** Lists whose posts may have any status. Each has an index of its own. */
const FLAGS = { has_failed: 'failed', needs_owner: 'attention' } as const;

/** Each status has its own part of the index, which is read in its order no further than a page can want. */
const rowsOf = (status: PostStatus, order: 'asc' | 'desc', only: string, rest: string): string => `(
  select * from read_v7.scheduling_post
  where owner_id = $1 and ${SHOWN}${only} and status = '${status}' and '${status}' = any ($2::text[])
    and search_text like all ($3::text[]) and (scheduled_for, post_id) ${rest}
  order by scheduled_for ${order}, post_id ${order} limit $8)`;

const page = (only: string, more = ''): string => `select ${COLUMNS} from (
  ${rowsOf('scheduled', 'asc', only, TO_COME)}${more}
  union all ${rowsOf('posted', 'desc', only, '< ($6::timestamptz, $7::bigint)')}
  union all ${rowsOf('failed', 'desc', only, '< ($6::timestamptz, $7::bigint)')}
) posts order by posts.status = 'scheduled' desc,
  case when posts.status = 'scheduled' then posts.scheduled_for end,
  case when posts.status = 'scheduled' then posts.post_id end,
  posts.scheduled_for desc, posts.post_id desc limit $8`;

/** Places of what is scheduled that are still to be shown. */
const TO_COME = '> ($4::timestamptz, $5::bigint)';
/** Besides those with the flag: what will be lost on a disconnected account. */
const LOST = ` and not needs_owner and ${WILL_BE_LOST_OF_OWNER}`;

type Page = Readonly<{
  statuses: readonly PostStatus[];
  statement: Readonly<{ name: string; text: string }>;
}>;

const ANY = { name: 'scheduling-post-page', text: page('') };
const flagged = (flag: keyof typeof FLAGS, more = ''): Page => ({
  statuses: POST_STATUSES,
  statement: { name: `scheduling-post-page-${FLAGS[flag]}`, text: page(` and ${flag}`, more) },
});
const PAGES: Readonly<Record<'all' | PostList, Page>> = {
  all: { statuses: POST_STATUSES, statement: ANY },
  scheduled: { statuses: ['scheduled'], statement: ANY },
  posted: { statuses: ['posted'], statement: ANY },
  failed: flagged('has_failed'),
  attention: flagged('needs_owner', ` union all ${rowsOf('scheduled', 'asc', LOST, TO_COME)}`),
};

const countOf = (flag: keyof typeof FLAGS): string =>
  `select '${flag}', count(*)::float8 from read_v7.scheduling_post where owner_id = $1 and ${SHOWN} and ${flag}`;

const COUNTS = `select status as part, count(*)::float8 as count from read_v7.scheduling_post
  where owner_id = $1 and ${SHOWN} group by status
  union all ${countOf('has_failed')} union all ${countOf('needs_owner')}
  union all select 'lost', count(*)::float8 from read_v7.scheduling_post where owner_id = $1${LOST}`;

/** Where the scheduled posts go on, and where the past ones do. */
function boundsAfter(after: ListPlace | null): readonly [string, number, string, number] {
  if (!after) return ['-infinity', 0, 'infinity', 0];
  const { isScheduled, scheduledFor, postId } = after;
  const time = asTimestamp(scheduledFor);
  return isScheduled ? [time, postId, 'infinity', 0] : ['infinity', 0, time, postId];
}

/** A pattern that a text with this word in it matches. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/gu, String.raw`\$&`)}%`;

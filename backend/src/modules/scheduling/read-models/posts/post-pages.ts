import type { PostCounts, PostStatus } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { asTimestamp } from '#infrastructure/database/instants.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ListPlace, PostFilter, PostSelection } from './page-cursor.ts';
import { FLAGS, WAITS_FOR_LOST_ACCOUNT, PAGES } from './page-statements.ts';
import { SHOWN } from './post-rows.ts';
import type { FoundPostRow } from './row-bytes.ts';
import { POSTS_VIEW } from './post-list.projection.ts';

/**
 * Reads the list of posts in pages: scheduled posts, the earliest first, then past posts, the latest first.
 */
@Injectable()
export class PostPages {
  constructor(private readonly pool: Pool) {}

  /**
   * At most `limit` rows after a position or from the beginning; fewer when they are long. `isWhole`:
   * includes `own`.
   */
  async page(
    ownerId: string,
    { status: list, words, selection }: PostFilter,
    after: ListPlace | null,
    limit: number,
    isWhole = false,
  ): Promise<readonly FoundPostRow[]> {
    const { statuses, in: statements } = PAGES[list ?? 'all'];
    const index = isWhole ? 1 : 0;
    const base = [ownerId, statuses, words.map(containing), limit];
    if (!selection) return this.#rows(statements.inTurn[index], [...base, ...boundsAfter(after)]);
    const { isNewestFirst, ...choice } = selection;
    return isNewestFirst
      ? this.#rows(statements.newest[index], [...base, after?.postId ?? NO_POST_YET, ...valuesOf(choice)])
      : this.#rows(statements.selected[index], [...base, ...boundsAfter(after), ...valuesOf(choice)]);
  }

  async #rows(
    statement: Readonly<{ name: string; text: string }>,
    values: readonly unknown[],
  ): Promise<readonly FoundPostRow[]> {
    return (await this.pool.query<FoundPostRow>({ ...statement, values: [...values] })).rows;
  }

  async counts(ownerId: string): Promise<PostCounts> {
    const { rows } = await this.pool.query<{ part: PostStatus | keyof typeof FLAGS | 'lost'; count: number }>(
      {
        name: 'scheduling-post-counts',
        text: COUNTS,
        values: [ownerId],
      },
    );
    const countOf = (part: (typeof rows)[number]['part']) =>
      rows.find((row) => row.part === part)?.count ?? 0;
    const [scheduled, posted] = [countOf('scheduled'), countOf('posted')];
    return {
      all: scheduled + posted + countOf('failed'),
      scheduled,
      posted,
      failed: countOf('has_failed'),
      attention: countOf('needs_owner') + countOf('lost'),
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

/** The number of posts for each platform. A post counts once per platform. */
const BY_PLATFORM = `select target->>'platform' as platform, count(distinct post_id)::float8 as count
  from ${POSTS_VIEW}, json_array_elements(targets) target where owner_id = $1 and ${SHOWN} group by 1`;

const countQuery = (flag: keyof typeof FLAGS): string =>
  `select '${flag}', count(*)::float8 from ${POSTS_VIEW} where owner_id = $1 and ${SHOWN} and ${flag}`;

const COUNTS = `select status as part, count(*)::float8 as count from ${POSTS_VIEW}
  where owner_id = $1 and ${SHOWN} group by status
  union all ${countQuery('has_failed')} union all ${countQuery('needs_owner')}
  union all select 'lost', count(*)::float8 from ${POSTS_VIEW} where owner_id = $1${WAITS_FOR_LOST_ACCOUNT}`;

/** A number greater than all ids. */
const NO_POST_YET = Number.MAX_SAFE_INTEGER;

/** The parameters of the filters. An unset filter excludes no post. */
const valuesOf = ({
  platform,
  from,
  to,
}: Omit<PostSelection, 'isNewestFirst'>): readonly (string | null)[] => [
  platform,
  from === null ? '-infinity' : asTimestamp(from),
  to === null ? 'infinity' : asTimestamp(to),
];

/** The positions after which the scheduled posts and the past posts continue. */
function boundsAfter(after: ListPlace | null): readonly [string, number, string, number] {
  if (!after) return ['-infinity', 0, 'infinity', 0];
  const { isScheduled, scheduledFor, postId } = after;
  const time = asTimestamp(scheduledFor);
  return isScheduled ? [time, postId, 'infinity', 0] : ['infinity', 0, time, postId];
}

/** A `like` pattern that matches texts that contain this word. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/gu, String.raw`\$&`)}%`;

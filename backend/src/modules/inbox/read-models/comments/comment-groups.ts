import {
  COMMENT_STATUSES,
  type CommentCounts,
  type CommentStatusFilter,
} from '@posthorn/contracts/inbox/comments.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { isoOf } from '#infrastructure/database/instants.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { CommentFilter } from './comment-filter.ts';
import { BLOCKED, matching, POST } from './comment-sql.ts';
import { COMMENTS_VIEW, GROUPS_VIEW } from './comment-list.projection.ts';

export type GroupRow = Readonly<{
  group_key: string;
  account_id: number;
  platform: Platform;
  post_id: number | null;
  title: string | null;
  total: number;
  new: number;
  latest_at: string;
}>;

/** The maximum number of groups in a summary, which contains the groups with the newest comments. */
const GROUPS_MAX = 1_000;

const each = (sql: (status: string) => string): string =>
  COMMENT_STATUSES.map((status) => sql(`"${status}"`)).join(', ');
/**
 * SQL for the groups of the owner `$1` with their numbers of comments by status. The projection counts comments as they arrive.
 * This statement subtracts comments of blocked authors, because another read model contains the blocked authors.
 */
const GROUPS = `(select group_key, g.platform, ${each((status) => `g.${status} - coalesce(b.${status}, 0) as ${status}`)}
  from ${GROUPS_VIEW} g left join (
    select group_key, ${COMMENT_STATUSES.map((status) => `count(*) filter (where status = '${status}') as "${status}"`).join(', ')}
    from ${COMMENTS_VIEW} where owner_id = $1 and author_mac = any(${BLOCKED}) and not is_hidden group by group_key
  ) b using (group_key) where g.owner_id = $1)`;
const REPLIED = 'ai_reply + manual_reply';
const ALL = `"new" + "read" + ${REPLIED}`;
type CountedStatus = Exclude<CommentStatusFilter, 'hidden'>;
/** SQL for the number of comments of a group with this status. */
const countOf = (status: CountedStatus | null): string =>
  status === null ? ALL : status === 'replied' ? REPLIED : `"${status}"`;

/** Reads the numbers of comments, in all and by group. */
@Injectable()
export class CommentGroups {
  constructor(private readonly pool: Pool) {}

  /** Counts all visible comments. */
  async counts(ownerId: string): Promise<CommentCounts> {
    const { rows } = await this.pool.query<CommentCounts>({
      name: 'inbox-counts',
      text: `select coalesce(sum("new"), 0)::float8 as new, coalesce(sum(${REPLIED}), 0)::float8 as replied,
          coalesce(sum(${ALL}), 0)::float8 as total from ${GROUPS} g`,
      values: [ownerId],
    });
    return rows[0] ?? { new: 0, replied: 0, total: 0 };
  }

  /** Returns the groups that contain comments for a filter. The group with the newest comment comes first. */
  async groupsOf(ownerId: string, filter: CommentFilter): Promise<GroupRow[]> {
    const { status } = filter;
    const isCounted = status !== 'hidden' && filter.words.length === 0;
    const { sql, values } = isCounted
      ? fromCounts(ownerId, { ...filter, status })
      : fromComments(ownerId, filter);
    const { rows } = await this.pool.query<GroupRow>(
      `select c.group_key, c.account_id::float8 as account_id, c.platform, coalesce(c.post_id, p.post_id)::float8 as post_id,
         w.content as title, c.total::float8 as total, c.new::float8 as new, ${isoOf('c.created_at')} as latest_at
       from (${sql} order by created_at desc limit ${String(GROUPS_MAX)}) c ${POST}
       order by c.created_at desc`,
      [...values],
    );
    return rows;
  }
}

type Groups = Readonly<{ sql: string; values: readonly unknown[] }>;

/** SQL that uses the stored counts, and reads only the newest comment of each group. */
function fromCounts(
  ownerId: string,
  filter: CommentFilter & Readonly<{ status: CountedStatus | null }>,
): Groups {
  const { where, values } = matching(ownerId, filter);
  const count = countOf(filter.status);
  const newCount = filter.status === null || filter.status === 'new' ? '"new"' : '0';
  const conditions = [`${count} > 0`];
  const more: unknown[] = [];
  const add = (column: string, value: string | null) => {
    if (value === null) return;
    more.push(value);
    conditions.push(`${column} = $${String(values.length + more.length)}`);
  };
  add('g.platform', filter.platform);
  add('g.group_key', filter.group);
  const sql = `select g.group_key, ${count} as total, ${newCount} as new, newest.* from ${GROUPS} g
    cross join lateral (select m.account_id, m.platform, m.post_id, m.post_remote_id, m.created_at
      from ${COMMENTS_VIEW} m where ${where} and m.group_key = g.group_key and not m.is_hidden
      order by m.created_at desc, m.comment_id desc limit 1) newest
    where ${conditions.join(' and ')}`;
  return { sql, values: [...values, ...more] };
}

/** SQL that counts single comments: search results, and hidden comments, which never count as new. */
function fromComments(ownerId: string, filter: CommentFilter): Groups {
  const { from, where, values } = matching(ownerId, filter);
  const isCounted = filter.status === 'hidden' ? 'true' : 'not m.is_hidden';
  const sql = `select g.*, newest.* from (
      select m.group_key, count(*) as total, count(*) filter (where m.status = 'new' and not m.is_hidden) as new,
        max(m.created_at) as created_at
      from ${from} where ${where} and ${isCounted} group by m.group_key) g
    cross join lateral (select account_id, platform, post_id, post_remote_id from ${COMMENTS_VIEW}
      where owner_id = $1 and group_key = g.group_key order by created_at desc, comment_id desc limit 1) newest`;
  return { sql, values };
}

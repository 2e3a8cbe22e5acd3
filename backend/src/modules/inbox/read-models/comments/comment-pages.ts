import { COMMENTS_PAGE } from '@posthorn/contracts/inbox/comments.http';
import { isoOf } from '#infrastructure/database/instants.ts';
import { placed, withinBytes, type Found } from '#infrastructure/database/rows-within-bytes.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { CommentRow } from './fold-comment.ts';
import type { CommentFilter, CommentPlace } from './comment-filter.ts';
import { matching, POST } from './comment-sql.ts';
import { COMMENTS_VIEW } from './comment-list.projection.ts';
import { SETTINGS_VIEW } from '../settings/settings.projection.ts';

/** A row with the data of its post. `title`: the text of the post; null: the post is unknown. */
export type ShownComment = CommentRow & Readonly<{ title: string | null }>;

const COLUMNS = `c.comment_id::float8 as comment_id, c.owner_id, c.account_id::float8 as account_id, c.platform,
  coalesce(c.post_id, p.post_id)::float8 as post_id, c.post_remote_id, c.group_key, c.remote_key, c.remote_id, c.author_mac,
  c.text, c.status, c.is_hidden, c.reply_open, ${isoOf('c.created_at')} as created_at, c.state, w.content as title`;

const BYTES = `octet_length(c.text) + octet_length(c.state::text) + octet_length(coalesce(w.content, '')) + 500`;

/** Reads comments from their read model. */
@Injectable()
export class CommentPages {
  constructor(private readonly pool: Pool) {}

  /** At most `limit` rows after a position, the newest first; fewer if the rows are long. Leaves out comments of blocked authors. */
  async page(
    ownerId: string,
    filter: CommentFilter,
    after: CommentPlace | null,
    limit: number,
  ): Promise<readonly (ShownComment & Found)[]> {
    const { from, place, where, values } = matching(ownerId, filter);
    const bounds = after ? [after.createdAt, after.commentId] : [];
    const [at, id, most] = [1, 2, bounds.length + 1].map((add) => `$${String(values.length + add)}`);
    const rest = after
      ? ` and (${place}.created_at, ${place}.comment_id) < (${at ?? ''}::timestamptz, ${id ?? ''}::bigint)`
      : '';
    const { rows } = await this.pool.query<ShownComment & Found>(
      withinBytes(
        `select ${COLUMNS}, ${placed('c.created_at desc, c.comment_id desc', BYTES)} from (select m.* from ${from} where ${where}${rest}
         order by ${place}.created_at desc, ${place}.comment_id desc limit ${most ?? ''}) c ${POST}`,
        COMMENTS_PAGE.bytesMax,
      ),
      [...values, ...bounds, limit],
    );
    return rows;
  }

  /** Undefined for every user but the owner. */
  async oneOf(ownerId: string, commentId: number): Promise<ShownComment | undefined> {
    const { rows } = await this.pool.query<ShownComment>({
      name: 'inbox-comment-of',
      text: `select ${COLUMNS} from ${COMMENTS_VIEW} c ${POST} where c.comment_id = $1 and c.owner_id = $2`,
      values: [commentId, ownerId],
    });
    return rows[0];
  }

  /**
   * At most `limit` positions after a position, the newest first. Leaves out comments of blocked authors. `idBelow`: only comments with a
   * smaller number; null: all.
   */
  async places(
    ownerId: string,
    filter: CommentFilter,
    { after, idBelow }: Readonly<{ after: CommentPlace; idBelow: number | null }>,
    limit: number,
  ): Promise<readonly CommentPlace[]> {
    const { from, place, where, values } = matching(ownerId, filter);
    const [at, id, most, below] = [1, 2, 3, 4].map((add) => `$${String(values.length + add)}`);
    const { rows } = await this.pool.query<CommentPlace>(
      `select m.comment_id::float8 as "commentId", ${isoOf('m.created_at')} as "createdAt"
       from ${from} where ${where}
         and (${place}.created_at, ${place}.comment_id) < (${at ?? ''}::timestamptz, ${id ?? ''}::bigint)
         and (${below ?? ''}::bigint is null or m.comment_id < ${below ?? ''}::bigint)
       order by ${place}.created_at desc, ${place}.comment_id desc limit ${most ?? ''}`,
      [...values, after.createdAt, after.commentId, limit, idBelow],
    );
    return rows;
  }

  /** Returns the given ids whose comments are new. */
  async newAmong(ownerId: string, ids: readonly number[]): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ id: number }>({
      name: 'inbox-new-among',
      text: `select comment_id::float8 as id from ${COMMENTS_VIEW}
        where comment_id = any($2) and owner_id = $1 and status = 'new' order by 1`,
      values: [ownerId, ids],
    });
    return rows.map(({ id }) => id);
  }

  /** Digests of the authors whom this owner has blocked. */
  async blockedBy(ownerId: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ blocked: readonly string[] }>({
      name: 'inbox-blocked-by',
      text: `select blocked from ${SETTINGS_VIEW} where user_id = $1`,
      values: [ownerId],
    });
    return new Set(rows[0]?.blocked);
  }
}

import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Digest } from '../../read-models/comments/digests.ts';
import { COMMENTS_VIEW } from '../../read-models/comments/comment-list.projection.ts';

/** The account and the owner of the comments, and the owner's digest function. */
export type KeySpace = Readonly<{ accountId: number; ownerId: string; platform: Platform; digest: Digest }>;
type KeyedComment = Readonly<{ key: string; remoteId: string }>;

/**
 * Assigns a number to each key of a comment, before the first event. Parallel readings of a comment get the same number.
 * A restored database may lack some numbers. `#insert` then takes them from the read model, which is complete before a worker starts.
 */
@Injectable()
export class CommentKeys {
  constructor(private readonly pool: Pool) {}

  /** Returns the number of each comment, by key. Assigns new numbers to comments without a number. */
  async idsOf(space: KeySpace, comments: readonly KeyedComment[]): Promise<ReadonlyMap<string, number>> {
    const { accountId, digest } = space;
    const macs = new Map(comments.map(({ key }) => [key, digest('key', key)]));
    const remotes = new Map(
      comments.map(({ key, remoteId }) => [key, digest('remote', accountId, remoteId)]),
    );
    const ids = new Map<string, number>();
    for (;;) {
      const missing = [...macs].filter(([key]) => !ids.has(key));
      if (missing.length === 0) return ids;
      const known = await this.#known(space, missing);
      for (const [key, id] of known) ids.set(key, id);
      const unnumbered = missing.filter(([key]) => !ids.has(key));
      if (unnumbered.length > 0) await this.#insert(space, unnumbered, remotes);
    }
  }

  /** Returns the numbers of comments that have a number, by key. */
  knownIdsOf(space: KeySpace, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#known(
      space,
      keys.map((key) => [key, space.digest('key', key)]),
    );
  }

  /** Returns the number of the comment with this remote id on the account; null: it was never recorded. */
  async idByRemoteId({ ownerId, accountId, digest }: KeySpace, remoteId: string): Promise<number | null> {
    const { rows } = await this.pool.query<{ id: number }>({
      name: 'inbox-comment-by-remote-id',
      text: `select comment_id::float8 as id from inbox.comment_key where owner_id = $1 and remote_mac = $2
        union all select comment_id::float8 from ${COMMENTS_VIEW} where account_id = $3 and remote_id = $4 and owner_id = $1
        limit 1`,
      values: [ownerId, digest('remote', accountId, remoteId), accountId, remoteId],
    });
    return rows[0]?.id ?? null;
  }

  /** Replaces the number of a comment that has returned by a new one, unless a parallel reading has done so. */
  async renew({ ownerId, platform, digest }: KeySpace, key: string, id: number): Promise<void> {
    await this.pool.query(
      `update inbox.comment_key set comment_id = nextval('inbox.comment_id')
       where owner_id = $1 and platform = $2 and key_mac = $3 and comment_id = $4`,
      [ownerId, platform, digest('key', key), id],
    );
  }

  /** Removes a number that the log uses for another comment. After a restore, the sequence may be behind the log, so the method moves it forward. */
  async replace({ ownerId, platform, digest }: KeySpace, key: string, id: number): Promise<void> {
    // Draws all numbers of the gap from the sequence, so that no other process gets one of these numbers.
    await this.pool.query(
      `select max(nextval('inbox.comment_id')) from generate_series($1::bigint + 1,
         greatest($1::bigint + 1, (select max(comment_id) from ${COMMENTS_VIEW})))`,
      [id],
    );
    await this.pool.query(
      `delete from inbox.comment_key where owner_id = $1 and platform = $2 and key_mac = $3 and comment_id = $4`,
      [ownerId, platform, digest('key', key), id],
    );
  }

  async #known(
    { ownerId, platform }: KeySpace,
    keys: readonly (readonly [key: string, mac: string])[],
  ): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ mac: string; id: number }>({
      name: 'inbox-comment-keys',
      text: `select key_mac as mac, comment_id::float8 as id from inbox.comment_key
        where owner_id = $1 and platform = $2 and key_mac = any($3)`,
      values: [ownerId, platform, keys.map(([, mac]) => mac)],
    });
    const byMac = new Map(rows.map(({ mac, id }) => [mac, id]));
    return new Map(
      keys.flatMap(([key, mac]) => {
        const id = byMac.get(mac);
        return id === undefined ? [] : [[key, id] as const];
      }),
    );
  }

  async #insert(
    { ownerId, platform }: KeySpace,
    unnumbered: readonly (readonly [key: string, mac: string])[],
    remotes: ReadonlyMap<string, string>,
  ): Promise<void> {
    await this.pool.query({
      name: 'inbox-new-comment-keys',
      // All parallel inserts sort by key, so no deadlock occurs.
      text: `insert into inbox.comment_key (owner_id, platform, key_mac, remote_mac, comment_id)
        select $1, $2, k.mac, k.remote, coalesce((select comment_id from ${COMMENTS_VIEW}
          where owner_id = $1 and platform = $2 and remote_key = k.key order by comment_id desc limit 1), nextval('inbox.comment_id'))
        from (select * from unnest($3::text[], $4::text[], $5::text[]) as u(key, mac, remote) order by mac) k
        on conflict do nothing`,
      values: [
        ...[ownerId, platform, unnumbered.map(([key]) => key), unnumbered.map(([, mac]) => mac)],
        unnumbered.map(([key]) => remotes.get(key) ?? ''),
      ],
    });
  }
}

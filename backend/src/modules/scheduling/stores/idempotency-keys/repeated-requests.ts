import { createHash } from 'node:crypto';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { IdempotencyKeyReused } from '../../domain/post/post-errors.ts';
import type { IdempotencyKeyEntity } from './idempotency-key.entity.ts';
import { PostIds } from './post-ids.ts';
import type { KeyedRequest, RequestedPost, RequestKeys } from './request-keys.ts';

const KEY = 'scheduling.idempotency_key';
/** The value of a column: of the existing row while its key is valid, else of the new row. */
const storedOrNew = (column: 'fingerprint' | 'post_id' | 'created_at' | 'is_taken' | 'claims') => {
  const [known, added] = [sql.ref(`${KEY}.${column}`), sql.ref(`excluded.${column}`)];
  const isOver = sql`${sql.ref(`${KEY}.created_at`)} < now() - interval '24 hours'`;
  return sql<never>`case when ${isOver} then ${added} else ${known} end`;
};

/**
 * Maps the idempotency key of a request to the id of its post. A key maps to the same id for 24 hours, and
 * the log accepts a post only once under one id. So this class needs no locks, no stored responses and no
 * rollback.
 */
@Injectable()
export class RepeatedRequests implements RequestKeys {
  constructor(
    private readonly em: EntityManager,
    private readonly ids: PostIds,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof IdempotencyKeyEntity>>();
  }

  async postFor(userId: string, key: string | null, request: unknown): Promise<RequestedPost> {
    const fresh = await this.ids.next();
    if (key === null) return fresh;
    const fingerprint = fingerprintOf(request);
    const row = await this.#db
      .insertInto(KEY)
      .values({
        user_id: userId,
        key,
        fingerprint,
        post_id: String(fresh.postId),
        is_taken: false,
        claims: 0,
      })
      .onConflict((known) =>
        known.columns(['user_id', 'key']).doUpdateSet({
          fingerprint: storedOrNew('fingerprint'),
          post_id: storedOrNew('post_id'),
          created_at: storedOrNew('created_at'),
          is_taken: storedOrNew('is_taken'),
          claims: storedOrNew('claims'),
        }),
      )
      .returning(['post_id', 'fingerprint'])
      .executeTakeFirstOrThrow();
    return Number(row.post_id) === fresh.postId ? fresh : knownOf(row, fingerprint);
  }

  /** Null: no request used this key in the last 24 hours. */
  async known(userId: string, key: string, request: unknown): Promise<RequestedPost | null> {
    const row = await this.#db
      .selectFrom(KEY)
      .select(['post_id', 'fingerprint'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .where('created_at', '>=', sql<Date>`now() - interval '24 hours'`)
      .executeTakeFirst();
    return row ? knownOf(row, fingerprintOf(request)) : null;
  }

  /** @throws IdempotencyKeyReused */
  async take({ userId, key, postId, request }: KeyedRequest): Promise<void> {
    const fingerprint = fingerprintOf(request);
    const { numUpdatedRows } = await this.#db
      .updateTable(KEY)
      .set({
        fingerprint,
        is_taken: true,
        // The 24 hours begin with the request that writes the post, not with an earlier refused one.
        created_at: sql<Date>`now()`,
        claims: sql<number>`case when is_taken then claims + 1 else 1 end`,
      })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      // After 24 hours, another request may have set another post for the key.
      .where('post_id', '=', String(postId))
      .where((row) => row.or([row('is_taken', '=', false), row('fingerprint', '=', fingerprint)]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new IdempotencyKeyReused();
  }

  async giveBack({ userId, key, postId, request }: KeyedRequest): Promise<void> {
    await this.#db
      .updateTable(KEY)
      .set({ is_taken: sql<boolean>`claims > 1`, claims: sql<number>`greatest(claims - 1, 0)` })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .where('post_id', '=', String(postId))
      .where('fingerprint', '=', fingerprintOf(request))
      .execute();
  }

  /** Deletes expired keys. */
  async forgetOld(): Promise<void> {
    await this.#db
      .deleteFrom(KEY)
      .where('created_at', '<', sql<Date>`now() - interval '48 hours'`)
      .execute();
  }
}

export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');

function knownOf(
  row: Readonly<{ post_id: string; fingerprint: string }>,
  fingerprint: string,
): RequestedPost {
  const postId = Number(row.post_id);
  return row.fingerprint === fingerprint ? { postId } : { postId, other: new IdempotencyKeyReused() };
}

import { API_TOKEN, type ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { TokenReader, type TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { digestOf } from '#infrastructure/vault/secrets.ts';
import type { NewApiToken } from '../../domain/api-token/api-token.ts';

/** The precision of `last_used_at`, because a write at each request would cost too much. */
const USED_EVERY_MILLISECONDS = 60_000;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export type TokenRow = Readonly<{
  tokenId: string;
  preview: string;
  scopes: readonly ApiScope[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}>;
type FoundRow = Readonly<{
  token_id: string;
  owner_id: string;
  scopes: readonly ApiScope[];
  last_used_at: Date | null;
}>;

/** Stores the tokens that are not revoked. Never caches them, so a revoked token is invalid immediately in all processes. */
@Injectable()
export class ApiTokens extends TokenReader {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Finds the holder of a token; null: the token does not exist, was revoked or has expired. One query by primary key. */
  override async find(token: string): Promise<TokenHolder | null> {
    const now = this.clock.now();
    const hash = digestOf(token);
    const { rows } = await this.pool.query<FoundRow>({
      name: 'identity.api-token',
      text: `select token_id, owner_id, scopes, last_used_at from identity.api_token
             where token_hash = $1 and (expires_at is null or expires_at > $2)`,
      values: [hash, now],
    });
    const [row] = rows;
    if (!row) return null;
    const usedAt = row.last_used_at?.getTime() ?? 0;
    if (now.getTime() - usedAt > USED_EVERY_MILLISECONDS)
      await this.pool.query('update identity.api_token set last_used_at = $2 where token_hash = $1', [
        hash,
        now,
      ]);
    return { tokenId: row.token_id, userId: row.owner_id, scopes: row.scopes };
  }

  override async openOf(
    holders: readonly Pick<TokenHolder, 'tokenId' | 'userId'>[],
  ): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'identity.api-tokens-open',
      text: `select token_id as id from identity.api_token
             where owner_id = any($1) and token_id = any($2::uuid[]) and (expires_at is null or expires_at > $3)`,
      values: [
        [...new Set(holders.map(({ userId }) => userId))],
        [...new Set(holders.map(({ tokenId }) => tokenId))],
        this.clock.now(),
      ],
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** Makes a token valid. Returns false if its owner has reached the limit. Concurrent requests do not exceed the limit. */
  async open(token: string, data: NewApiToken): Promise<boolean> {
    const { tokenId, ownerId, scopes, preview, createdAt, expiresAt } = data;
    return inTransaction(this.pool, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('identity.api-token ' || $1, 0))`, [
        ownerId,
      ]);
      const { rowCount } = await tx.query(
        `insert into identity.api_token (token_hash, token_id, owner_id, scopes, preview, created_at, expires_at)
         select $1, $2, $3, $4, $5, $6, $7
         where (select count(*) from identity.api_token where owner_id = $3) < $8`,
        [digestOf(token), ...[tokenId, ownerId, scopes, preview, createdAt, expiresAt], API_TOKEN.perUser],
      );
      return rowCount === 1;
    });
  }

  async countOf(ownerId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      'select count(*)::int as count from identity.api_token where owner_id = $1',
      [ownerId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Lists the tokens of a user, the newest first, including expired tokens. */
  async listOf(ownerId: string): Promise<readonly TokenRow[]> {
    const { rows } = await this.pool.query<TokenRow>(
      `select token_id as "tokenId", preview, scopes, created_at as "createdAt", expires_at as "expiresAt",
         last_used_at as "lastUsedAt"
       from identity.api_token where owner_id = $1 order by created_at desc, token_id`,
      [ownerId],
    );
    return rows;
  }

  /** Returns the ids of the given tokens that are not revoked. */
  async keptOf(tokenIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select token_id as id from identity.api_token where token_id = any($1::uuid[])',
      [tokenIds.filter((id) => ID.test(id))],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Deletes a token. Returns false if the user has no such token. */
  async close(ownerId: string, tokenId: string): Promise<boolean> {
    // The id may be any text in a path, and PostgreSQL would refuse a text that is not a UUID.
    if (!ID.test(tokenId)) return false;
    const { rowCount } = await this.pool.query(
      'delete from identity.api_token where token_id = $1 and owner_id = $2',
      [tokenId, ownerId],
    );
    return rowCount === 1;
  }

  /** Deletes the expired tokens of a user, and returns their ids. */
  async closeExpiredOf(ownerId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'delete from identity.api_token where owner_id = $1 and expires_at <= $2 returning token_id as id',
      [ownerId, this.clock.now()],
    );
    return rows.map(({ id }) => id);
  }

  async closeAllOf(ownerId: string): Promise<void> {
    await this.pool.query('delete from identity.api_token where owner_id = $1', [ownerId]);
  }

  /** Deletes all tokens of all users. For use after a restore: a token that was revoked after the backup must not become valid again. */
  async closeEveryones(): Promise<void> {
    await this.pool.query('delete from identity.api_token');
  }
}

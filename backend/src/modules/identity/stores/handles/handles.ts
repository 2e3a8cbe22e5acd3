import { PROFILE } from '@posthorn/contracts/identity/profile.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { isReservedHandle } from '../../domain/user/reserved-handles.ts';
import { userStream } from '../../domain/user/user.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { HandleReserved, HandleInQuarantine } from '../../domain/identity.errors.ts';

/**
 * Maps handles to users. The primary key decides which of several concurrent claims succeeds. The stream of a user decides which of the
 * user's rows is in use.
 */
@Injectable()
export class Handles {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly reader: EventReader,
    private readonly digests: PersonalDigests,
  ) {}

  /**
   * Returns whether `claim` would reserve the handle now. Reserves nothing.
   * @throws HandleReserved, HandleInQuarantine
   */
  isFree(handle: string, userId: string): Promise<boolean> {
    return this.#checked(handle, userId, async (tx, { now, releasedBefore, digest }) => {
      const { rowCount } = await tx.query(
        `select where not exists (select from identity.resting_handle where digest = $5 and rests_until > $3)
           and not exists (
             select from identity.handle
             where handle = $1 and user_id <> $2 and (released_at is null or released_at >= $4))`,
        [handle, userId, now, releasedBefore, digest],
      );
      return rowCount === 1;
    });
  }

  /**
   * Reserves a handle for this user. After the event is recorded, `settle` puts the handle into use. Returns false if the handle is not free
   * for this user. `handle`: in lower case.
   * @throws HandleReserved, HandleInQuarantine
   */
  claim(handle: string, userId: string): Promise<boolean> {
    return this.#checked(handle, userId, async (tx, { now, releasedBefore, digest }) => {
      // A handle that changes its user gets revision -1, which is below every revision of the new user's stream.
      const { rowCount } = await tx.query(
        `insert into identity.handle as h (handle, user_id, released_at)
         select $1, $2, $3 where not exists (
           select from identity.resting_handle where digest = $5 and rests_until > $3)
         on conflict (handle) do update set
           released_at = case when h.user_id = $2 and h.released_at is null then null else $3 end,
           revision = case when h.user_id = $2 then h.revision else -1 end,
           user_id = $2
         where h.user_id = $2 or h.released_at < $4`,
        [handle, userId, now, releasedBefore, digest],
      );
      return rowCount === 1;
    });
  }

  /** Runs `work` under the locks of the user and the handle, if the user may have this handle. @throws HandleReserved, HandleInQuarantine */
  async #checked(
    handle: string,
    userId: string,
    work: (
      tx: PoolClient,
      facts: Readonly<{ now: Date; releasedBefore: Date; digest: Buffer }>,
    ) => Promise<boolean>,
  ): Promise<boolean> {
    const now = this.clock.now();
    const releasedBefore = new Date(now.getTime() - PROFILE.handleQuarantineDays * DAY_MS);
    const digest = await this.digests.digestOf(handle);
    return inTransaction(this.pool, async (tx) => {
      await this.#lockUser(userId, tx);
      await this.#lockHandle(handle, tx);
      const { rows } = await tx.query<{ own: boolean; others: number }>(
        `select coalesce(bool_or(handle = $2), false) as own,
           count(*) filter (where handle <> $2 and (released_at is null or released_at >= $3))::int as others
         from identity.handle where user_id = $1`,
        [userId, handle, releasedBefore],
      );
      const [{ own, others } = { own: false, others: 0 }] = rows;
      // A user keeps a handle that a later version of the product reserves.
      if (!own && isReservedHandle(handle)) throw new HandleReserved();
      if (!own && others > PROFILE.handlesInQuarantineMax) throw new HandleInQuarantine();
      return work(tx, { now, releasedBefore, digest });
    });
  }

  /**
   * Puts the handle in the user's stream into use, and releases the other handles of the user. If a restored database has no row for this
   * handle, adds the row, unless another user has a row for the handle. A repeated call changes nothing.
   */
  async settle(userId: string): Promise<void> {
    const { state: user, revision } = await this.reader.load(userStream, userId);
    if (!user || revision === null) return;
    const { handle } = user;
    await inTransaction(this.pool, async (tx) => {
      await this.#lockUser(userId, tx);
      // Does not change rows that a call with a newer revision has already updated.
      await tx.query(
        `update identity.handle set revision = $3,
           released_at = case when handle = $2 then null else coalesce(released_at, $4) end
         where user_id = $1 and revision <= $3`,
        [userId, handle, String(revision), this.clock.now()],
      );
      if (handle === null || handle === ERASED) return;
      await tx.query(
        `insert into identity.handle (handle, user_id, revision)
         select $2, $1, $3 where not exists (select from identity.handle where user_id = $1 and revision > $3)
         on conflict do nothing`,
        [userId, handle, String(revision)],
      );
    });
  }

  /** After a restore of an older log, its new events have revisions that the rows have already had. */
  async forgetRevisions(): Promise<void> {
    await this.pool.query('update identity.handle set revision = -1');
  }

  /**
   * Deletes the handles of a user who is being erased. A digest blocks each handle for some time, so that other people do not mistake a new
   * user for this user. A repeated call does no harm.
   */
  async rest(userId: string): Promise<void> {
    const { rows } = await this.pool.query<{ handle: string; released_at: Date | null }>(
      'select handle, released_at from identity.handle where user_id = $1 order by handle',
      [userId],
    );
    for (const { handle, released_at: releasedAt } of rows) {
      const digest = await this.digests.digestOf(handle);
      await inTransaction(this.pool, async (tx) => {
        await this.#lockHandle(handle, tx);
        await this.#block(tx, digest, releasedAt ?? this.clock.now());
        await tx.query('delete from identity.handle where handle = $1 and user_id = $2', [handle, userId]);
      });
    }
  }

  /** Like `rest`, for the public name of a user. The caller deletes the row of the name afterwards. */
  async restUsername(username: string): Promise<void> {
    const digest = await this.#usernameDigestOf(username);
    await inTransaction(this.pool, (tx) => this.#block(tx, digest, this.clock.now()));
  }

  async isUsernameResting(username: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'select from identity.resting_handle where digest = $1 and rests_until > $2',
      [await this.#usernameDigestOf(username), this.clock.now()],
    );
    return rowCount !== 0;
  }

  async #block(tx: PoolClient, digest: Buffer, since: Date): Promise<void> {
    const until = new Date(since.getTime() + PROFILE.handleQuarantineDays * DAY_MS);
    await tx.query('delete from identity.resting_handle where rests_until <= $1', [this.clock.now()]);
    await tx.query(
      `insert into identity.resting_handle (digest, rests_until) values ($1, $2)
       on conflict (digest) do update set rests_until = greatest(resting_handle.rests_until, excluded.rests_until)`,
      [digest, until],
    );
  }

  /** Differs from the digest of the handle with the same letters. */
  #usernameDigestOf(username: string): Promise<Buffer> {
    return this.digests.digestOf(JSON.stringify(['username', username]));
  }

  /** Locks a handle, so that a concurrent claim sees the row of the owner or the digest. */
  async #lockHandle(handle: string, tx: PoolClient): Promise<void> {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('identity.handle-name ' || $1, 0))`, [
      handle,
    ]);
  }

  /** Locks the handles of a user, so that concurrent claims of the user count each other. */
  async #lockUser(userId: string, tx: PoolClient): Promise<void> {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('identity.handle ' || $1, 0))`, [userId]);
  }
}

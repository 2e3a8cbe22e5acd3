import type { SessionView } from '@posthorn/contracts/identity/session.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';
import { SESSION_DAYS } from './cookies.ts';

const DAY = 86_400_000;
const SESSION_BYTES = 32;
const IDLE_DAYS = 14;
/** After that, whoever sits at an open browser has to prove who they are before they may change how to sign in. */
const FRESH_MILLISECONDS = 10 * 60_000;
/** How exactly `last_seen_at` is kept: a write at each request would cost more than it tells. */
const SEEN_EVERY_MILLISECONDS = 60_000;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Session = Readonly<{ id: string; userId: string }>;
/** Of whoever signs in: how to call their browser, and the token that it still holds. */
export type Browser = Readonly<{ name: string; oldSession: string | null }>;
/** The token goes into the cookie and nowhere else. */
export type OpenedSession = Session & Readonly<{ token: string }>;
/** With the address, in its canonical form, that whoever signed in is known by; null when there is none. */
export type Entered = OpenedSession & Readonly<{ email: string | null }>;

/** Signed-in browsers, in Postgres: ended means ended, at once and everywhere. */
@Injectable()
export class Sessions {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly live: LiveUpdates,
  ) {}

  /** For somebody who has just proved who they are: a new session, never the one that the browser came with. */
  async enter(userId: string, { name, oldSession }: Browser): Promise<OpenedSession> {
    const session = await this.#open(userId, name);
    if (oldSession) await this.endByToken(oldSession);
    await this.#sweep();
    return session;
  }

  /** True within ten minutes of signing in. */
  async isFresh(id: string): Promise<boolean> {
    if (!ID.test(id)) return false;
    const since = new Date(this.clock.now().getTime() - FRESH_MILLISECONDS);
    const { rowCount } = await this.pool.query(
      'select from identity.session where id = $1 and created_at > $2',
      [id, since],
    );
    return rowCount === 1;
  }

  async #open(userId: string, browser: string): Promise<OpenedSession> {
    const token = newSecret(SESSION_BYTES);
    const { rows } = await this.pool.query<{ id: string }>(
      `insert into identity.session (token_hash, user_id, browser, created_at, last_seen_at)
       values ($1, $2, $3, $4, $4) returning id`,
      [digestOf(token), userId, browser, this.clock.now()],
    );
    return { id: rows[0]?.id ?? '', userId, token };
  }

  /** Null for a token that was never ours, was ended, has idled for 14 days or is 90 days old. */
  async find(token: string): Promise<Session | null> {
    const { rows } = await this.pool.query<{ id: string; user_id: string; last_seen_at: Date }>(
      `select id, user_id, last_seen_at from identity.session
       where token_hash = $1 and last_seen_at > $2 and created_at > $3`,
      [digestOf(token), this.#ago(IDLE_DAYS), this.#ago(SESSION_DAYS)],
    );
    const [row] = rows;
    if (!row) return null;
    const now = this.clock.now();
    if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MILLISECONDS) {
      await this.pool.query('update identity.session set last_seen_at = $2 where id = $1', [row.id, now]);
    }
    return { id: row.id, userId: row.user_id };
  }

  async listOf(userId: string, currentId: string): Promise<SessionView[]> {
    const { rows } = await this.pool.query<{
      id: string;
      browser: string;
      created_at: Date;
      last_seen_at: Date;
    }>(
      `select id, browser, created_at, last_seen_at from identity.session
       where user_id = $1 and last_seen_at > $2 and created_at > $3 order by last_seen_at desc, id`,
      [userId, this.#ago(IDLE_DAYS), this.#ago(SESSION_DAYS)],
    );
    return rows.map(({ id, browser, created_at: createdAt, last_seen_at: lastSeenAt }) => ({
      id,
      browser,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current: id === currentId,
    }));
  }

  /** False when the user has no such session. */
  async end(userId: string, id: string): Promise<boolean> {
    // A name can hold bytes that the database takes in no text at all.
    if (!ID.test(id)) return false;
    return this.#remove('id = $1 and user_id = $2', [id, userId]);
  }

  async endByToken(token: string): Promise<boolean> {
    return this.#remove('token_hash = $1', [digestOf(token)]);
  }

  /** For after a restore. Answers how many there were. */
  async endEveryones(): Promise<number> {
    const { rowCount } = await this.pool.query('delete from identity.session');
    return rowCount ?? 0;
  }

  /** What has run out opens nothing any more; this only keeps the table small. */
  async #sweep(): Promise<void> {
    await this.#remove('last_seen_at <= $1 or created_at <= $2', [
      this.#ago(IDLE_DAYS),
      this.#ago(SESSION_DAYS),
    ]);
  }

  async #remove(condition: string, values: readonly unknown[]): Promise<boolean> {
    const sql = `delete from identity.session where ${condition} returning id`;
    const { rows } = await this.pool.query<{ id: string }>(sql, [...values]);
    for (const { id } of rows) await this.live.endSession(id);
    return rows.length > 0;
  }

  #ago(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY);
  }
}

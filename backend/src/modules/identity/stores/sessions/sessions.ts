import { SIGN_IN, type SessionView } from '@posthorn/contracts/identity/session.http';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';
import type { SessionEntity } from './session.entity.ts';

const DAY = 86_400_000;
const SESSION_BYTES = 32;
/** After that, whoever sits at an open browser has to prove who they are before they may change how to sign in. */
const FRESH_MILLISECONDS = SIGN_IN.freshMinutes * 60_000;
/** How exactly `last_seen_at` is kept: a write at each request would cost more than it tells. */
const SEEN_EVERY_MILLISECONDS = 60_000;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Session = Readonly<{ id: string; userId: string }>;
type FoundSession = Session & Readonly<{ isFresh: boolean }>;
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
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly live: LiveUpdates,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof SessionEntity>>();
  }

  /** For somebody who has just proved who they are: a new session, never the one that the browser came with. */
  async enter(userId: string, { name, oldSession }: Browser): Promise<OpenedSession> {
    const session = await this.#open(userId, name);
    if (oldSession) await this.endByToken(oldSession);
    await this.#sweep();
    return session;
  }

  /** True within `SIGN_IN.freshMinutes` of signing in. */
  async isFresh(id: string): Promise<boolean> {
    if (!ID.test(id)) return false;
    const since = new Date(this.clock.now().getTime() - FRESH_MILLISECONDS);
    const row = await this.#db
      .selectFrom('identity.session')
      .select('id')
      .where('id', '=', id)
      .where('created_at', '>', since)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** False once it was ended. */
  async isOpen(id: string): Promise<boolean> {
    if (!ID.test(id)) return false;
    const row = await this.#db
      .selectFrom('identity.session')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #open(userId: string, browser: string): Promise<OpenedSession> {
    const token = newSecret(SESSION_BYTES);
    const now = this.clock.now();
    const { id } = await this.#db
      .insertInto('identity.session')
      .values({ token_hash: digestOf(token), user_id: userId, browser, created_at: now, last_seen_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, userId, token };
  }

  /** Null for a token that was never ours, was ended, has idled for 14 days or is 90 days old. */
  async find(token: string): Promise<FoundSession | null> {
    const row = await this.#db
      .selectFrom('identity.session')
      .select(['id', 'user_id', 'created_at', 'last_seen_at'])
      .where('token_hash', '=', digestOf(token))
      .where('last_seen_at', '>', this.#ago(SIGN_IN.idleDays))
      .where('created_at', '>', this.#ago(SIGN_IN.sessionDays))
      .executeTakeFirst();
    if (!row) return null;
    const now = this.clock.now();
    if (now.getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MILLISECONDS) {
      await this.#db
        .updateTable('identity.session')
        .set({ last_seen_at: now })
        .where('id', '=', row.id)
        .execute();
    }
    const isFresh = now.getTime() - row.created_at.getTime() < FRESH_MILLISECONDS;
    return { id: row.id, userId: row.user_id, isFresh };
  }

  async listOf(userId: string, currentId: string): Promise<SessionView[]> {
    const rows = await this.#db
      .selectFrom('identity.session')
      .select(['id', 'browser', 'created_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .where('last_seen_at', '>', this.#ago(SIGN_IN.idleDays))
      .where('created_at', '>', this.#ago(SIGN_IN.sessionDays))
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .execute();
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
    return this.#ended(
      await this.#db
        .deleteFrom('identity.session')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .execute(),
    );
  }

  async endByToken(token: string): Promise<boolean> {
    return this.#ended(
      await this.#db
        .deleteFrom('identity.session')
        .where('token_hash', '=', digestOf(token))
        .returning('id')
        .execute(),
    );
  }

  /** Everybody who has entered as this user has to prove anew who they are. */
  async endAllOf(userId: string): Promise<void> {
    await this.#ended(
      await this.#db.deleteFrom('identity.session').where('user_id', '=', userId).returning('id').execute(),
    );
  }

  /** For after a restore. Answers how many there were. */
  async endEveryones(): Promise<number> {
    const { numDeletedRows } = await this.#db.deleteFrom('identity.session').executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** What has run out opens nothing any more; this only keeps the table small. */
  async #sweep(): Promise<void> {
    await this.#ended(
      await this.#db
        .deleteFrom('identity.session')
        .where((eb) =>
          eb.or([
            eb('last_seen_at', '<=', this.#ago(SIGN_IN.idleDays)),
            eb('created_at', '<=', this.#ago(SIGN_IN.sessionDays)),
          ]),
        )
        .returning('id')
        .execute(),
    );
  }

  async #ended(sessions: readonly Readonly<{ id: string }>[]): Promise<boolean> {
    for (const { id } of sessions) await this.live.endSession(id);
    return sessions.length > 0;
  }

  #ago(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY);
  }
}

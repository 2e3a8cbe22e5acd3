import { SIGN_IN, type SessionView } from '@posthorn/contracts/identity/session.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { browserSaid } from '#infrastructure/http/session/browser-name.ts';
import { Clock } from '#infrastructure/clock.ts';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';
import type { SessionEntity } from './session.entity.ts';

const SESSION_BYTES = 32;
/** How long a sign-in counts as fresh. Sensitive actions need a fresh sign-in, because another person could use an open browser. */
const FRESH_MILLISECONDS = SIGN_IN.freshMinutes * 60_000;
/** The precision of `last_seen_at`, because a write at each request would cost too much. */
const SEEN_EVERY_MILLISECONDS = 60_000;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Session = Readonly<{ id: string; userId: string }>;
type FoundSession = Session & Readonly<{ isFresh: boolean }>;
/** The browser of a sign-in: its display name, and the token of its old session. */
export type Browser = Readonly<{ name: string; oldSession: string | null }>;
/** A new session with its token. Only the cookie of the browser contains the token. */
export type OpenedSession = Session & Readonly<{ token: string }>;
/** `email`: the address of the user, in canonical form; null: none. */
export type Entered = OpenedSession & Readonly<{ email: string | null }>;

/** Stores the sessions of signed-in browsers in the database, so that an ended session is invalid immediately in all processes. */
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

  /** Opens a new session for a user who has just signed in, and ends the old session of the browser. */
  async enter(userId: string, { name, oldSession }: Browser): Promise<OpenedSession> {
    const session = await this.#open(userId, name);
    if (oldSession) await this.endByToken(oldSession);
    await this.forgetOld();
    return session;
  }

  /** Returns whether the sign-in of this session was less than `SIGN_IN.freshMinutes` ago. */
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

  /** Returns whether the session exists. False after the session was ended. */
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

  /** Finds the session of a token. Returns null if the token is unknown, or if its session was ended, idle for too long or too old. */
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
    return rows.map(({ id, browser, created_at: createdAt, last_seen_at: lastSeenAt }) => {
      const said = browserSaid(browser);
      return {
        id,
        browser,
        ...(said && { browserSaid: said }),
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        current: id === currentId,
      };
    });
  }

  /** Ends a session. Returns false if the user has no such session. */
  async end(userId: string, id: string): Promise<boolean> {
    // The id may be any text in a path, and PostgreSQL would refuse a text that is not a UUID.
    if (!ID.test(id)) return false;
    return this.#announceEnd(
      await this.#db
        .deleteFrom('identity.session')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .execute(),
    );
  }

  async endByToken(token: string): Promise<boolean> {
    return this.#announceEnd(
      await this.#db
        .deleteFrom('identity.session')
        .where('token_hash', '=', digestOf(token))
        .returning('id')
        .execute(),
    );
  }

  /** Ends all sessions of this user. */
  async endAllOf(userId: string): Promise<void> {
    await this.#announceEnd(
      await this.#db.deleteFrom('identity.session').where('user_id', '=', userId).returning('id').execute(),
    );
  }

  /** Ends all sessions of all users, for use after a restore. Returns the number of ended sessions. */
  async endEveryones(): Promise<number> {
    const { numDeletedRows } = await this.#db.deleteFrom('identity.session').executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Deletes expired sessions. They are already invalid, so this only keeps the table small. */
  async forgetOld(): Promise<void> {
    await this.#announceEnd(
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

  async #announceEnd(sessions: readonly Readonly<{ id: string }>[]): Promise<boolean> {
    for (const { id } of sessions) await this.live.endSession(id);
    return sessions.length > 0;
  }

  #ago(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY_MS);
  }
}

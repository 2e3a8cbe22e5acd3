import { randomInt, randomUUID } from 'node:crypto';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { canonicalAddress, otherSpellings } from '#infrastructure/config/mail-address.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { userStream } from '../../domain/user/user.ts';
import type { EmailEntity, UsernameEntity } from './address-book.entity.ts';
import { usernameFor } from '../../domain/user/username.ts';
import { Handles } from '../handles/handles.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';

/** The number of tries with small numbers, because people prefer `ana2` to `ana48213`. */
const PLAIN_TRIES = 9;

/** The address as it was written, in canonical form, and as old rows may contain it. */
function spellingsOf(address: string): readonly string[] {
  const canonical = canonicalAddress(address) ?? address;
  return [address, canonical, ...otherSpellings(canonical)];
}

/**
 * Maps addresses to users. The primary key decides which of two concurrent sign-ins creates the user. After a crash,
 * a row may contain a user who has no event yet. The next sign-in then records the event. `canonical`: an address as `canonicalAddress` returns it.
 */
@Injectable()
export class AddressBook {
  constructor(
    private readonly em: EntityManager,
    private readonly digests: PersonalDigests,
    private readonly reader: EventReader,
    private readonly handles: Handles,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof EmailEntity | typeof UsernameEntity>>();
  }

  /**
   * Always returns the same user id for the same mailbox. For a new mailbox, stores and returns `newId`. `address`: as the user wrote it, in
   * lower case. Old rows contain the digest of the user's spelling, so this searches for that spelling first.
   */
  async findOrAdd(address: string, newId: string = randomUUID()): Promise<string> {
    const known = await this.holderOf(address);
    const canonical = canonicalAddress(address) ?? address;
    if (known !== null) return known;
    await this.#db
      .insertInto('identity.email')
      .values({ digest: await this.digests.digestOf(canonical), user_id: newId })
      .onConflict((taken) => taken.doNothing())
      .execute();
    const added = await this.#firstOf([canonical]);
    if (added === null) throw new Error('The mail address was removed while it was looked up.');
    return added;
  }

  /** Returns the user with this address; null: none. */
  holderOf(address: string): Promise<string | null> {
    return this.#firstOf(spellingsOf(address));
  }

  /** Assigns the address to this user, who has verified it. Returns false if another user has the address. */
  async claim(address: string, userId: string): Promise<boolean> {
    return (await this.findOrAdd(address, userId)) === userId;
  }

  /** Assigns an address to its former owner again. Returns the user who had the address until now; null: no other user had it. */
  async giveBack(canonical: string, userId: string): Promise<string | null> {
    const holder = await this.findOrAdd(canonical, userId);
    if (holder === userId) return null;
    const digests = await this.#digestsOf([canonical, ...otherSpellings(canonical)]);
    await this.#db
      .updateTable('identity.email')
      .set({ user_id: userId })
      .where('digest', 'in', digests)
      .execute();
    return holder;
  }

  /**
   * Deletes all addresses of the user except the one in the user's stream. Other users may then claim them. A repeated call changes
   * nothing.
   */
  async settle(userId: string): Promise<void> {
    const { state: user } = await this.reader.load(userStream, userId);
    if (!user) return;
    const email = user.email === ERASED ? null : user.email;
    // A concurrent call may have deleted the row before the log contained its event.
    if (email !== null) await this.findOrAdd(email, userId);
    const kept = email === null ? [] : await this.#digestsOf(spellingsOf(email));
    await this.#db
      .deleteFrom('identity.email')
      .where('user_id', '=', userId)
      .where(sql<boolean>`digest <> all(${kept}::bytea[])`)
      .execute();
  }

  async #firstOf(spellings: readonly string[]): Promise<string | null> {
    const digests = await this.#digestsOf(spellings);
    const row = await this.#db
      .selectFrom('identity.email')
      .select('user_id')
      .where('digest', 'in', digests)
      .orderBy(sql`array_position(${digests}::bytea[], digest)`)
      .limit(1)
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  #digestsOf(spellings: readonly string[]): Promise<Buffer[]> {
    return Promise.all(spellings.map((spelling) => this.digests.digestOf(spelling)));
  }

  /** Returns the user with this public name; null: none. */
  async holderOfUsername(username: string): Promise<string | null> {
    // PostgreSQL refuses a text with a zero byte.
    if (username.includes('\0')) return null;
    const row = await this.#db
      .selectFrom('identity.username')
      .select('user_id')
      .where('username', '=', username)
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  /** Returns each user with a public name. After a crash or a restore, some of them have no event. */
  async userIds(): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('identity.username')
      .select('user_id')
      .orderBy('user_id')
      .execute();
    return rows.map((row) => row.user_id);
  }

  /** Returns the public name of a user; null: none. */
  async usernameOf(userId: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('identity.username')
      .select('username')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.username ?? null;
  }

  /** Returns the public name of a user. If the user has none, assigns a free name that is similar to the address. */
  async ensureUsername(userId: string, email: string | null): Promise<string> {
    const preferred = usernameFor(email ?? '');
    for (let tries = 1; ; tries++) {
      const known = await this.usernameOf(userId);
      if (known !== null) return known;
      const number = tries <= PLAIN_TRIES ? tries : randomInt(10_000, 100_000);
      const username = number === 1 ? preferred : `${preferred}${String(number)}`;
      if (await this.handles.isUsernameResting(username)) continue;
      await this.#db
        .insertInto('identity.username')
        .values({ username, user_id: userId })
        .onConflict((taken) => taken.doNothing())
        .execute();
    }
  }
}

import { randomInt, randomUUID } from 'node:crypto';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { canonicalAddress, otherSpellings } from '#infrastructure/config/mail-address.ts';
import type { EmailEntity, UsernameEntity } from './address-book.entity.ts';
import { usernameFor } from '../../domain/user/username.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';

/** The number of tries with small numbers, because `ana2` reads better than `ana48213`. */
const PLAIN_TRIES = 9;

/**
 * Maps addresses to users. Rows decide who was first, so two concurrent sign-ins make one user. After a crash a row may lack its
 * registration, which the next sign-in adds.
 */
@Injectable()
export class AddressBook {
  constructor(
    private readonly em: EntityManager,
    private readonly digests: PersonalDigests,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof EmailEntity | typeof UsernameEntity>>();
  }

  /**
   * The same id for the same mailbox, for ever; `newId` when it is new. `address` as it was written, in lower case. Users from before the
   * canonical form are found by their own spelling, and by no other user's.
   */
  async userIdFor(address: string, newId: string = randomUUID()): Promise<string> {
    const canonical = canonicalAddress(address) ?? address;
    const known = await this.#firstOf([address, canonical, ...otherSpellings(canonical)]);
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

  /** The user with this address; null: none. */
  holderOf(address: string): Promise<string | null> {
    const canonical = canonicalAddress(address) ?? address;
    return this.#firstOf([address, canonical, ...otherSpellings(canonical)]);
  }

  /** Gives the address to this user, who has verified it. False: another user has it. */
  async claim(address: string, userId: string): Promise<boolean> {
    return (await this.userIdFor(address, userId)) === userId;
  }

  /** Returns an address to a former owner. Answers the user who held it until now; null: there was none. */
  async giveBack(address: string, userId: string): Promise<string | null> {
    const holder = await this.userIdFor(address, userId);
    if (holder === userId) return null;
    const spellings = [address, ...otherSpellings(address)];
    await this.#db
      .updateTable('identity.email')
      .set({ user_id: userId })
      .where('digest', 'in', await Promise.all(spellings.map((spelling) => this.digests.digestOf(spelling))))
      .execute();
    return holder;
  }

  /** Removes all other addresses of the user, which other users may then claim. */
  async keepOnly(address: string, userId: string): Promise<void> {
    const kept = await Promise.all(
      [address, ...otherSpellings(address)].map((spelling) => this.digests.digestOf(spelling)),
    );
    await this.#db
      .deleteFrom('identity.email')
      .where('user_id', '=', userId)
      .where('digest', 'not in', kept)
      .execute();
  }

  async #firstOf(spellings: readonly string[]): Promise<string | null> {
    const digests = await Promise.all(spellings.map((spelling) => this.digests.digestOf(spelling)));
    const row = await this.#db
      .selectFrom('identity.email')
      .select('user_id')
      .where('digest', 'in', digests)
      .orderBy(sql`array_position(${digests}::bytea[], digest)`)
      .limit(1)
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  /** The user with this public name; null: none. */
  async holderOfUsername(username: string): Promise<string | null> {
    // PostgreSQL text cannot hold a zero byte.
    if (username.includes('\0')) return null;
    const row = await this.#db
      .selectFrom('identity.username')
      .select('user_id')
      .where('username', '=', username)
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  /** The user's public name: the present one, or a free one that their address suggests. */
  async usernameOf(userId: string, email: string | null): Promise<string> {
    const wanted = usernameFor(email ?? '');
    for (let tries = 1; ; tries++) {
      const number = tries <= PLAIN_TRIES ? tries : randomInt(10_000, 100_000);
      await this.#db
        .insertInto('identity.username')
        .values({ username: number === 1 ? wanted : `${wanted}${String(number)}`, user_id: userId })
        .onConflict((taken) => taken.doNothing())
        .execute();
      const row = await this.#db
        .selectFrom('identity.username')
        .select('username')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (row) return row.username;
    }
  }
}

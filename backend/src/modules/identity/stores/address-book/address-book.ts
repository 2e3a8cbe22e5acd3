import { randomInt, randomUUID } from 'node:crypto';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { canonicalAddress, otherSpellings } from '#infrastructure/config/mail-address.ts';
import type { EmailEntity, UsernameEntity } from './address-book.entity.ts';
import { usernameFor } from '../../domain/user/username.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';

/** Plain numbers are tried first: `ana2` reads better than `ana48213`. */
const PLAIN_TRIES = 9;

/**
 * Which user an address belongs to. Rows decide who was first, so that two sign-ins at once make one user; a row with
 * no registration behind it (a crash in between) is finished by the next sign-in.
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
   * The same id for the same mailbox, for ever; `newId` when it is new. `address` as it was written, in lower case: who
   * signed up before there was one way to write it is found by theirs, and nobody by another's.
   */
  async userIdFor(address: string, newId: string = randomUUID()): Promise<string> {
    const canonical = canonicalAddress(address) ?? address;
    const known = await this.#firstOf([address, canonical, ...otherSpellings(canonical)]);
    if (known !== null) return known;
    await this.#db
      .insertInto('identity.email')
      .values({ digest: await this.digests.of(canonical), user_id: newId })
      .onConflict((taken) => taken.doNothing())
      .execute();
    const added = await this.#firstOf([canonical]);
    if (added === null) throw new Error('The address was taken out while it was looked up.');
    return added;
  }

  /** Whose it is; null: nobody's. */
  holderOf(address: string): Promise<string | null> {
    const canonical = canonicalAddress(address) ?? address;
    return this.#firstOf([address, canonical, ...otherSpellings(canonical)]);
  }

  /** Makes it this user's, who has proved to read it. False: somebody else has it. */
  async claim(address: string, userId: string): Promise<boolean> {
    return (await this.userIdFor(address, userId)) === userId;
  }

  /** Gives an address back to a user who had it before. Answers the other user who had it until now; null: there was none. */
  async giveBack(address: string, userId: string): Promise<string | null> {
    const holder = await this.userIdFor(address, userId);
    if (holder === userId) return null;
    const spellings = [address, ...otherSpellings(address)];
    await this.#db
      .updateTable('identity.email')
      .set({ user_id: userId })
      .where('digest', 'in', await Promise.all(spellings.map((spelling) => this.digests.of(spelling))))
      .execute();
    return holder;
  }

  /** Of a user's addresses only this one is left; the others may be anybody's. */
  async keepOnly(address: string, userId: string): Promise<void> {
    const kept = await Promise.all(
      [address, ...otherSpellings(address)].map((spelling) => this.digests.of(spelling)),
    );
    await this.#db
      .deleteFrom('identity.email')
      .where('user_id', '=', userId)
      .where('digest', 'not in', kept)
      .execute();
  }

  async #firstOf(spellings: readonly string[]): Promise<string | null> {
    const digests = await Promise.all(spellings.map((spelling) => this.digests.of(spelling)));
    const row = await this.#db
      .selectFrom('identity.email')
      .select('user_id')
      .where('digest', 'in', digests)
      .orderBy(sql`array_position(${digests}::bytea[], digest)`)
      .limit(1)
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  /** Whose public name it is; null: nobody's. */
  async holderOfUsername(username: string): Promise<string | null> {
    // No text of the database takes a zero byte.
    if (username.includes('\0')) return null;
    const row = await this.#db
      .selectFrom('identity.username')
      .select('user_id')
      .where('username', '=', username)
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  /** The user's public name: the one they have, or a free one that their address, if any, suggests. */
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

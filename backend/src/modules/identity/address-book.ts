import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { canonicalAddress, otherSpellings } from '#infrastructure/mail-address.ts';
import { usernameFor } from './domain/username.ts';
import { PersonalDigests } from './personal-digests.ts';

/** Plain numbers are tried first: `ana2` reads better than `ana48213`. */
const PLAIN_TRIES = 9;

/**
 * Which user an address belongs to. Rows decide who was first, so that two sign-ins at once make one user; a row with
 * no registration behind it (a crash in between) is finished by the next sign-in.
 */
@Injectable()
export class AddressBook {
  constructor(
    private readonly pool: Pool,
    private readonly digests: PersonalDigests,
  ) {}

  /**
   * The same id for the same mailbox, for ever; `newId` when it is new. `address` as it was written, in lower case: who
   * signed up before there was one way to write it is found by theirs, and nobody by another's.
   */
  async userIdFor(address: string, newId: string = randomUUID()): Promise<string> {
    const canonical = canonicalAddress(address) ?? address;
    const known = await this.#firstOf([address, canonical, ...otherSpellings(canonical)]);
    if (known !== null) return known;
    await this.pool.query(
      'insert into identity.email (digest, user_id) values ($1, $2) on conflict do nothing',
      [await this.digests.of(canonical), newId],
    );
    const added = await this.#firstOf([canonical]);
    if (added === null) throw new Error('The address was taken out while it was looked up.');
    return added;
  }

  async #firstOf(spellings: readonly string[]): Promise<string | null> {
    const digests = await Promise.all(spellings.map((spelling) => this.digests.of(spelling)));
    const { rows } = await this.pool.query<{ user_id: string }>(
      'select user_id from identity.email where digest = any($1) order by array_position($1, digest) limit 1',
      [digests],
    );
    return rows[0]?.user_id ?? null;
  }

  /** The user's public name: the one they have, or a free one that their address, if any, suggests. */
  async usernameOf(userId: string, email: string | null): Promise<string> {
    const wanted = usernameFor(email ?? '');
    for (let tries = 1; ; tries++) {
      const number = tries <= PLAIN_TRIES ? tries : randomInt(10_000, 100_000);
      await this.pool.query(
        'insert into identity.username (username, user_id) values ($1, $2) on conflict do nothing',
        [number === 1 ? wanted : `${wanted}${String(number)}`, userId],
      );
      const { rows } = await this.pool.query<{ username: string }>(
        'select username from identity.username where user_id = $1',
        [userId],
      );
      if (rows[0]) return rows[0].username;
    }
  }
}

import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
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

  /** The same id for the same address, for ever; `newId` when the address is new. `email` is in lower case. */
  async userIdFor(email: string, newId: string = randomUUID()): Promise<string> {
    const digest = await this.digests.of(email);
    await this.pool.query(
      'insert into identity.email (digest, user_id) values ($1, $2) on conflict do nothing',
      [digest, newId],
    );
    const { rows } = await this.pool.query<{ user_id: string }>(
      'select user_id from identity.email where digest = $1',
      [digest],
    );
    const [row] = rows;
    if (!row) throw new Error('The address was taken out while it was looked up.');
    return row.user_id;
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

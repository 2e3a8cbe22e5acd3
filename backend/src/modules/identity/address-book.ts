import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import { usernameFor } from './domain/username.ts';

const PEPPER = 'address-digest';
/** Plain numbers are tried first: `ana2` reads better than `ana48213`. */
const PLAIN_TRIES = 9;

type SecretRow = { kid: string; wrapped: Buffer; box: Buffer };

/**
 * Which user an address belongs to. Rows decide who was first, so that two sign-ins at once make one user; a row with
 * no registration behind it (a crash in between) is finished by the next sign-in.
 */
@Injectable()
export class AddressBook {
  #pepper: Promise<Buffer> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** Recognises an address without keeping it: useless without the operator's key. `email` is in lower case. */
  async digestOf(email: string): Promise<Buffer> {
    // A failure is not remembered: the database may have been away.
    this.#pepper ??= this.#loadPepper().catch((error: unknown) => {
      this.#pepper = undefined;
      throw error;
    });
    return createHmac('sha256', await this.#pepper)
      .update(email)
      .digest();
  }

  /** The same id for the same address, for ever; made up when the address is new. */
  async userIdFor(email: string): Promise<string> {
    const digest = await this.digestOf(email);
    await this.pool.query(
      'insert into identity.email (digest, user_id) values ($1, $2) on conflict do nothing',
      [digest, randomUUID()],
    );
    const { rows } = await this.pool.query<{ user_id: string }>(
      'select user_id from identity.email where digest = $1',
      [digest],
    );
    const [row] = rows;
    if (!row) throw new Error('The address was taken out while it was looked up.');
    return row.user_id;
  }

  /** The user's public name: the one they have, or a free one that their address suggests. */
  async usernameOf(userId: string, email: string): Promise<string> {
    const wanted = usernameFor(email);
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

  async #loadPepper(): Promise<Buffer> {
    const fresh = this.ring.lockBytes(randomBytes(32), PEPPER);
    await this.pool.query(
      'insert into identity.secret (name, kid, wrapped, box) values ($1, $2, $3, $4) on conflict do nothing',
      [PEPPER, fresh.kid, fresh.wrapped, fresh.box],
    );
    const { rows } = await this.pool.query<SecretRow>(
      'select kid, wrapped, box from identity.secret where name = $1',
      [PEPPER],
    );
    const [sealed] = rows;
    if (!sealed) throw new Error('The secret behind the address digests is missing.');
    const moved = this.ring.rewrap(sealed, PEPPER);
    if (moved.kid !== sealed.kid) {
      await this.pool.query(
        'update identity.secret set kid = $2, wrapped = $3 where name = $1 and kid = $4',
        [PEPPER, moved.kid, moved.wrapped, sealed.kid],
      );
    }
    return this.ring.openBytes(moved, PEPPER);
  }
}

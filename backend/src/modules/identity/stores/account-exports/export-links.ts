import { ACCOUNT_EXPORT } from '@posthorn/contracts/identity/account-export.http';
import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';
import type { AccountExportEntity } from './account-export.entity.ts';

const LINK_BYTES = 32;
/** How long a link stays reserved after the last extension, in milliseconds. */
const RESERVED_FOR = 60_000;

/** Stores open links to exports, with only the digests of their tokens. An open link can still be used. */
@Injectable()
export class ExportLinks {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof AccountExportEntity>>();
  }

  /** Creates a link, and makes the earlier link of the user invalid. */
  async open(userId: string): Promise<Readonly<{ token: string; expiresAt: Date }>> {
    const token = newSecret(LINK_BYTES);
    const now = this.clock.now();
    const link = {
      token_hash: digestOf(token),
      expires_at: new Date(now.getTime() + ACCOUNT_EXPORT.linkHours * HOUR_MS),
      taken_until: null,
    };
    await this.forgetOld();
    await this.#db
      .insertInto('identity.account_export')
      .values({ user_id: userId, ...link })
      .onConflict((known) => known.column('user_id').doUpdateSet(link))
      .execute();
    return { token, expiresAt: link.expires_at };
  }

  /** Returns whether the token belongs to an open link of this user. False for a used, expired or unknown token. */
  async isOpen(userId: string, token: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('identity.account_export')
      .select('user_id')
      .where('token_hash', '=', digestOf(token))
      .where('user_id', '=', userId)
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Reserves the link for one download. Returns false if the link is not open, or another download has reserved it. */
  async take(userId: string, token: string): Promise<boolean> {
    const now = this.clock.now();
    const { numUpdatedRows } = await this.#db
      .updateTable('identity.account_export')
      .set({ taken_until: this.#until() })
      .where('token_hash', '=', digestOf(token))
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .where((is) => is.or([is('taken_until', 'is', null), is('taken_until', '<=', now)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Extends the reservation during the download. */
  async keep(token: string): Promise<void> {
    await this.#setTaken(token, this.#until());
  }

  /** Ends the reservation after a download failed, so that the user can start again. */
  async giveBack(token: string): Promise<void> {
    await this.#setTaken(token, null);
  }

  async #setTaken(token: string, until: Date | null): Promise<void> {
    await this.#db
      .updateTable('identity.account_export')
      .set({ taken_until: until })
      .where('token_hash', '=', digestOf(token))
      .execute();
  }

  #until(): Date {
    return new Date(this.clock.now().getTime() + RESERVED_FOR);
  }

  /** Deletes expired links. */
  async forgetOld(): Promise<void> {
    await this.#db
      .deleteFrom('identity.account_export')
      .where('expires_at', '<=', this.clock.now())
      .execute();
  }

  /** Makes the link invalid. A newer link of the same user stays valid. */
  async useUp(token: string): Promise<void> {
    await this.#db.deleteFrom('identity.account_export').where('token_hash', '=', digestOf(token)).execute();
  }
}

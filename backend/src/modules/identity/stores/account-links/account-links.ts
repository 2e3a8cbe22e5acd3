import { EMAIL_CHANGE } from '@posthorn/contracts/identity/email-change.http';
import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';
import type { AccountLinkEntity } from './account-link.entity.ts';

const LINK_BYTES = 20;
const DAY_MINUTES = 24 * 60;

/** The user, and the address that a link verifies, as the user wrote it. */
export type AddressToVerify = Readonly<{ userId: string; email: string }>;

/** The account whose owner did not make a change. `email`: the address that got the link; null for older links, which do not store it. */
export type DisputedChange = Readonly<{ userId: string; email: string | null }>;

/** Stores open links about the addresses of accounts, with only the digests of their tokens. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof AccountLinkEntity>>();
  }

  /** Creates a link that verifies an address, and returns its token. Makes the earlier link invalid. */
  async createVerificationLink({ userId, email }: AddressToVerify): Promise<string> {
    await this.dropVerificationLink(userId);
    return this.#add('change-email', { userId, email }, EMAIL_CHANGE.linkMinutes);
  }

  async dropVerificationLink(userId: string): Promise<void> {
    await this.#db
      .deleteFrom('identity.account_link')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'change-email')
      .execute();
  }

  /** Returns the address that the user has requested and not yet verified; null: none. */
  async pendingOf(userId: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('identity.account_link')
      .select('email')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'change-email')
      .where('expires_at', '>', this.clock.now())
      .limit(1)
      .executeTakeFirst();
    return row?.email ?? null;
  }

  /** Reads what a link verifies; null: the link is not valid. The link stays valid. */
  async readVerificationLink(token: string): Promise<AddressToVerify | null> {
    const row = await this.#find(token, 'change-email');
    return row?.email == null ? null : { userId: row.user_id, email: row.email };
  }

  /**
   * Creates the link for the mail to the former address `email`, and returns its token. With this link, its reader can take the account
   * back.
   */
  createReclaimLink(userId: string, email: string): Promise<string> {
    return this.#add('not-me', { userId, email }, EMAIL_CHANGE.notMeHours * 60);
  }

  /** Reads a link of `createReclaimLink`; null: the link is not valid. The link stays valid, so that it can complete the steps after a crash. */
  async readReclaimLink(token: string): Promise<DisputedChange | null> {
    const row = await this.#find(token, 'not-me');
    return row ? { userId: row.user_id, email: row.email } : null;
  }

  /** Deletes all later links. Otherwise a thief who changed the address twice could take the account back with the second mail. */
  async dropLaterLinks(token: string): Promise<void> {
    const link = await this.#find(token, 'not-me');
    if (!link) return;
    await this.dropVerificationLink(link.user_id);
    await this.#db
      .deleteFrom('identity.account_link')
      .where('user_id', '=', link.user_id)
      .where('purpose', '=', 'not-me')
      .where('expires_at', '>', link.expires_at)
      .execute();
  }

  /** Creates a link that signs in to an account without an address, and returns its token. Makes the earlier link invalid. */
  async createOtherAccountLink(userId: string): Promise<string> {
    await this.#db
      .deleteFrom('identity.account_link')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'other-account')
      .execute();
    return this.#add('other-account', { userId, email: null }, EMAIL_CHANGE.otherAccountDays * DAY_MINUTES);
  }

  /**
   * Returns the account of a link of `createOtherAccountLink`; null: the link is not valid. The link stays valid, so that its reader can open it
   * again.
   */
  async otherAccountOf(token: string): Promise<string | null> {
    return (await this.#find(token, 'other-account'))?.user_id ?? null;
  }

  /** Deletes expired links. */
  async forgetOld(): Promise<void> {
    await this.#db.deleteFrom('identity.account_link').where('expires_at', '<=', this.clock.now()).execute();
  }

  async forgetAll(): Promise<void> {
    await this.#db.deleteFrom('identity.account_link').execute();
  }

  async #add(
    purpose: string,
    { userId, email }: Readonly<{ userId: string; email: string | null }>,
    minutes: number,
  ): Promise<string> {
    const token = newSecret(LINK_BYTES);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS);
    await this.forgetOld();
    await this.#db
      .insertInto('identity.account_link')
      .values({ token_hash: digestOf(token), purpose, user_id: userId, email, expires_at: expiresAt })
      .execute();
    return token;
  }

  #find(token: string, purpose: string) {
    return this.#db
      .selectFrom('identity.account_link')
      .select(['user_id', 'email', 'expires_at'])
      .where('token_hash', '=', digestOf(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirst();
  }
}

import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { otherSpellings } from '#infrastructure/config/mail-address.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';
import type { SignInLinkEntity } from './sign-in-link.entity.ts';

/** 160 bits; the whole link then fits a line of mail, so that no client breaks it. */
const LINK_BYTES = 20;

/** What a browser sends to sign in: the token of the mail, and the cookie from its request. */
export type LinkProof = Readonly<{ token: string; flow: string }>;

/** Open sign-in links: one use, fifteen minutes, one browser. Only digests of their secrets are stored. */
@Injectable()
export class SignInLinks {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof SignInLinkEntity>>();
  }

  /** Returns the token for the mail. */
  async add(email: string, flow: string): Promise<string> {
    const token = newSecret(LINK_BYTES);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SIGN_IN.linkMinutes * 60_000);
    await this.#db.deleteFrom('identity.sign_in_link').where('expires_at', '<=', now).execute();
    await this.#db
      .insertInto('identity.sign_in_link')
      .values({ token_hash: digestOf(token), flow_hash: digestOf(flow), email, expires_at: expiresAt })
      .execute();
    return token;
  }

  async drop(token: string): Promise<void> {
    await this.#db.deleteFrom('identity.sign_in_link').where('token_hash', '=', digestOf(token)).execute();
  }

  /** Invalidates the links that were mailed to an address. */
  async forgetOf(address: string): Promise<void> {
    await this.#db
      .deleteFrom('identity.sign_in_link')
      .where('email', 'in', [address, ...otherSpellings(address)])
      .execute();
  }

  async forgetAll(): Promise<void> {
    await this.#db.deleteFrom('identity.sign_in_link').execute();
  }

  /** The address of the link as it was written, without using the link up; null when the link is not valid in this browser. */
  async addressFor({ token, flow }: LinkProof): Promise<string | null> {
    const row = await this.#db
      .selectFrom('identity.sign_in_link')
      .select('email')
      .where('token_hash', '=', digestOf(token))
      .where('flow_hash', '=', digestOf(flow))
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirst();
    return row?.email ?? null;
  }

  /** True for the one caller that uses the link up. Another browser leaves it valid. */
  async take({ token, flow }: LinkProof): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('identity.sign_in_link')
      .where('token_hash', '=', digestOf(token))
      .where('flow_hash', '=', digestOf(flow))
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }
}

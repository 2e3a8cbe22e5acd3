import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { canonicalAddress, otherSpellings } from '#infrastructure/config/mail-address.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';
import type { ProvenLink } from './proven-link.ts';
import { SignInCodes } from './sign-in-codes.ts';
import type { SignInLinkEntity } from './sign-in-link.entity.ts';

/** 160 bits; the whole link then fits a line of mail, so that no client breaks it. */
const LINK_BYTES = 20;

/** What a browser sends to sign in: the token of the mail, and the cookie from its request. */
export type LinkProof = Readonly<{ token: string; flow: string | null }>;

/** The secrets for the mail. */
export type MailedSecrets = Readonly<{ token: string; code: string }>;

/** Open sign-in links: one use, fifteen minutes, one browser. Only digests of their secrets are stored. */
@Injectable()
export class SignInLinks {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly codes: SignInCodes,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof SignInLinkEntity>>();
  }

  async add(email: string, flow: string): Promise<MailedSecrets> {
    const token = newSecret(LINK_BYTES);
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SIGN_IN.linkMinutes * 60_000);
    await this.#db.deleteFrom('identity.sign_in_link').where('expires_at', '<=', now).execute();
    const tokenHash = digestOf(token);
    const { code, codeHash } = await this.codes.issue(tokenHash);
    await this.codes.replaceOf(canonicalAddress(email) ?? email);
    await this.#db
      .insertInto('identity.sign_in_link')
      .values({
        token_hash: tokenHash,
        flow_hash: digestOf(flow),
        email,
        expires_at: expiresAt,
        code_hash: codeHash,
      })
      .execute();
    return { token, code };
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

  /**
   * Looks up a link without using it up.
   * @returns `elsewhere`: another browser asked for it; null: it was used or has expired
   */
  async find({ token, flow }: LinkProof): Promise<ProvenLink | 'elsewhere' | null> {
    const tokenHash = digestOf(token);
    const row = await this.#db
      .selectFrom('identity.sign_in_link')
      .select(['email', 'flow_hash'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirst();
    if (!row) return null;
    const isHere = flow !== null && digestOf(flow).equals(row.flow_hash);
    return isHere ? { tokenHash, email: row.email } : 'elsewhere';
  }

  /** True for the one caller that uses up the link and its code. */
  async take({ tokenHash }: ProvenLink): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('identity.sign_in_link')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }
}

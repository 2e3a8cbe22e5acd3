import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { canonicalAddress, otherSpellings } from '#infrastructure/config/mail-address.ts';
import { digestOf, newSecret } from '#infrastructure/vault/secrets.ts';
import type { ProvenLink } from './proven-link.ts';
import { SignInCodes } from './sign-in-codes.ts';
import type { SignInLinkEntity } from './sign-in-link.entity.ts';

/** 160 bits. With this length, the whole link fits in one line of a mail, so mail programs do not split it. */
const LINK_BYTES = 20;

/** What a browser sends to sign in: the token in the mail, and the cookie that it got when it requested the link. */
export type LinkProof = Readonly<{ token: string; flow: string | null }>;

/** The secrets that the mail contains. */
export type MailedSecrets = Readonly<{ token: string; code: string }>;

/** Stores open sign-in links, with only digests of their secrets. A link works once, for some minutes, in one browser. */
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
    await this.forgetOld();
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

  /** Deletes expired links. */
  async forgetOld(): Promise<void> {
    await this.#db.deleteFrom('identity.sign_in_link').where('expires_at', '<=', this.clock.now()).execute();
  }

  async drop(token: string): Promise<void> {
    await this.#db.deleteFrom('identity.sign_in_link').where('token_hash', '=', digestOf(token)).execute();
  }

  /** Makes all links invalid that were mailed to an address. */
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
   * Finds a link. The link stays valid.
   * @returns `elsewhere`: another browser requested the link; null: the link is unknown, was used or has expired
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
    const isSameBrowser = flow !== null && digestOf(flow).equals(row.flow_hash);
    return isSameBrowser ? { tokenHash, email: row.email } : 'elsewhere';
  }

  /** Makes the link and its code invalid. Of several concurrent calls, only one returns true. */
  async take({ tokenHash }: ProvenLink): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('identity.sign_in_link')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', this.clock.now())
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }
}

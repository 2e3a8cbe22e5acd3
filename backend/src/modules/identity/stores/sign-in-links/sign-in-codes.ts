import { randomInt, timingSafeEqual } from 'node:crypto';
import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { otherSpellings } from '#infrastructure/config/mail-address.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import type { ProvenLink } from './proven-link.ts';
import type { SignInLinkEntity } from './sign-in-link.entity.ts';

const NO_CODE = Buffer.alloc(32);

/**
 * The codes in mails with sign-in links. A code works in any browser, so it must be hard to guess. It is valid for a short time and a few
 * tries, and only for the newest mail to an address. The database contains only a digest of link and code with the operator's secret.
 */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly digests: PersonalDigests,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof SignInLinkEntity>>();
  }

  /** Creates a code for a link. Returns the code for the mail, and the digest for the database. */
  async issue(tokenHash: Buffer): Promise<Readonly<{ code: string; codeHash: Buffer }>> {
    const code = String(randomInt(10 ** SIGN_IN.codeDigits)).padStart(SIGN_IN.codeDigits, '0');
    return { code, codeHash: await this.#hashOf(tokenHash, code) };
  }

  /** Makes the earlier codes of an address invalid. Their links stay valid, because an older mail may arrive later. */
  async replaceOf(address: string): Promise<void> {
    await this.#db
      .updateTable('identity.sign_in_link')
      .set({ code_hash: null })
      .where('email', 'in', spellingsOf(address))
      .execute();
  }

  /**
   * Counts one try, and returns the link of the newest code if the code is right. Counts before it compares, so parallel guesses cannot exceed
   * the limit. Takes the same time for an address without a code.
   */
  async attempt(address: string, code: string): Promise<ProvenLink | null> {
    const now = this.clock.now();
    const row = await this.#db
      .updateTable('identity.sign_in_link')
      .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
      .where('token_hash', '=', (eb) =>
        eb
          .selectFrom('identity.sign_in_link')
          .select('token_hash')
          .where('email', 'in', spellingsOf(address))
          .where('code_hash', 'is not', null)
          .where('expires_at', '>', now)
          .orderBy('expires_at', 'desc')
          .orderBy('token_hash')
          .limit(1),
      )
      // A parallel try may lock the row. After that try, PostgreSQL checks these two conditions again.
      .where('code_hash', 'is not', null)
      .where('code_tries', '<', SIGN_IN.codeTries)
      .returning(['token_hash', 'code_hash', 'email'])
      .executeTakeFirst();
    const tokenHash = Buffer.from(row?.token_hash ?? NO_CODE);
    const tried = await this.#hashOf(tokenHash, code);
    const isRight = timingSafeEqual(tried, row?.code_hash ?? NO_CODE);
    return row && isRight ? { tokenHash, email: row.email } : null;
  }

  #hashOf(tokenHash: Buffer, code: string): Promise<Buffer> {
    return this.digests.digestOf(JSON.stringify(['sign-in-code', tokenHash.toString('hex'), code]));
  }
}

const spellingsOf = (address: string): readonly string[] => [address, ...otherSpellings(address)];

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
 * The codes that are mailed with sign-in links. A code signs in any browser, so it is short-lived and hard to guess. Only the newest one of an
 * address is open, for a few tries. The database holds a digest under the operator's key, bound to its link.
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

  /** Returns the code for the mail, and what is stored of it. */
  async issue(tokenHash: Buffer): Promise<Readonly<{ code: string; codeHash: Buffer }>> {
    const code = String(randomInt(10 ** SIGN_IN.codeDigits)).padStart(SIGN_IN.codeDigits, '0');
    return { code, codeHash: await this.#hashOf(tokenHash, code) };
  }

  /** Voids the earlier codes of an address. Their links stay valid, because an older mail may arrive later. */
  async replaceOf(address: string): Promise<void> {
    await this.#db
      .updateTable('identity.sign_in_link')
      .set({ code_hash: null })
      .where('email', 'in', spellingsOf(address))
      .execute();
  }

  /**
   * Counts one try, and returns the link of the newest code if the code is right. The count is raised before the code is compared, so parallel
   * guesses cannot exceed it. Takes as long for an address without a code.
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
      // Checked again after waiting for a parallel try.
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

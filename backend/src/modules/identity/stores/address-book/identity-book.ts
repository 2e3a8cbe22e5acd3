import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import type { ProviderIdentityEntity } from './provider-identity.entity.ts';

/** An identity that a provider has verified. `email` is in canonical form, and null unless the provider has verified it. */
export type ProvenIdentity = Readonly<{
  provider: SignInProvider;
  issuer: string;
  subject: string;
  email: string | null;
}>;

/**
 * Maps identities at providers to users. Rows decide who was first. They count only together with the user's own events, so a row left
 * behind by a crash opens no account.
 */
@Injectable()
export class IdentityBook {
  constructor(
    private readonly em: EntityManager,
    private readonly digests: PersonalDigests,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof ProviderIdentityEntity>>();
  }

  /** Returns the owner: `userId`, unless another user claimed it before. */
  async claim({ provider, issuer, subject }: ProvenIdentity, userId: string): Promise<string> {
    const digest = await this.digestOf(issuer, subject);
    await this.#db
      .insertInto('identity.provider_identity')
      .values({ issuer, subject_digest: digest, provider, user_id: userId })
      .onConflict((taken) => taken.doNothing())
      .execute();
    const row = await this.#db
      .selectFrom('identity.provider_identity')
      .select('user_id')
      .where('issuer', '=', issuer)
      .where('subject_digest', '=', digest)
      .executeTakeFirst();
    // The owner released it in between, so the next try gives it to `userId`.
    return row?.user_id ?? this.claim({ provider, issuer, subject, email: null }, userId);
  }

  /** Deletes one identity, if it belongs to this user. */
  async drop({ issuer, subject }: ProvenIdentity, userId: string): Promise<void> {
    await this.#db
      .deleteFrom('identity.provider_identity')
      .where('issuer', '=', issuer)
      .where('subject_digest', '=', await this.digestOf(issuer, subject))
      .where('user_id', '=', userId)
      .execute();
  }

  /** Deletes all identities of this user at a provider. */
  async dropAll(userId: string, provider: SignInProvider): Promise<void> {
    await this.#db
      .deleteFrom('identity.provider_identity')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute();
  }

  private digestOf(issuer: string, subject: string): Promise<Buffer> {
    return this.digests.digestOf(JSON.stringify([issuer, subject]));
  }
}

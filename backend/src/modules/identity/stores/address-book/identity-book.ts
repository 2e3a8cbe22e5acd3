import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import type { ProviderIdentityEntity } from './provider-identity.entity.ts';

/** Somebody a provider vouches for. `email` is in its canonical form, and null unless the provider has verified it. */
export type ProvenIdentity = Readonly<{
  provider: SignInProvider;
  issuer: string;
  subject: string;
  email: string | null;
}>;

/**
 * Which user a provider's identity belongs to. Rows decide who was first; what they say holds only together with the
 * user's own events, so that a row left behind by a crash opens no account.
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

  /** Whose it is: `userId`, unless somebody had it before. */
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
    // Let go by its holder in between: the next try makes it theirs who asks.
    return row?.user_id ?? this.claim({ provider, issuer, subject, email: null }, userId);
  }

  /** Lets go of one identity, when it is this user's. */
  async drop({ issuer, subject }: ProvenIdentity, userId: string): Promise<void> {
    await this.#db
      .deleteFrom('identity.provider_identity')
      .where('issuer', '=', issuer)
      .where('subject_digest', '=', await this.digestOf(issuer, subject))
      .where('user_id', '=', userId)
      .execute();
  }

  /** Lets go of all that this user has at a provider. */
  async dropAll(userId: string, provider: SignInProvider): Promise<void> {
    await this.#db
      .deleteFrom('identity.provider_identity')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute();
  }

  private digestOf(issuer: string, subject: string): Promise<Buffer> {
    return this.digests.of(JSON.stringify([issuer, subject]));
  }
}

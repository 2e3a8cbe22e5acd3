import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { userStream } from '../../domain/user/user.ts';
import type { ProviderIdentityEntity } from './provider-identity.entity.ts';

/** An identity that a provider has verified. `email`: in canonical form; null if the provider has not verified the address. */
export type ProvenIdentity = Readonly<{
  provider: SignInProvider;
  issuer: string;
  subject: string;
  email: string | null;
}>;

/**
 * Maps identities at providers to users. The primary key decides which of two concurrent claims is first. A row grants access only
 * together with an event of the user, so a row of an interrupted change grants none.
 */
@Injectable()
export class IdentityBook {
  constructor(
    private readonly em: EntityManager,
    private readonly digests: PersonalDigests,
    private readonly reader: EventReader,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof ProviderIdentityEntity>>();
  }

  /** Claims an identity for `userId`, and returns its owner: `userId`, or the user who claimed it before. */
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
    // The owner has deleted the identity between both statements, so this tries again.
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

  /** Deletes the identities of this user at a provider, except the one in the user's stream. A repeated call changes nothing. */
  async settle(userId: string, provider: string): Promise<void> {
    const { state: user } = await this.reader.load(userStream, userId);
    const linked = user?.identities.filter((identity) => identity.provider === provider) ?? [];
    const kept = await Promise.all(linked.map(({ issuer, subject }) => this.digestOf(issuer, subject)));
    await this.#db
      .deleteFrom('identity.provider_identity')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .where(sql<boolean>`subject_digest <> all(${kept}::bytea[])`)
      .execute();
  }

  private digestOf(issuer: string, subject: string): Promise<Buffer> {
    return this.digests.digestOf(JSON.stringify([issuer, subject]));
  }
}

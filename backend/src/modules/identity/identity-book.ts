import type { SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { PersonalDigests } from './personal-digests.ts';

/** Somebody a provider vouches for. `email` is in its canonical form, and null unless the provider has verified it. */
export type ProvenIdentity = Readonly<{
  provider: SignInProvider;
  issuer: string;
  subject: string;
  email: string | null;
}>;

/**
 * Which user a provider's identity belongs to. Rows decide who was first; what they say holds only together with the
 * user's own facts, so that a row left behind by a crash opens no account.
 */
@Injectable()
export class IdentityBook {
  constructor(
    private readonly pool: Pool,
    private readonly digests: PersonalDigests,
  ) {}

  /** Whose it is: `userId`, unless somebody had it before. */
  async claim({ provider, issuer, subject }: ProvenIdentity, userId: string): Promise<string> {
    const digest = await this.digestOf(issuer, subject);
    await this.pool.query(
      `insert into identity.provider_identity (issuer, subject_digest, provider, user_id) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [issuer, digest, provider, userId],
    );
    const { rows } = await this.pool.query<{ user_id: string }>(
      'select user_id from identity.provider_identity where issuer = $1 and subject_digest = $2',
      [issuer, digest],
    );
    // Let go by its holder in between: the next try makes it theirs who asks.
    return rows[0]?.user_id ?? this.claim({ provider, issuer, subject, email: null }, userId);
  }

  /** Lets go of one identity, when it is this user's. */
  async drop({ issuer, subject }: ProvenIdentity, userId: string): Promise<void> {
    await this.pool.query(
      'delete from identity.provider_identity where issuer = $1 and subject_digest = $2 and user_id = $3',
      [issuer, await this.digestOf(issuer, subject), userId],
    );
  }

  /** Lets go of all that this user has at a provider. */
  async dropAll(userId: string, provider: SignInProvider): Promise<void> {
    await this.pool.query('delete from identity.provider_identity where user_id = $1 and provider = $2', [
      userId,
      provider,
    ]);
  }

  private digestOf(issuer: string, subject: string): Promise<Buffer> {
    return this.digests.of(JSON.stringify([issuer, subject]));
  }
}

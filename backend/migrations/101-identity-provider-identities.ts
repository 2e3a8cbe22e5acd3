import { Migration } from '@mikro-orm/migrations';

/** Which user somebody is whom a sign-in provider vouches for. Of the id at the provider there is a digest only. */
export class IdentityProviderIdentities extends Migration {
  override up(): void {
    this.addSql(`create table identity.provider_identity (
      issuer text not null,
      subject_digest bytea not null,
      provider text not null,
      user_id uuid not null,
      primary key (issuer, subject_digest))`);
    this.addSql(`create index provider_identity_user on identity.provider_identity (user_id, provider)`);
  }
}

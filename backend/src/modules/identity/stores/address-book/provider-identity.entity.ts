import { defineEntity, p } from '@mikro-orm/postgresql';

/** The owner of an identity at a sign-in provider, with only a digest of the id at the provider. */
export const ProviderIdentityEntity = defineEntity({
  name: 'ProviderIdentity',
  tableName: 'identity.provider_identity',
  indexes: [{ name: 'provider_identity_user', properties: ['userId', 'provider'] }],
  properties: {
    issuer: p.text().primary(),
    subjectDigest: p.blob().primary(),
    provider: p.text(),
    userId: p.uuid(),
  },
});

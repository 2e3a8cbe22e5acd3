import { defineEntity, p } from '@mikro-orm/postgresql';

/** Whose identity at a sign-in provider it is. Of the id there it has a digest only. */
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

import { defineEntity, p } from '@mikro-orm/postgresql';

/**
 * A link about the address of an account that can still be used, with the digest of its token. `purpose`: `change-email`, `not-me` or `other-account`.
 * `email`: for `change-email` the address to verify, as the user wrote it; for `not-me` the former address, which got the link; otherwise null.
 */
export const AccountLinkEntity = defineEntity({
  name: 'AccountLink',
  tableName: 'identity.account_link',
  indexes: [{ name: 'account_link_user', properties: ['userId', 'purpose'] }],
  properties: {
    tokenHash: p.blob().primary(),
    purpose: p.text(),
    userId: p.uuid(),
    email: p.text().nullable(),
    expiresAt: p.datetime(6).index('account_link_expires'),
  },
});

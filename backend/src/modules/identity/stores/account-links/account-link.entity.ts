import { defineEntity, p } from '@mikro-orm/postgresql';

/** An open link about the address of an account, with the digest of its token. `email`: the address to verify, as the user wrote it. */
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

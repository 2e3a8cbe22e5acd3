import { defineEntity, p } from '@mikro-orm/postgresql';

/** A sign-in link that can still be used, with the digests of its secrets. `email`: the address as the user wrote it. */
export const SignInLinkEntity = defineEntity({
  name: 'SignInLink',
  tableName: 'identity.sign_in_link',
  properties: {
    tokenHash: p.blob().primary(),
    flowHash: p.blob(),
    email: p.text().index('sign_in_link_email'),
    codeHash: p.blob().nullable(),
    codeTries: p.integer().default(0),
    expiresAt: p.datetime(6).index('sign_in_link_expires'),
  },
});

import { defineEntity, p } from '@mikro-orm/postgresql';

/** The owner of an address, with the digest of the address. */
export const EmailEntity = defineEntity({
  name: 'Email',
  tableName: 'identity.email',
  properties: { digest: p.blob().primary(), userId: p.uuid().index('email_user') },
});

/** The public name of a user, who has exactly one. */
export const UsernameEntity = defineEntity({
  name: 'Username',
  tableName: 'identity.username',
  properties: { username: p.text().primary(), userId: p.uuid().unique('username_user_id_key') },
});

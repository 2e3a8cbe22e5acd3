import { defineEntity, p } from '@mikro-orm/postgresql';

/** The session of a signed-in browser, with the digest of its token. */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'identity.session',
  indexes: [{ name: 'session_user_seen', properties: ['userId', 'lastSeenAt'] }],
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    tokenHash: p.blob().unique('session_token_hash_key'),
    userId: p.uuid(),
    browser: p.text(),
    createdAt: p.datetime(6).index('session_created'),
    lastSeenAt: p.datetime(6).index('session_seen'),
  },
});

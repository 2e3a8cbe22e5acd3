import { defineEntity, p } from '@mikro-orm/postgresql';

/**
 * The post of a key, and the fingerprint of the request with the key. `isTaken`: a request with this fingerprint
 * writes or has written the post, so no other request may use the key. `claims`: how many requests with this
 * fingerprint took the key and did not release it.
 */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'scheduling.idempotency_key',
  properties: {
    userId: p.text().primary(),
    key: p.text().primary(),
    fingerprint: p.text(),
    postId: p.bigint('string'),
    isTaken: p.boolean().default(false),
    claims: p.integer().default(0),
    createdAt: p.datetime(6).defaultRaw('now()').index('idempotency_key_age'),
  },
});

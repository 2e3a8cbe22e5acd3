import { defineEntity, p } from '@mikro-orm/postgresql';

/**
 * The post of a repeated request, and the fingerprint of the request. `isTaken`: a request with this fingerprint is about to write the post, so no
 * other request may have the key. `claims`: how many requests with this fingerprint took the key and were not refused.
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

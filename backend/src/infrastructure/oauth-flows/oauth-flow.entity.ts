import { defineEntity, p } from '@mikro-orm/postgresql';
import { encryptedColumns } from '../vault/encrypted-columns.ts';

/** A sign-in or a connection that a browser has begun at a provider. Contains digests and an encrypted value, but no readable secrets. */
export const OAuthFlowEntity = defineEntity({
  name: 'OAuthFlow',
  tableName: 'edge.oauth_flow',
  properties: {
    stateHash: p.blob().primary(),
    browserHash: p.blob(),
    provider: p.text(),
    sessionId: p.text().nullable(),
    returnTo: p.text().nullable(),
    ...encryptedColumns(),
    expiresAt: p.datetime(6).index('oauth_flow_expires'),
  },
});

import { defineEntity, p } from '@mikro-orm/postgresql';
import { encryptedColumns } from '#infrastructure/vault/encrypted-columns.ts';

/** The encrypted keys of our application at a server that a user entered. */
export const ServerAppEntity = defineEntity({
  name: 'ServerApp',
  tableName: 'integrations.server_app',
  properties: {
    name: p.text().primary(),
    ...encryptedColumns(),
    keptAt: p.datetime(6).defaultRaw('now()'),
  },
});

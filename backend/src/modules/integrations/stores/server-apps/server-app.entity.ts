import { defineEntity, p } from '@mikro-orm/postgresql';
import { sealedColumns } from '#infrastructure/vault/sealed-columns.ts';

/** The encrypted keys of our application at a server that a user named. */
export const ServerAppEntity = defineEntity({
  name: 'ServerApp',
  tableName: 'integrations.server_app',
  properties: {
    name: p.text().primary(),
    ...sealedColumns(),
    keptAt: p.datetime(6).defaultRaw('now()'),
  },
});

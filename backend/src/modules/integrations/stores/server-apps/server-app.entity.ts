import { defineEntity, p } from '@mikro-orm/postgresql';
import { sealedColumns } from '#infrastructure/vault/sealed-columns.ts';

/** The keys of an application of ours at a server that a user named, sealed. */
export const ServerAppEntity = defineEntity({
  name: 'ServerApp',
  tableName: 'integrations.server_app',
  properties: {
    name: p.text().primary(),
    ...sealedColumns(),
    keptAt: p.datetime(6).defaultRaw('now()'),
  },
});

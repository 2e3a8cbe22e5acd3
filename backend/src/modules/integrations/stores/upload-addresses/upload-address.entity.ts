import { defineEntity, p } from '@mikro-orm/postgresql';
import { sealedColumns } from '#infrastructure/vault/sealed-columns.ts';

/** An encrypted upload address of a platform. Knowing the address is enough to upload. */
export const UploadAddressEntity = defineEntity({
  name: 'UploadAddress',
  tableName: 'integrations.upload_address',
  properties: {
    name: p.uuid().primary(),
    accountId: p.bigint('string').index('upload_address_account'),
    ...sealedColumns(),
    keptAt: p.datetime(6).defaultRaw('now()'),
  },
});

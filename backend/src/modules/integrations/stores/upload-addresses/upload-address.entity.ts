import { defineEntity, p } from '@mikro-orm/postgresql';
import { sealedColumns } from '#infrastructure/vault/sealed-columns.ts';

/** An address of a platform that whoever knows it may upload to, sealed. */
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

import { defineEntity, p } from '@mikro-orm/postgresql';
import { encryptedColumns } from '#infrastructure/vault/encrypted-columns.ts';

/** An encrypted upload address of a platform. Knowing the address is enough to upload. `name`: the random id by which references name the address. */
export const UploadAddressEntity = defineEntity({
  name: 'UploadAddress',
  tableName: 'integrations.upload_address',
  properties: {
    name: p.uuid().primary(),
    accountId: p.bigint('string').index('upload_address_account'),
    ...encryptedColumns(),
    keptAt: p.datetime(6).defaultRaw('now()'),
  },
});

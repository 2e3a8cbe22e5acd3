import { defineEntity, p } from '@mikro-orm/postgresql';
import { encryptedColumns } from '#infrastructure/vault/encrypted-columns.ts';

/** An encrypted upload URL of a platform. A person who knows the URL can upload. `name`: the random id of the URL in references. */
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

import { defineEntity, p } from '@mikro-orm/postgresql';
import { encryptedColumns } from './encrypted-columns.ts';

/** A secret of the product that must outlive every process, encrypted. */
export const PersonalSecretEntity = defineEntity({
  name: 'PersonalSecret',
  tableName: 'identity.secret',
  properties: { name: p.text().primary(), ...encryptedColumns() },
});

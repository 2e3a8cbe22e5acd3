import { defineEntity, p } from '@mikro-orm/postgresql';
import { sealedColumns } from './sealed-columns.ts';

/** A secret of the product that must outlive every process, encrypted. */
export const PersonalSecretEntity = defineEntity({
  name: 'PersonalSecret',
  tableName: 'identity.secret',
  properties: { name: p.text().primary(), ...sealedColumns() },
});

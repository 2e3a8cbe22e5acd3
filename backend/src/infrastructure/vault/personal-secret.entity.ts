import { defineEntity, p } from '@mikro-orm/postgresql';
import { sealedColumns } from './sealed-columns.ts';

/** A secret of ours that must outlive every process, sealed. */
export const PersonalSecretEntity = defineEntity({
  name: 'PersonalSecret',
  tableName: 'identity.secret',
  properties: { name: p.text().primary(), ...sealedColumns() },
});

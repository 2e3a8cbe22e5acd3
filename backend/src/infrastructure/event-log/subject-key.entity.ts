import { defineEntity, p } from '@mikro-orm/postgresql';

/** The key of one person, encrypted with the operator’s. A destroyed key leaves an empty row, so that no process creates it again. */
export const SubjectKeyEntity = defineEntity({
  name: 'SubjectKey',
  tableName: 'vault.subject_key',
  checks: [{ name: 'subject_key_check', expression: '(wrapped IS NULL) = (destroyed_at IS NOT NULL)' }],
  properties: {
    subject: p.text().primary(),
    kid: p.text().index('subject_key_kid'),
    wrapped: p.blob().$type<Buffer>().nullable(),
    box: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(6).defaultRaw('now()'),
    destroyedAt: p.datetime(6).nullable(),
  },
});

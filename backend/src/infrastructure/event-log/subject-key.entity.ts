import { defineEntity, p } from '@mikro-orm/postgresql';

/** The key of one person, wrapped by the operator's; destroyed, it stays behind empty so that nobody makes it again. */
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

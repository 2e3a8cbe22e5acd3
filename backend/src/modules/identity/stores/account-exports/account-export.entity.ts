import { defineEntity, p } from '@mikro-orm/postgresql';

/** A link that can still be used, to the export of an account, with the digest of its token. Each user has at most one such link. */
export const AccountExportEntity = defineEntity({
  name: 'AccountExport',
  tableName: 'identity.account_export',
  properties: {
    userId: p.uuid().primary(),
    tokenHash: p.blob().unique('account_export_token_hash_key'),
    expiresAt: p.datetime(6).index('account_export_expires'),
    /** A running download has reserved the link until this time, and extends the time. */
    takenUntil: p.datetime(6).nullable(),
  },
});

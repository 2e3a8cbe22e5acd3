import { defineEntity, p } from '@mikro-orm/postgresql';
import { encryptedColumns } from '#infrastructure/vault/encrypted-columns.ts';

/**
 * The accounts from a consent, encrypted, until the user has chosen which to connect. Each user has at most
 * one list, the newest.
 */
export const AccountChoiceEntity = defineEntity({
  name: 'AccountChoice',
  tableName: 'integrations.account_choice',
  properties: {
    ownerId: p.text().primary(),
    sessionId: p.text(),
    app: p.text(),
    ...encryptedColumns(),
    expiresAt: p.datetime(6),
  },
});

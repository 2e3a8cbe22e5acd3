import { defineEntity, p } from '@mikro-orm/postgresql';
import { encryptedColumns } from '#infrastructure/vault/encrypted-columns.ts';

/** Accounts that a consent has opened, encrypted until their owner has chosen. Each user has one list, the newest. */
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

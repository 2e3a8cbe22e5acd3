import { defineEntity, p } from '@mikro-orm/postgresql';

/**
 * A file at a URL that platforms fetch. `isCopy`: a copy that the product created for this URL, and deletes with it.
 */
export const TemporaryMediaEntity = defineEntity({
  name: 'TemporaryMedia',
  tableName: 'integrations.lent_media',
  properties: {
    name: p.text().primary(),
    accountId: p.bigint('string').nullable().index('lent_media_account'),
    path: p.text(),
    isCopy: p.boolean(),
    mimeType: p.text(),
    lentAt: p.datetime(6).defaultRaw('now()').index('lent_media_lent_at'),
  },
});

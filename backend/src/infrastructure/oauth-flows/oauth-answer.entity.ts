import { defineEntity, p } from '@mikro-orm/postgresql';

/** What the first callback of a flow led to, for a browser that sends it twice. `box` null: it is still being worked on. */
export const OAuthAnswerEntity = defineEntity({
  name: 'OAuthAnswer',
  tableName: 'edge.oauth_answer',
  properties: {
    stateHash: p.blob().primary(),
    browserHash: p.blob(),
    provider: p.text(),
    sessionId: p.text().nullable(),
    box: p.blob().$type<Buffer>().nullable(),
    expiresAt: p.datetime(6).index('oauth_answer_expires'),
  },
});

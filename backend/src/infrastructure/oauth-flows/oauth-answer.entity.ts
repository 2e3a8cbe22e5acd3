import { defineEntity, p } from '@mikro-orm/postgresql';

/** The result of a flow’s first callback, for a browser that sends the callback twice. `box` null: the work is still running. */
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

import type { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { apiTokenStream, type ApiTokenEvent } from '../../domain/api-token.ts';
import { mailBeforeEnd, tokenMails } from '../../domain/token-mail.ts';

/** Only what comes from now on: nobody is told again of what a rebuild reads. */
export const wantTokenMails = (writer: StreamWriter): Process<ApiTokenEvent> => ({
  name: 'identity.want-token-mails',
  categories: [apiTokenStream.category],
  types: ['ApiTokenCreated'],
  from: 'now',
  handle: async ({ type, data }) => {
    const mail = type === 'ApiTokenCreated' ? mailBeforeEnd(data) : null;
    if (mail) await writer.decide(tokenMails.stream, mail.mailId, (state) => tokenMails.want(state, mail));
  },
});

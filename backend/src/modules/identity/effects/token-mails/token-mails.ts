import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { hasErased } from '#infrastructure/event-log/personal-field.ts';
import { defineMails } from '#infrastructure/mail/define-mails.ts';
import { mailRefused } from '#infrastructure/mail/send-mail.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { apiTokenStream, type ApiTokenEvent } from '../../domain/api-token/api-token.ts';
import { mailBeforeExpiry, tokenMails } from '../../domain/token-mail/token-mail.ts';
import { tokenEndsMail } from '../../pages/mails/api-token-mail.ts';
import { MailAddresses } from '../../ports/mail-addresses.ts';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';

/** Announces the end of a token a week before. Sends no mail if the token was revoked or has ended. */
export const TokenMails = defineMails({
  name: 'api-token-mail',
  loop: 'identity.api-token-mails',
  logger: 'api-tokens',
  story: tokenMails,
  open: { name: 'identity.open-token-mails', table: 'api_token_mail_due' },
  needs: {
    reader: EventReader,
    clock: DatabaseClock,
    tokens: ApiTokens,
    addresses: MailAddresses,
    configuration: Configuration,
  },
  requestedBy: (request): Process<ApiTokenEvent> => ({
    name: 'identity.want-token-mails',
    categories: [apiTokenStream.category],
    types: ['ApiTokenCreated'],
    from: 'now',
    handle: async ({ type, data }) => {
      const mail = type === 'ApiTokenCreated' ? mailBeforeExpiry(data) : null;
      if (mail) await request(mail);
    },
  }),
  // One slot is enough, because there are few such mails.
  slots: 1,
  write: async ({ userId, mailId: tokenId }, { reader, clock, tokens, addresses, configuration }) => {
    const { state: token } = await reader.load(apiTokenStream, tokenId);
    if (token.status !== 'active' || token.expiresAt === null) return mailRefused('no-longer-true');
    if (hasErased(token.name)) return mailRefused('erased');
    const now = await clock.now();
    const isStored = (await tokens.keptOf([tokenId])).has(tokenId);
    if (!isStored || Date.parse(token.expiresAt) <= now.getTime()) return mailRefused('no-longer-true');
    const to = await addresses.addressOf(userId);
    if (to === null) return mailRefused('no-address');
    return tokenEndsMail(to, { ...token, tokenId, expiresAt: token.expiresAt }, configuration.publicUrl);
  },
});

import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { Refusal } from '#infrastructure/effects/attempt/rules.ts';
import { mailRefused } from '#infrastructure/mail/hand-over.ts';
import { MailEffect, Mailing } from '#infrastructure/mail/mail-effect.ts';
import type { Mail } from '#infrastructure/mail/mailer.ts';
import { apiTokenStream } from '../../domain/api-token.ts';
import { tokenMails, type TokenMailEvent, type WantedTokenMail } from '../../domain/token-mail.ts';
import { tokenEndsMail } from '../../mail/api-token-mail.ts';
import { MailAddressOf } from '../../public.ts';
import { ApiTokens } from '../api-tokens.ts';

/** The mail that a token ends in a week. Not to whoever has deleted it meanwhile, nor when it came so late that it has ended. */
@Injectable()
export class TokenMailEffect extends MailEffect<TokenMailEvent, object> {
  readonly name = 'api-token-mail';
  protected readonly story = tokenMails;

  constructor(
    mailing: Mailing,
    private readonly tokens: ApiTokens,
    private readonly queries: QueryBus,
    private readonly configuration: Configuration,
  ) {
    super(mailing);
  }

  protected async write({ userId, mailId: tokenId }: WantedTokenMail): Promise<Mail | Refusal> {
    const { state: token } = await this.mailing.reader.load(apiTokenStream, tokenId);
    if (token.status !== 'active' || token.expiresAt === null) return mailRefused('no-longer-true');
    const now = await this.mailing.clock.now();
    const isThere = (await this.tokens.keptOf([tokenId])).has(tokenId);
    if (!isThere || Date.parse(token.expiresAt) <= now.getTime()) return mailRefused('no-longer-true');
    const to = await this.queries.execute(new MailAddressOf(userId));
    if (to === null) return mailRefused('no-address');
    return tokenEndsMail(to, { ...token, tokenId, expiresAt: token.expiresAt }, this.configuration.publicUrl);
  }
}

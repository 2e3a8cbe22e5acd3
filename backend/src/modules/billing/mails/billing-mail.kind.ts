import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { Refusal } from '#infrastructure/effects/attempt/rules.ts';
import { mailRefused } from '#infrastructure/mail/hand-over.ts';
import { MailEffect, Mailing } from '#infrastructure/mail/mail-effect.ts';
import type { Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { MailAddressOf } from '#modules/identity/public.ts';
import {
  billingMails,
  type BillingMailEvent,
  type BillingWish,
  type WantedBillingMail,
} from '../domain/billing-mail.ts';
import { isStillTrue } from '../domain/mails-about.ts';
import { subscriptionStream } from '../domain/subscription.ts';
import { billingMailWords } from './billing-mail-words.ts';

/** One mail about a subscription. */
@Injectable()
export class BillingMailEffect extends MailEffect<BillingMailEvent, BillingWish> {
  readonly name = 'billing-mail';
  protected readonly story = billingMails;

  constructor(
    mailing: Mailing,
    private readonly queries: QueryBus,
    private readonly configuration: Configuration,
  ) {
    super(mailing);
  }

  protected async write({ userId, mailId, ...wish }: WantedBillingMail): Promise<Mail | Refusal> {
    const { state } = await this.mailing.reader.load(subscriptionStream, userId);
    if (!isStillTrue(state, wish)) return mailRefused('no-longer-true');
    const to = await this.queries.execute(new MailAddressOf(userId));
    if (to === null) return mailRefused('no-address');
    const words = billingMailWords(wish.kind, state, this.configuration.publicUrl);
    return writeMail(to, words, mailId);
  }
}

import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { Refusal } from '#infrastructure/effects/attempt/rules.ts';
import { mailRefused } from '#infrastructure/mail/hand-over.ts';
import { MailEffect, Mailing } from '#infrastructure/mail/mail-effect.ts';
import type { Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { MailAddressOf } from '#modules/identity/public.ts';
import { webhookStream } from '../../domain/webhook.ts';
import {
  webhookMails,
  type WantedWebhookMail,
  type WebhookMailEvent,
  type WebhookWish,
} from '../../domain/webhook-mail.ts';
import { webhookMailWords } from './webhook-mail-words.ts';

/** One mail about an endpoint that is suspended, or whose owner is asked about it, and still is when the mail goes out. */
@Injectable()
export class WebhookMailEffect extends MailEffect<WebhookMailEvent, WebhookWish> {
  readonly name = 'webhook-mail';
  protected readonly story = webhookMails;

  constructor(
    mailing: Mailing,
    private readonly queries: QueryBus,
    private readonly configuration: Configuration,
  ) {
    super(mailing);
  }

  protected async write({ userId, mailId, endpointId, reason }: WantedWebhookMail): Promise<Mail | Refusal> {
    const { endpoint } = (await this.mailing.reader.load(webhookStream, endpointId)).state;
    const isAsked = reason === 'owner-asked';
    const about = isAsked ? endpoint?.askedAbout && reason : endpoint?.suspendedBecause;
    if (!endpoint || !about) return mailRefused('no-longer-true');
    const to = await this.queries.execute(new MailAddressOf(userId));
    if (to === null) return mailRefused('no-address');
    return writeMail(to, webhookMailWords(endpoint.url, about, this.configuration.publicUrl), mailId);
  }
}

import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { Refusal } from '#infrastructure/effects/attempt/rules.ts';
import { mailRefused } from '#infrastructure/mail/hand-over.ts';
import { MailEffect, Mailing } from '#infrastructure/mail/mail-effect.ts';
import type { Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import {
  noticeMails,
  type NoticeMailEvent,
  type NoticeWish,
  type WantedNoticeMail,
} from '../../domain/notice-mail.ts';
import { tellsByMail } from '../../domain/user-settings.ts';
import { userStream } from '../../domain/user.ts';
import { MailAddressOf } from '../../public.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { noticeMailWords } from './notice-mail-words.ts';
import { CurrentNotices } from './current-notices.ts';

/** One mail of what needs somebody. */
@Injectable()
export class NoticeMailEffect extends MailEffect<NoticeMailEvent, NoticeWish> {
  readonly name = 'notice-mail';
  protected readonly story = noticeMails;

  constructor(
    mailing: Mailing,
    private readonly queries: QueryBus,
    private readonly notices: CurrentNotices,
    private readonly links: UnsubscribeLinks,
    private readonly configuration: Configuration,
  ) {
    super(mailing);
  }

  protected async write({ userId, mailId, kind }: WantedNoticeMail): Promise<Mail | Refusal> {
    const { state: user } = await this.mailing.reader.load(userStream, userId);
    if (!user || !tellsByMail(user.settings[kind])) return mailRefused('not-wanted');
    const notices = await this.notices.of(userId, mailId);
    if (notices.length === 0) return mailRefused('no-longer-true');
    const to = await this.queries.execute(new MailAddressOf(userId));
    if (to === null) return mailRefused('no-address');
    const { publicUrl } = this.configuration;
    const stop = await this.links.to({ userId, kind });
    const words = noticeMailWords(kind, notices, { publicUrl, stop, timezone: user.timezone });
    return writeMail(to, words, mailId);
  }
}

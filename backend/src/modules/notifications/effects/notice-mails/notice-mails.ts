import { Configuration } from '#infrastructure/config/configuration.ts';
import { defineMails } from '#infrastructure/mail/define-mails.ts';
import { mailRefused } from '#infrastructure/mail/send-mail.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { noticeMails } from '../../domain/notice/notice-mail.ts';
import { NoticeSettings } from '#modules/identity/ports/notice-settings.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import { Timezones } from '#modules/identity/ports/timezones.ts';
import { UnsubscribeLinks } from '../../stores/unsubscribe-links/unsubscribe-links.ts';
import { noticeMailWords } from '../../pages/mails/notice-mail-words.ts';
import { CurrentNotices } from '../../stores/notices/current-notices.ts';

/** Mails the owner when a post, an account or a comment needs attention. */
export const NoticeMails = defineMails({
  name: 'notice-mail',
  loop: 'identity.notice-mails',
  logger: 'notices',
  story: noticeMails,
  open: { name: 'identity.open-notice-mails', table: 'notice_mail_due' },
  needs: {
    settings: NoticeSettings,
    timezones: Timezones,
    addresses: MailAddresses,
    notices: CurrentNotices,
    links: UnsubscribeLinks,
    configuration: Configuration,
  },
  slots: 2,
  write: async (
    { userId, mailId, kind },
    { settings, timezones, addresses, notices, links, configuration },
  ) => {
    const { byMail } = await settings.placesOf(userId, kind);
    if (!byMail) return mailRefused('not-wanted');
    const current = await notices.noticesOf(userId, mailId);
    if (current.length === 0) return mailRefused('no-longer-true');
    const to = await addresses.addressOf(userId);
    if (to === null) return mailRefused('no-address');
    const { publicUrl } = configuration;
    const stop = await links.to({ userId, kind });
    const timezone = await timezones.zoneOf(userId);
    const words = noticeMailWords(kind, current, { publicUrl, stop, timezone });
    return writeMail(to, words, mailId);
  },
});

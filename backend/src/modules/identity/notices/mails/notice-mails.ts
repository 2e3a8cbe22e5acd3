import { Configuration } from '#infrastructure/config/configuration.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { defineMails } from '#infrastructure/mail/define-mails.ts';
import { mailRefused } from '#infrastructure/mail/hand-over.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import { noticeMails } from '../../domain/notice-mail.ts';
import { tellsByMail } from '../../domain/user-settings/user-settings.ts';
import { userStream } from '../../domain/user/user.ts';
import { UserDirectory } from '../../ports/user-directory.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { noticeMailWords } from './notice-mail-words.ts';
import { CurrentNotices } from './current-notices.ts';

/** Mails of what needs somebody: their posts, accounts and comments. */
export const NoticeMails = defineMails({
  name: 'notice-mail',
  loop: 'identity.notice-mails',
  logger: 'notices',
  story: noticeMails,
  open: { name: 'identity.open-notice-mails', table: 'notice_mail_due' },
  needs: {
    reader: EventReader,
    directory: UserDirectory,
    notices: CurrentNotices,
    links: UnsubscribeLinks,
    configuration: Configuration,
  },
  slots: 2,
  write: async ({ userId, mailId, kind }, { reader, directory, notices, links, configuration }) => {
    const { state: user } = await reader.load(userStream, userId);
    if (!user || !tellsByMail(user.settings[kind])) return mailRefused('not-wanted');
    const current = await notices.of(userId, mailId);
    if (current.length === 0) return mailRefused('no-longer-true');
    const to = await directory.mailAddressOf(userId);
    if (to === null) return mailRefused('no-address');
    const { publicUrl } = configuration;
    const stop = await links.to({ userId, kind });
    const words = noticeMailWords(kind, current, { publicUrl, stop, timezone: user.timezone });
    return writeMail(to, words, mailId);
  },
});

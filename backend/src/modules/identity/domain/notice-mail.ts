import type { NoticeKind } from '@posthorn/contracts/identity/notices.http';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { mailStory, type MailEvent, type WantedMail } from '#infrastructure/mail/mail-story.ts';

/** It is not sent at once, so that what happens until then is told in it as well. */
export type NoticeWish = Readonly<{ kind: NoticeKind }>;
export type NoticeMailEvent = MailEvent<typeof TYPES, NoticeWish>;
export type WantedNoticeMail = WantedMail<NoticeWish>;

const TYPES = {
  wanted: 'NoticeMailWanted',
  attempted: 'NoticeMailAttempted',
  notAttempted: 'NoticeMailNotAttempted',
  failed: 'NoticeMailFailed',
  sent: 'NoticeMailSent',
} as const;
export const noticeMails = mailStory<typeof TYPES, NoticeWish>('noticeMail', TYPES, { kind: plain });

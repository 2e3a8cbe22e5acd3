import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { NoticeHousekeeping } from './housekeeping.ts';
import { NoticeMails } from './mails/notice-mails.ts';
import { CurrentNotices } from './mails/current-notices.ts';
import { noticeTimes, NOTICING } from './notice-times.ts';
import { NoticeStates } from './notice-states.ts';
import { Notices } from './notices.ts';
import { NewNotices } from './new-notices.ts';
import { OwnNotices } from './own-notices.ts';
import { TellOwners } from './tell-owners.process.ts';
import { UnsubscribeLinks } from './unsubscribe/unsubscribe-links.ts';

/** What people are told of, in the app and by mail. */
export const noticesProviders = [
  { provide: MAILING, useValue: mailTimes(process.env) },
  { provide: NOTICING, useValue: noticeTimes(process.env) },
  ...[Notices, NewNotices, NoticeStates, TellOwners, OwnNotices, NoticeHousekeeping],
  ...[CurrentNotices, NoticeMails, UnsubscribeLinks],
];

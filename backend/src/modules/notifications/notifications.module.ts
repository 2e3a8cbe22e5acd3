import { Module } from '@nestjs/common';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { NoticeHousekeeping } from './effects/forget-notices.ts';
import { NoticeMails } from './effects/notice-mails/notice-mails.ts';
import { NewNotices } from './effects/notify-owners/new-notices.ts';
import { NotifyOwners } from './effects/notify-owners/notify-owners.process.ts';
import { ExportedNotices } from './features/export-notices/exported-notices.ts';
import { NoticesPart } from './features/export-notices/notices-part.ts';
import { NoticesController } from './features/list-notices/notices.controller.ts';
import { OwnNotices } from './features/list-notices/own-notices.ts';
import { UnsubscribeController } from './features/unsubscribe/unsubscribe.controller.ts';
import { CurrentNotices } from './stores/notices/current-notices.ts';
import { NoticeStates } from './stores/notices/notice-states.ts';
import { noticeTimes, NOTICING } from './stores/notices/notice-times.ts';
import { Notices } from './stores/notices/notices.ts';
import { UnsubscribeLinks } from './stores/unsubscribe-links/unsubscribe-links.ts';

/**
 * Notifies users in the app and by mail. Some stored names begin with `identity`, because this module was once part
 * of the identity module.
 */
@Module(
  manifest({
    name: 'notifications',
    controllers: [NoticesController, UnsubscribeController],
    processes: [NotifyOwners],
    effects: [NoticeMails],
    housekeeping: [NoticeHousekeeping],
    erasure: { tables: [{ table: 'identity.notice', owner: 'user_id' }] },
    exportParts: [NoticesPart],
    providers: [
      { provide: MAILING, useValue: mailTimes(process.env) },
      { provide: NOTICING, useValue: noticeTimes(process.env) },
      ...[Notices, NoticeStates, CurrentNotices, OwnNotices, NewNotices, ExportedNotices, UnsubscribeLinks],
    ],
  }),
)
export class NotificationsModule {}

import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { Injectable } from '@nestjs/common';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { notifiesByMail, notifiesInApp } from '../../domain/user-settings/user-settings.ts';
import { stopNoticeMails, userStream } from '../../domain/user/user.ts';
import { NoticeSettings, type NoticePlaces } from '../../ports/notice-settings.ts';

@Injectable()
export class ChosenNotices extends NoticeSettings {
  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
  ) {
    super();
  }

  override async placesOf(userId: string, kind: NoticeKind): Promise<NoticePlaces> {
    const { state: user } = await this.reader.load(userStream, userId);
    const choice = user?.settings[kind] ?? 'off';
    return { inApp: notifiesInApp(choice), byMail: notifiesByMail(choice) };
  }

  override async endMails(userId: string, kind: NoticeKind): Promise<void> {
    await this.writer.decide(userStream, userId, (user) => stopNoticeMails(user, kind));
  }
}

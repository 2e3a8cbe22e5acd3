import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { Inject, Injectable } from '@nestjs/common';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { positionsOf } from '#infrastructure/event-log/position-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { noticeMails } from '../../domain/notice/notice-mail.ts';
import { NoticeSettings } from '#modules/identity/ports/notice-settings.ts';
import { noticeOf, type NoticeEvent } from './notice-events.ts';
import { NOTICING, spanEnd, type NoticeTimes } from '../../stores/notices/notice-times.ts';
import { Notices } from '../../stores/notices/notices.ts';
import { NewNotices } from './new-notices.ts';

/**
 * Notifies users when something needs their attention. It writes a row, updates the user's open pages, and
 * requests a mail for the end of the time span. It handles only new events. So neither older events nor a
 * rebuild cause notices.
 */
@Injectable()
export class NotifyOwners {
  constructor(
    private readonly settings: NoticeSettings,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
    private readonly crash: CrashPoints,
    private readonly live: LiveUpdates,
    private readonly notices: Notices,
    private readonly newNotices: NewNotices,
    private readonly gate: ReadGate,
    @Inject(NOTICING) private readonly times: NoticeTimes,
  ) {}

  readonly process: Process<NoticeEvent> = {
    name: 'identity.notices',
    categories: ['publication', 'account', 'comment'],
    types: noticeOf.types,
    from: 'now',
    handle: async (event) => {
      const kind = noticeOf(event);
      if (kind) await this.#notify(event, kind);
    },
  };

  async #notify(event: LoggedEvent<NoticeEvent>, kind: NoticeKind): Promise<void> {
    const { ownerId: userId } = event.data;
    const { inApp, byMail } = await this.settings.placesOf(userId, kind);
    if (!inApp && !byMail) return;
    const notice = await this.newNotices.noticeFor(event);
    if (!notice) return;
    const end = spanEnd(kind, await this.clock.now(), this.times);
    const span = end.toISOString();
    const nextMailId = byMail ? `${kind}-${userId}-${String(end.getTime())}` : null;
    const mailId = await this.notices.note(notice, { span, inApp, mailId: nextMailId });
    this.crash.reached('notice/intent');
    if (inApp) await this.#updatePages(event);
    if (mailId === null) return;
    const dueAt = new Date(end.getTime() + this.times.grace).toISOString();
    await this.writer.decide(noticeMails.stream, mailId, (mail) =>
      noticeMails.request(mail, { userId, mailId, kind, dueAt }),
    );
  }

  /**
   * Pages read the cause of a notice from other modules' lists. So this waits until these lists contain the
   * event.
   */
  async #updatePages(event: LoggedEvent<NoticeEvent>): Promise<void> {
    await this.gate.settle(positionsOf(event));
    await this.live.publish([{ userId: event.data.ownerId, topic: 'notices' }]);
  }
}

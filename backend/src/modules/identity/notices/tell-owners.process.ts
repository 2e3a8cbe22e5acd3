import { Inject, Injectable } from '@nestjs/common';
import { CrashPoints } from '#infrastructure/crash-points.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { noticeMails } from '../domain/notice-mail.ts';
import { tellsByMail, tellsInApp } from '../domain/user-settings.ts';
import { userStream } from '../domain/user.ts';
import { HEARD, isNews, type Heard } from './heard.ts';
import { NOTICING, spanEnd, type NoticeTimes } from './notice-times.ts';
import { Notices } from './notices.ts';
import { kindOf, ReadNews } from './read-news.ts';

/**
 * Tells people of what needs them: a row, news to their open pages, and a mail that is wanted when the time is over in which more of
 * it is gathered. Only what comes from now on, so nothing of before is told, nor what a rebuild reads again.
 */
@Injectable()
export class TellOwners {
  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
    private readonly crash: CrashPoints,
    private readonly live: LiveUpdates,
    private readonly notices: Notices,
    private readonly news: ReadNews,
    @Inject(NOTICING) private readonly times: NoticeTimes,
  ) {}

  readonly process: Process<Heard> = {
    name: 'identity.notices',
    categories: ['publication', 'account', 'comment'],
    types: HEARD,
    from: 'now',
    handle: async (event) => {
      if (isNews(event)) await this.#tell(event);
    },
  };

  async #tell(event: LoggedEvent<Heard>): Promise<void> {
    const { ownerId: userId } = event.data;
    const kind = kindOf(event);
    const { state: user } = await this.reader.load(userStream, userId);
    const choice = user?.settings[kind] ?? 'off';
    if (choice === 'off') return;
    const news = await this.news.of(event);
    if (!news) return;
    const end = spanEnd(kind, await this.clock.now(), this.times);
    const span = end.toISOString();
    const inApp = tellsInApp(choice);
    const coming = tellsByMail(choice) ? `${kind}-${userId}-${String(end.getTime())}` : null;
    const mailId = await this.notices.note(news, { span, inApp, mailId: coming });
    this.crash.reached('notice/intent');
    if (inApp) await this.live.publish([{ userId, topic: 'notices' }]);
    if (mailId === null) return;
    const dueAt = new Date(end.getTime() + this.times.grace).toISOString();
    await this.writer.decide(noticeMails.stream, mailId, (mail) =>
      noticeMails.want(mail, { userId, mailId, kind, dueAt }),
    );
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import type {
  DecidedEffect,
  DecideOptions,
  EffectKind,
  LoadedEffect,
  Prepared,
} from '#infrastructure/effects/effect-kind.ts';
import type { Lease } from '#infrastructure/effects/lease.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { handOver, mailRefused } from '#infrastructure/mail/hand-over.ts';
import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';
import { writeMail } from '#infrastructure/mail/write-mail.ts';
import {
  noticeMailStream,
  mailEvents,
  type NoticeMail,
  type NoticeMailWanted,
} from '../../domain/notice-mail.ts';
import { tellsByMail } from '../../domain/user-settings.ts';
import { userStream } from '../../domain/user.ts';
import { MailAddressOf } from '../../public.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { noticeMailWords } from './notice-mail-words.ts';
import { Stories } from './stories.ts';
import type { DueNoticeMail } from './notice-mail-rows.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';

type Task = NoticeMailWanted['data'] | null;

/**
 * One mail of what needs somebody: its truth is its own stream. It goes out if it is still wanted and still true, and what a mail server
 * did not answer is sent again with the same `Message-ID`: two of it are better than none where a post has failed.
 */
@Injectable()
export class NoticeMailEffect implements EffectKind<DueNoticeMail, Task, null, Mail> {
  readonly name = 'notice-mail';

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly queries: QueryBus,
    private readonly mailer: Mailer,
    private readonly stories: Stories,
    private readonly links: UnsubscribeLinks,
    private readonly clock: DatabaseClock,
    private readonly configuration: Configuration,
    @Inject(MAILING) private readonly times: MailTimes,
  ) {}

  causeOf({ mailId }: Pick<DueNoticeMail, 'mailId'>): string {
    return `notice-mail:${mailId}`;
  }

  async load({ mailId }: Pick<DueNoticeMail, 'mailId'>): Promise<LoadedEffect<Task> | null> {
    const { state } = await this.reader.load(noticeMailStream, mailId);
    return state.wanted && loadedOf(state);
  }

  async decide(
    { mailId, ownerId: userId }: DueNoticeMail,
    _: Task,
    decision: (effect: Effect) => readonly Move<null>[],
    { repeatable = true }: DecideOptions<Mail> = {},
  ): Promise<DecidedEffect<Task>> {
    const { state, appended } = await this.writer.decide(
      noticeMailStream,
      mailId,
      ({ effect }) => decision(effect).flatMap((move) => mailEvents({ userId, mailId }, move)),
      { repeatable },
    );
    return { ...loadedOf(state), moved: appended.length > 0 };
  }

  async context(_: DueNoticeMail, task: Task): Promise<EffectContext> {
    const now = await this.clock.now();
    return {
      ...{ rule: 'idempotent', pace: 'limited', isHarmlessWhenLate: true, visibility: 0 },
      ...{ now, random: Math.random(), due: task?.dueAt ?? now.toISOString(), times: this.times },
    };
  }

  async prepare(_: Lease<DueNoticeMail>, { task }: LoadedEffect<Task>): Promise<Prepared<Mail>> {
    if (!task) return mailRefused('not-there');
    const { userId, mailId, kind } = task;
    const { state: user } = await this.reader.load(userStream, userId);
    if (!user || !tellsByMail(user.settings[kind])) return mailRefused('not-wanted');
    const stories = await this.stories.of(userId, mailId);
    if (stories.length === 0) return mailRefused('no-longer-true');
    const to = await this.queries.execute(new MailAddressOf(userId));
    if (to === null) return mailRefused('no-address');
    const { publicUrl } = this.configuration;
    const stop = await this.links.to({ userId, kind });
    const words = noticeMailWords(kind, stories, { publicUrl, stop, timezone: user.timezone });
    return { kind: 'ready', ready: writeMail(to, words, mailId) };
  }

  call(_: DueNoticeMail, mail: Mail): Promise<AttemptOutcome<null>> {
    return handOver(this.mailer, mail);
  }
}

const loadedOf = ({ wanted, effect }: NoticeMail): LoadedEffect<Task> => ({ effect, task: wanted });

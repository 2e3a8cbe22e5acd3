import type { Event } from '@posthorn/event-sourcing';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.ts';
import type { EffectContext } from '../effects/attempt/context.ts';
import type { Effect } from '../effects/attempt/effect.ts';
import type { Move } from '../effects/attempt/move.ts';
import type { AttemptOutcome, Refusal } from '../effects/attempt/rules.ts';
import type {
  DecidedEffect,
  DecideOptions,
  EffectKind,
  LoadedEffect,
  Prepared,
} from '../effects/effect-kind.ts';
import type { Lease } from '../effects/lease.ts';
import { EventReader } from '../log/event-reader.ts';
import { StreamWriter } from '../log/stream-writer.ts';
import { handOver, mailRefused } from './hand-over.ts';
import type { DueMail } from './mail-rows.ts';
import type { MailState, MailStory, WantedMail } from './mail-story.ts';
import { MAILING, type MailTimes } from './mail-times.ts';
import { Mailer, type Mail } from './mailer.ts';

/** What all kinds of mails need for being sent. */
@Injectable()
export class Mailing {
  constructor(
    readonly reader: EventReader,
    readonly writer: StreamWriter,
    readonly mailer: Mailer,
    readonly clock: DatabaseClock,
    @Inject(MAILING) readonly times: MailTimes,
  ) {}
}

/**
 * One mail: its truth is its own stream. It goes out if it is still true and still wanted. A mail server cannot be asked what it has, so
 * what it did not answer is sent again with the same `Message-ID`: two of it are better than none where somebody has to act.
 */
export abstract class MailEffect<E extends Event, Wish extends object> implements EffectKind<
  DueMail,
  WantedMail<Wish> | null,
  null,
  Mail
> {
  /** Of the effect, as in its `MailRows`. */
  abstract readonly name: string;
  protected abstract readonly story: MailStory<E, Wish>;

  constructor(protected readonly mailing: Mailing) {}

  /** As it is to be sent now, or why it is not. */
  protected abstract write(wanted: WantedMail<Wish>): Promise<Mail | Refusal>;

  causeOf({ mailId }: Pick<DueMail, 'mailId'>): string {
    return `${this.name}:${mailId}`;
  }

  async load({ mailId }: Pick<DueMail, 'mailId'>): Promise<LoadedEffect<WantedMail<Wish> | null> | null> {
    const { state } = await this.mailing.reader.load(this.story.stream, mailId);
    return state.wanted && loadedOf(state);
  }

  async decide(
    { mailId, ownerId: userId }: DueMail,
    _: WantedMail<Wish> | null,
    decision: (effect: Effect) => readonly Move<null>[],
    { repeatable = true }: DecideOptions<Mail> = {},
  ): Promise<DecidedEffect<WantedMail<Wish> | null>> {
    const { stream, eventsOf } = this.story;
    const { state, appended } = await this.mailing.writer.decide(
      stream,
      mailId,
      ({ effect }) => decision(effect).flatMap((move) => eventsOf({ userId, mailId }, move)),
      { repeatable },
    );
    return { ...loadedOf(state), moved: appended.length > 0 };
  }

  async context(_: DueMail, task: WantedMail<Wish> | null): Promise<EffectContext> {
    const { clock, times } = this.mailing;
    const now = await clock.now();
    return {
      rule: 'idempotent',
      pace: 'limited',
      isHarmlessWhenLate: true,
      visibility: 0,
      now,
      random: Math.random(),
      due: task?.dueAt ?? now.toISOString(),
      times,
    };
  }

  async prepare(_: Lease<DueMail>, { task }: LoadedEffect<WantedMail<Wish> | null>): Promise<Prepared<Mail>> {
    if (!task) return mailRefused('not-there');
    const written = await this.write(task);
    return 'kind' in written ? written : { kind: 'ready', ready: written };
  }

  call(_: DueMail, mail: Mail): Promise<AttemptOutcome<null>> {
    return handOver(this.mailing.mailer, mail);
  }
}

const loadedOf = <Wish extends object>({
  wanted,
  effect,
}: MailState<Wish>): LoadedEffect<WantedMail<Wish> | null> => ({ effect, task: wanted });

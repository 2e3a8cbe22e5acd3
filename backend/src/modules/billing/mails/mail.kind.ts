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
import { MailAddressOf } from '#modules/identity/public.ts';
import {
  billingMailStream,
  mailEvents,
  type BillingMail,
  type BillingMailWanted,
} from '../domain/billing-mail.ts';
import { isStillTrue } from '../domain/mails-about.ts';
import { subscriptionStream } from '../domain/subscription.ts';
import { billingMailWords } from './billing-mail-words.ts';
import type { DueMail } from './mail-rows.ts';
import { MAILING, type MailTimes } from '#infrastructure/mail/mail-times.ts';

type Task = BillingMailWanted['data'] | null;

/**
 * One mail about a subscription: its truth is its own stream. A mail server cannot be asked what it has, so what it did not answer is sent
 * again with the same `Message-ID`: two of it are better than none where a payment is due.
 */
@Injectable()
export class MailEffect implements EffectKind<DueMail, Task, null, Mail> {
  readonly name = 'billing-mail';

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly queries: QueryBus,
    private readonly mailer: Mailer,
    private readonly clock: DatabaseClock,
    private readonly configuration: Configuration,
    @Inject(MAILING) private readonly times: MailTimes,
  ) {}

  causeOf({ mailId }: Pick<DueMail, 'mailId'>): string {
    return `billing-mail:${mailId}`;
  }

  async load({ mailId }: Pick<DueMail, 'mailId'>): Promise<LoadedEffect<Task> | null> {
    const { state } = await this.reader.load(billingMailStream, mailId);
    return state.wanted && loadedOf(state);
  }

  async decide(
    { mailId, ownerId: userId }: DueMail,
    _: Task,
    decision: (effect: Effect) => readonly Move<null>[],
    { repeatable = true }: DecideOptions<Mail> = {},
  ): Promise<DecidedEffect<Task>> {
    const { state, appended } = await this.writer.decide(
      billingMailStream,
      mailId,
      ({ effect }) => decision(effect).flatMap((move) => mailEvents({ userId, mailId }, move)),
      { repeatable },
    );
    return { ...loadedOf(state), moved: appended.length > 0 };
  }

  async context(_: DueMail, task: Task): Promise<EffectContext> {
    const now = await this.clock.now();
    return {
      ...{ rule: 'idempotent', pace: 'limited', isHarmlessWhenLate: true, visibility: 0 },
      ...{ now, random: Math.random(), due: task?.dueAt ?? now.toISOString(), times: this.times },
    };
  }

  async prepare(_: Lease<DueMail>, { task }: LoadedEffect<Task>): Promise<Prepared<Mail>> {
    if (!task) return mailRefused('not-there');
    const { state } = await this.reader.load(subscriptionStream, task.userId);
    if (!isStillTrue(state, task)) return mailRefused('no-longer-true');
    const to = await this.queries.execute(new MailAddressOf(task.userId));
    if (to === null) return mailRefused('no-address');
    const words = billingMailWords(task.kind, state, this.configuration.publicUrl);
    return { kind: 'ready', ready: writeMail(to, words, task.mailId) };
  }

  call(_: DueMail, mail: Mail): Promise<AttemptOutcome<null>> {
    return handOver(this.mailer, mail);
  }
}

const loadedOf = ({ wanted, effect }: BillingMail): LoadedEffect<Task> => ({ effect, task: wanted });

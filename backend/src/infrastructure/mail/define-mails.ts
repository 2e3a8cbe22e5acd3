import type { Event } from '@posthorn/event-sourcing';
import type { RefusedAttempt } from '../effects/attempt/rules.ts';
import type { AskingProcess, DeclaredLoop } from '../effects/declared-loop.ts';
import { defineEffect } from '../effects/define-effect.ts';
import type { Given, Needs } from '../effects/needs.ts';
import type { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { openEffects, type OpenEffects, effectsView } from '../effects/open-effects.projection.ts';
import { handOver } from './hand-over.ts';
import type { MailStory, WantedMail } from './mail-story.ts';
import { MAILING } from './mail-times.ts';
import { Mailer, type Mail } from './mailer.ts';

const OWN = { mailer: Mailer, times: MAILING };
type Own = Given<typeof OWN>;
type Row = Readonly<{ mailId: string }>;

type Mails<E extends Event, Wish extends object, N extends Needs> = Readonly<{
  /** Of the effect: `notice-mail`. */
  name: string;
  /** `identity.notice-mails` */
  loop: string;
  logger: string;
  story: MailStory<E, Wish>;
  /** The projection of the mails that are to be sent, and its table. */
  open: Readonly<{ name: string; table: string }>;
  needs: N;
  /** So many at a time; one mail server takes all of them. */
  slots: number;
  /** The process that wants them. From now on: nobody is told again of what a rebuild reads. Wanted twice is wanted once. */
  wantedBy?: (want: (mail: WantedMail<Wish>) => Promise<unknown>) => AskingProcess;
  /** As it is to be sent now, or why it is not. */
  write: (wanted: WantedMail<Wish>, given: Given<N>) => Promise<Mail | RefusedAttempt>;
}>;

/** The mails of one story that are to be sent. */
export const openMails = <E extends Event>(
  { name, table }: Mails<E, object, Needs>['open'],
  { stream, moveOf }: Pick<MailStory<E>, 'moveOf'> & Readonly<{ stream: Readonly<{ category: string }> }>,
): OpenEffects<E> => ({
  name,
  table,
  category: stream.category,
  key: { mailId: 'text' },
  ownedBy: (data) => ({ ownerId: (data as Readonly<{ userId: string }>).userId, platform: '' }),
  moveOf,
  indexes: ['platform, due_at, mail_id'],
});

/**
 * Mails of one kind. Each has a stream of its own, and goes out if it is still true and still wanted. A mail server cannot be asked what it
 * has, so what it did not answer is sent again with the same `Message-ID`: two of it are better than none where somebody has to act.
 */
export function defineMails<E extends Event, Wish extends object, N extends Needs>(
  mails: Mails<E, Wish, N>,
): DeclaredLoop<Row, '', Own> {
  const { name, loop, logger, slots, story, open, write, wantedBy } = mails;
  const needs: typeof OWN = { ...mails.needs, ...OWN };
  return defineEffect({
    name,
    loop,
    logger,
    needs,
    rows: { table: effectsView(open.table), columns: { mailId: 'text' }, lease: ({ times }) => times.lease },
    readModel: ({ times }) => openEffects(openMails(open, story), times),
    slots,
    times: ({ times }) => times,
    ...(wantedBy && {
      askedBy: (writer: StreamWriter) =>
        wantedBy((mail) => writer.decide(story.stream, mail.mailId, (state) => story.want(state, mail))),
    }),
    stream: story.stream,
    streamId: ({ mailId }) => mailId,
    effectIn: ({ wanted, effect }) => wanted && { effect, task: wanted },
    context: ({ now, random }, { times }, { dueAt }) => ({
      rule: 'idempotent',
      pace: 'limited',
      isHarmlessWhenLate: true,
      visibility: 0,
      now,
      random,
      firstDueAt: dueAt,
      times,
    }),
    prepare: async (wanted, _, given) => {
      // Needs of its own and of those who write it are injected together.
      const written = await write(wanted, given as Own & Given<N>);
      return 'kind' in written ? written : { kind: 'ready', ready: written };
    },
    call: (mail, _, { mailer }) => handOver(mailer, mail),
    events: (_, move, { mailId, ownerId: userId }) => story.eventsOf({ userId, mailId }, move),
  });
}

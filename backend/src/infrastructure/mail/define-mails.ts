import type { Event } from '@posthorn/event-sourcing';
import type { RefusedAttempt } from '../effects/attempt/rules.ts';
import type { AskingProcess, DeclaredLoop } from '../effects/declared-loop.ts';
import { defineEffect } from '../effects/define-effect.ts';
import type { ResolvedNeeds, Needs } from '../effects/needs.ts';
import type { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { openEffects, type OpenEffects, effectsView } from '../effects/open-effects.projection.ts';
import { sendMail } from './send-mail.ts';
import type { MailStory, RequestedMail } from './mail-story.ts';
import { MAILING } from './mail-times.ts';
import { Mailer, type Mail } from './mailer.ts';

const OWN_NEEDS = { mailer: Mailer, times: MAILING };
type OwnNeeds = ResolvedNeeds<typeof OWN_NEEDS>;
type Row = Readonly<{ mailId: string }>;

type Mails<E extends Event, Details extends object, N extends Needs> = Readonly<{
  /** Name of the effect: `notice-mail`. */
  name: string;
  /** `identity.notice-mails` */
  loop: string;
  logger: string;
  story: MailStory<E, Details>;
  /** The projection of the mails to send, and its table. */
  open: Readonly<{ name: string; table: string }>;
  needs: N;
  /** How many mails are sent at the same time, at most. One mail server receives all of them. */
  slots: number;
  /** The process that requests the mails, for new events only: a rebuild sends none again. Two requests of one mail count once. */
  requestedBy?: (request: (mail: RequestedMail<Details>) => Promise<unknown>) => AskingProcess;
  /** Returns the mail as it is sent now, or the reason why it is not sent. */
  write: (requested: RequestedMail<Details>, given: ResolvedNeeds<N>) => Promise<Mail | RefusedAttempt>;
}>;

/** Projection of the mails of one kind that are not sent yet. */
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
 * Declares the mails of one kind. Each mail has its own stream. The effect sends a mail only while the mail is still requested, and what it says is still true.
 * A mail server cannot report which mails it has received. So after a lost response, the effect sends the mail again with the same
 * `Message-ID`: two mails are better than none.
 */
export function defineMails<E extends Event, Details extends object, N extends Needs>(
  mails: Mails<E, Details, N>,
): DeclaredLoop<'effect', Row, '', OwnNeeds> {
  const { name, loop, logger, slots, story, open, write, requestedBy } = mails;
  const needs: typeof OWN_NEEDS = { ...mails.needs, ...OWN_NEEDS };
  return defineEffect({
    name,
    loop,
    logger,
    needs,
    rows: { table: effectsView(open.table), columns: { mailId: 'text' }, lease: ({ times }) => times.lease },
    readModel: ({ times }) => openEffects(openMails(open, story), times),
    slots,
    times: ({ times }) => times,
    ...(requestedBy && {
      askedBy: (writer: StreamWriter) =>
        requestedBy((mail) =>
          writer.decide(story.stream, mail.mailId, (state) => story.request(state, mail)),
        ),
    }),
    stream: story.stream,
    streamId: ({ mailId }) => mailId,
    effectIn: ({ requested, effect }) => requested && { effect, task: requested },
    context: ({ now, random }, { times }, { dueAt }) => ({
      rule: 'idempotent',
      pace: 'limited',
      isLateCallHarmless: true,
      visibleAfterMs: 0,
      now,
      random,
      firstDueAt: dueAt,
      times,
    }),
    prepare: async (requested, _, given) => {
      // The needs of this effect and of its `write` are injected together.
      const written = await write(requested, given as OwnNeeds & ResolvedNeeds<N>);
      return 'kind' in written ? written : { kind: 'ready', ready: written };
    },
    call: (mail, _, { mailer }) => sendMail(mailer, mail),
    events: (_, move, { mailId, ownerId: userId }) => story.eventsOf({ userId, mailId }, move),
  });
}

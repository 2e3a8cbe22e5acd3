import { randomUUID } from 'node:crypto';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { Global, Injectable, Module } from '@nestjs/common';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { CrashPoints, type CrashPoint } from '#infrastructure/config/crash-points.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { AccountProblems, type AccountProblem } from '#modules/integrations/ports/account-problems.ts';
import type { NoticeEvent } from '#modules/notifications/effects/notify-owners/notice-events.ts';
import { NoticeMails } from '#modules/notifications/effects/notice-mails/notice-mails.ts';
import { NotifyOwners } from '#modules/notifications/effects/notify-owners/notify-owners.process.ts';
import { CommentsToReport, type CommentsSince } from '#modules/inbox/ports/comments-to-report.ts';
import { TargetFailures, type TargetFailure } from '#modules/scheduling/ports/target-failures.ts';
import { NotificationsModule } from '#modules/notifications/notifications.module.ts';
import { bootIdentity, NOON, userOf } from '#modules/identity/testing/boot-identity.ts';
import { TestMailer } from '#modules/identity/testing/test-mailer.ts';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';

/** The scripted results of the other modules. Each spec changes them. */
class Neighbours {
  target: TargetFailure | null = { cause: 'failed', content: 'Fresh bread from seven.' };
  account: AccountProblem | null = { cause: 'reconnect', endsAt: null };
  /** Comments without a notice to their owner. */
  readonly unwelcome = new Set<number>();
  /** Comments that their owner has not seen yet. */
  readonly newComments = new Set<number>();
  /** How many times each module was asked whether causes still hold. */
  asked = { targets: 0, accounts: 0, comments: 0 };
}

@Injectable()
class Targets extends TargetFailures {
  constructor(private readonly neighbours: Neighbours) {
    super();
  }
  failureOf = () => {
    this.neighbours.asked.targets += 1;
    return Promise.resolve(this.neighbours.target);
  };
  causesOf = (_ownerId: string, targets: readonly unknown[]) => {
    this.neighbours.asked.targets += 1;
    return Promise.resolve(targets.map(() => this.neighbours.target?.cause ?? null));
  };
}
@Injectable()
class Accounts implements AccountProblems, Pick<ConnectedAccounts, 'named'> {
  constructor(private readonly neighbours: Neighbours) {}

  problemOf = () => {
    this.neighbours.asked.accounts += 1;
    return Promise.resolve(this.neighbours.account);
  };
  problemsOf = (_ownerId: string, accountIds: readonly number[]) => {
    this.neighbours.asked.accounts += 1;
    return Promise.resolve(accountIds.map(() => this.neighbours.account));
  };
  named(ids: readonly number[]) {
    const account = { platform: 'bluesky', ownerId: 'ana', connected: true } as const;
    return Promise.resolve(ids.map((id) => ({ id, ...account, accountName: `a${String(id)}.example` })));
  }
}
@Injectable()
class Comments extends CommentsToReport {
  constructor(private readonly neighbours: Neighbours) {
    super();
  }
  postOf = ({ commentId }: Readonly<{ commentId: number }>) =>
    Promise.resolve(this.neighbours.unwelcome.has(commentId) ? null : '3-post');
  newUnder = (_ownerId: string, asked: readonly CommentsSince[]) => {
    this.neighbours.asked.comments += 1;
    const { newComments } = this.neighbours;
    return Promise.resolve(
      asked.map(({ since }) => {
        const found = [...newComments].filter((id) => id >= since);
        const newest =
          found.length === 0 ? null : { author: 'Bo', text: `Comment ${String(Math.max(...found))}` };
        return { count: found.length, newest };
      }),
    );
  };
}

const OF_TARGET = { ownerId: plain } as const;
const OF_ACCOUNT = { ownerId: plain } as const;
const nothing = { initial: null, evolve: () => null } as const;
type Of<Type extends NoticeEvent['type']> = Extract<NoticeEvent, { type: Type }>;

/** The streams of other modules, with the events that notices handle. */
const publication: Stream<
  null,
  Of<'PlatformPublishFailed' | 'PlatformPublishUnknown' | 'PublishLookedUp'>
> = {
  category: 'publication',
  ...nothing,
  shapes: {
    PlatformPublishFailed: { schema: 1, fields: { ...OF_TARGET, retryAt: plain } },
    PlatformPublishUnknown: { schema: 1, fields: { ...OF_TARGET, nextAt: plain } },
    PublishLookedUp: { schema: 1, fields: { ...OF_TARGET, nextAt: plain } },
  },
};
const account: Stream<null, Of<'AccountNeedsReconnect' | 'AccountExpirySeen'>> = {
  category: 'account',
  ...nothing,
  shapes: {
    AccountNeedsReconnect: { schema: 1, fields: OF_ACCOUNT },
    AccountExpirySeen: { schema: 1, fields: OF_ACCOUNT },
  },
};
const comment: Stream<null, Of<'CommentReceived'>> = {
  category: 'comment',
  ...nothing,
  shapes: { CommentReceived: { schema: 1, fields: { ownerId: plain, text: plain } } },
};

@Global()
@Module({
  providers: [
    Neighbours,
    Accounts,
    ...[ConnectedAccounts, AccountProblems].map((provide) => ({ provide, useExisting: Accounts })),
    { provide: TargetFailures, useClass: Targets },
    { provide: CommentsToReport, useClass: Comments },
  ],
  exports: [ConnectedAccounts, AccountProblems, TargetFailures, CommentsToReport],
})
class Owners {
  constructor(catalog: EventCatalog) {
    catalog.add(publication);
    catalog.add(account);
    catalog.add(comment);
  }
}

/** Throws once, like a process that ends at this point. */
@Injectable()
class Breaking extends CrashPoints {
  at: CrashPoint | null = null;
  constructor() {
    super({});
  }
  override reached(point: CrashPoint): void {
    if (point !== this.at) return;
    this.at = null;
    throw new Error(`ended at ${point}`);
  }
}

/** Identity and notices; the spec plays the other modules. Both clocks show noon. */
export async function ownersBench() {
  const mailer = new TestMailer();
  const breaking = new Breaking();
  const clock = new FixedClock(NOON);
  const databaseClock = { now: () => Promise.resolve(clock.now()), heard: () => undefined };
  const store = new InMemoryEventStore();
  const neighbours = new Neighbours();
  const product = await bootIdentity({
    store,
    modules: [NotificationsModule, Owners],
    env: { PUBLIC_URL: 'http://localhost:3000' },
    bindings: [
      { provide: Mailer, useValue: mailer },
      { provide: CrashPoints, useValue: breaking },
      { provide: DatabaseClock, useValue: databaseClock },
      { provide: Neighbours, useValue: neighbours },
    ],
  });
  // The reader of the notices begins with events after this point.
  await product.catchUp();
  const writer = product.app.get(StreamWriter);
  const cause = { actor: { kind: 'system', id: 'spec' }, correlationId: 'r', causationId: 'r' } as const;
  const causes = product.app.get(CauseContext);
  const append = async <E extends Event>(stream: Stream<null, E>, event: E) =>
    (await causes.run(cause, () => writer.decide(stream, randomUUID(), () => [event]))).logged;
  const ids = { postId: 7, accountId: 3 } as const;
  return {
    ...product,
    mailer,
    breaking,
    clock,
    neighbours,
    person: async () => {
      const browser = await product.signedIn(`${randomUUID()}@example.com`);
      const { id, email } = await userOf(browser);
      return { browser, id, email: email ?? '' };
    },
    fails: (ownerId: string, accountId = 3, retryAt: string | null = null) =>
      append(publication, {
        type: 'PlatformPublishFailed',
        schema: 1,
        data: { ...ids, accountId, ownerId, retryAt },
      }),
    needsPerson: (ownerId: string, type: 'PlatformPublishUnknown' | 'PublishLookedUp') =>
      append(publication, { type, schema: 1, data: { ...ids, ownerId, nextAt: null } }),
    needsReconnect: (
      ownerId: string,
      type: 'AccountNeedsReconnect' | 'AccountExpirySeen',
      accountId: number = ids.accountId,
    ) => append(account, { type, schema: 1, data: { accountId, ownerId } }),
    comes: (ownerId: string, commentId: number, isBacklog = false) => {
      neighbours.newComments.add(commentId);
      return append(comment, {
        type: 'CommentReceived',
        schema: 1,
        data: { commentId, accountId: 3, ownerId, text: 'Nice!', isBacklog },
      });
    },
    typesOfMail: (mailId: string) => store.historyOf(`noticeMail-${mailId}`).map(({ type }) => type),
    /** Handles events again, as after a crash before the checkpoint moved. */
    handleAgain: async (events: readonly LoggedEvent<NoticeEvent>[]) => {
      const { process } = product.app.get(NotifyOwners);
      for (const event of events) await causes.run(cause, () => process.handle(event));
    },
    /** Moves the clock past the time in which notices are collected, and sends due mails. The second round finds nothing to do. */
    mailsGoOut: async (after = 3_600_000 + 60_000) => {
      await product.catchUp();
      clock.set(new Date(clock.now().getTime() + after));
      await product.pool.query(`update ${effectsView('notice_mail_due')} set due_at = now()`);
      for (let round = 0; round < 2; round += 1) {
        await product.app.get(NoticeMails).round();
        await product.catchUp();
      }
    },
  };
}
export type OwnersBench = Awaited<ReturnType<typeof ownersBench>>;

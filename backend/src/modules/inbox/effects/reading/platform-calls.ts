import { Injectable } from '@nestjs/common';
import {
  CommentsOfAccounts,
  type NewsRequest,
  type CommentAccount,
  type CommentOutcome,
  type KnownComment,
  type NewsOutcome,
  type ReadingWay,
  type ThreadOutcome,
  type WatchedPost,
} from '#modules/integrations/ports/comments-of-accounts.ts';
import { InboxMetrics } from '../inbox-metrics.ts';
import { HostBudget } from '../../stores/reading/host-budget.ts';
import { ReadingBudget } from '../../stores/reading/reading-budget.ts';
import type { SeenBy } from '../../stores/reading/comment-recorder.ts';
import { HOST_IS_BUSY, NO_BUDGET, type Source } from '../../stores/reading/sources.ts';

/** The platform was not asked: today's budget is spent, or the server's limit for readings is reached. */
export type CallPostponed = Readonly<{
  kind: 'postponed';
  reason: (typeof NO_BUDGET)['usedUp'] | typeof HOST_IS_BUSY;
  words: null;
  until: string;
}>;
type Charged = Readonly<{ costUsd?: number }>;

/** Questions about one account to its platform during one reading. */
export type AccountReads = Readonly<{
  news(asked: NewsRequest): Promise<NewsOutcome | CallPostponed>;
  thread(post: WatchedPost, after: string | null): Promise<ThreadOutcome | CallPostponed>;
  one(comment: KnownComment): Promise<CommentOutcome | CallPostponed>;
}>;

/**
 * Sends all questions of readings to the platforms. It keeps to the operator's budget where calls cost money, and to the servers' limits.
 */
@Injectable()
export class PlatformCalls {
  constructor(
    private readonly comments: CommentsOfAccounts,
    private readonly budget: ReadingBudget,
    private readonly hosts: HostBudget,
    private readonly metrics: InboxMetrics,
  ) {}

  /** The sandbox is free, and has no limit of calls. */
  readsOf(
    account: CommentAccount & Pick<Source, 'server'>,
    { isSimulated, pace: { host } }: ReadingWay,
    signal: AbortSignal,
  ): AccountReads {
    const asking = async <Outcome extends object>(
      kind: SeenBy,
      send: () => Promise<Outcome & Charged>,
      calls = 1,
    ) => {
      const ask = () => {
        this.metrics.asked(account.platform, kind);
        return send();
      };
      if (isSimulated) return ask();
      const until = await this.budget.usedUpUntil(account.platform);
      if (until !== null) return notAsked(NO_BUDGET.usedUp, until);
      const busyUntil =
        host && account.server !== '' ? await this.hosts.take(account.server, host, calls) : null;
      if (busyUntil !== null) {
        this.metrics.putOff(account.platform);
        return notAsked(HOST_IS_BUSY, busyUntil);
      }
      const outcome = await ask();
      await this.budget.spend(account.platform, outcome.costUsd ?? 0);
      return outcome;
    };
    return {
      news: (asked) => {
        const counts = host ? Math.ceil(asked.posts.length / host.countsAtOnce) : 0;
        return asking('news', () => this.comments.news(account, asked, signal), 1 + counts);
      },
      thread: (post, after) => asking('thread', () => this.comments.thread(account, post, after, signal)),
      one: (comment) => asking('one', () => this.comments.one(account, comment, signal)),
    };
  }
}

const notAsked = (reason: CallPostponed['reason'], until: string): CallPostponed => ({
  kind: 'postponed',
  reason,
  words: null,
  until,
});

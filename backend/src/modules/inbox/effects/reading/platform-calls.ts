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

/** No request was sent: today's budget is spent, or the limit of the server for readings is reached. */
export type CallPostponed = Readonly<{
  kind: 'postponed';
  reason: (typeof NO_BUDGET)['usedUp'] | typeof HOST_IS_BUSY;
  words: null;
  until: string;
}>;
type Charged = Readonly<{ costUsd?: number; calls?: number }>;

/** Requests about one account to its platform, during one reading. */
export type AccountReads = Readonly<{
  news(request: NewsRequest): Promise<NewsOutcome | CallPostponed>;
  thread(post: WatchedPost, after: string | null): Promise<ThreadOutcome | CallPostponed>;
  one(comment: KnownComment): Promise<CommentOutcome | CallPostponed>;
}>;

/**
 * Sends all requests of readings to the platforms, within the budget of the operator and the limits of the servers.
 */
@Injectable()
export class PlatformCalls {
  constructor(
    private readonly comments: CommentsOfAccounts,
    private readonly budget: ReadingBudget,
    private readonly hosts: HostBudget,
    private readonly metrics: InboxMetrics,
  ) {}

  /** Returns the requests for one account. Requests to the sandbox need no budget and have no limit. */
  readsOf(
    account: CommentAccount & Pick<Source, 'server'>,
    { isSimulated, pace: { host } }: ReadingWay,
    signal: AbortSignal,
  ): AccountReads {
    const withinLimits = async <Outcome extends object>(
      kind: SeenBy,
      send: () => Promise<Outcome & Charged>,
      calls = 1,
    ) => {
      const sendCounted = () => {
        this.metrics.asked(account.platform, kind);
        return send();
      };
      if (isSimulated) return sendCounted();
      const until = await this.budget.usedUpUntil(account.platform);
      if (until !== null) return postponed(NO_BUDGET.usedUp, until);
      const busyUntil =
        host && account.server !== '' ? await this.hosts.take(account.server, host, calls) : null;
      if (busyUntil !== null) {
        this.metrics.putOff(account.platform);
        return postponed(HOST_IS_BUSY, busyUntil);
      }
      const outcome = await sendCounted();
      const further = (outcome.calls ?? calls) - calls;
      if (host && account.server !== '' && further > 0)
        await this.hosts.charge(account.server, host, further);
      await this.budget.spend(account.platform, outcome.costUsd ?? 0);
      return outcome;
    };
    return {
      news: (request) => {
        const counts = host ? Math.ceil(request.posts.length / host.countsAtOnce) : 0;
        return withinLimits('news', () => this.comments.news(account, request, signal), 1 + counts);
      },
      thread: (post, after) =>
        withinLimits('thread', () => this.comments.thread(account, post, after, signal)),
      one: (comment) => withinLimits('one', () => this.comments.one(account, comment, signal)),
    };
  }
}

const postponed = (reason: CallPostponed['reason'], until: string): CallPostponed => ({
  kind: 'postponed',
  reason,
  words: null,
  until,
});

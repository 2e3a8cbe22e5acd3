import type { DryRunView } from '@posthorn/contracts/external/posts.http';
import type { SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { postStream, schedule } from '../../domain/post/post.ts';
import { PostTotals } from '../../ports/post-totals.ts';
import { PostRequestResolver } from './post-request-resolver.ts';
import { PrecheckPost } from './precheck-post.query.ts';
import { TimeCheck } from './time-check.ts';

/**
 * The result that a request to schedule a post would have. Stores nothing and does not use the
 * Idempotency-Key.
 * @throws the errors that scheduling throws about time, accounts, files and plan
 */
export class DryRun extends Query<DryRunView> {
  constructor(
    readonly userId: string,
    readonly request: SchedulePostRequest,
  ) {
    super();
  }
}

@QueryHandler(DryRun)
export class DryRunHandler implements IQueryHandler<DryRun> {
  constructor(
    private readonly requests: PostRequestResolver,
    private readonly times: TimeCheck,
    private readonly queries: QueryBus,
    private readonly totals: PostTotals,
  ) {}

  async execute({ userId: ownerId, request }: DryRun): Promise<DryRunView> {
    const { entitled, accounts: chosen, body } = await this.requests.resolve(ownerId, request);
    const targets = chosen.map(({ id: accountId, platform }) => ({ accountId, platform }));
    // The dry run stores no post, so the id is of no importance.
    const data = { postId: 0, ownerId, ...body, ...this.times.read(request), targets };
    schedule(postStream.initial, data, await this.times.moment());
    const [accounts, { scheduled: used }] = await Promise.all([
      this.queries.execute(new PrecheckPost(ownerId, request)),
      this.totals.counts(ownerId),
    ]);
    const { scheduledPosts: max } = entitled;
    const hasRoom = max === null || used < max;
    return {
      dryRun: true,
      wouldCreate: hasRoom && accounts.every(({ ok }) => ok),
      accounts,
      limits: { scheduledPosts: { used, max } },
    };
  }
}

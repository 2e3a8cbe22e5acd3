import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { RepeatRuleOf } from '#modules/integrations/public.ts';
import type { PublishingTimes } from '../../domain/publishing-times.ts';
import { DatabaseClock } from '../../publishing/database-clock.ts';
import { OutgoingPublications } from '../../publishing/outgoing-publications.ts';
import { Reconciler } from '../../publishing/reconciler.ts';
import { TIMES } from '../../publishing/times.ts';
import { PostAsLogged } from '../list-posts/post-as-logged.ts';
import { OwnTargets } from '../own-target/own-targets.ts';

/** Asks the platform, now, what became of an unknown publication. */
export class CheckTarget extends Command<PostView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly accountId: number,
  ) {
    super();
  }
}

@CommandHandler(CheckTarget)
export class CheckTargetHandler implements ICommandHandler<CheckTarget> {
  constructor(
    private readonly targets: OwnTargets,
    private readonly posts: PostAsLogged,
    private readonly outgoing: OutgoingPublications,
    private readonly reconciler: Reconciler,
    private readonly clock: DatabaseClock,
    private readonly queries: QueryBus,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  async execute({ userId, postId, accountId }: CheckTarget): Promise<PostView> {
    const { post, target, publication } = await this.targets.find(userId, postId, accountId);
    const outgoing = await this.outgoing.of(post, target, post.withSuffix);
    const rule = await this.queries.execute(new RepeatRuleOf(target.platform));
    await this.reconciler.lookUp(outgoing, publication, async () => ({
      target,
      due: post.scheduledFor,
      now: await this.clock.now(),
      rule,
      random: Math.random(),
      times: this.times,
    }));
    return this.posts.view(postId);
  }
}

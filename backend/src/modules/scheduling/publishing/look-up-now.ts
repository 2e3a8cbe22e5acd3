import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RepeatRuleOf, type RepeatRule } from '#modules/integrations/public.ts';
import type { Post } from '../domain/post.ts';
import type { Target } from '../domain/publication-events.ts';
import type { Publication } from '../domain/publication.ts';
import type { PublishingTimes } from '../domain/publishing-times.ts';
import { AskedPublications } from './asked-publications.ts';
import { DatabaseClock } from './database-clock.ts';
import { Reconciler } from './reconciler.ts';
import { TIMES } from './times.ts';

type Asked = Readonly<{ post: Post; target: Target; publication: Publication }>;

/** A look-up that a person asked for, outside the loop. */
@Injectable()
export class LookUpNow {
  constructor(
    private readonly asked: AskedPublications,
    private readonly reconciler: Reconciler,
    private readonly clock: DatabaseClock,
    private readonly queries: QueryBus,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  ruleOf({ platform }: Target): Promise<RepeatRule> {
    return this.queries.execute(new RepeatRuleOf(platform));
  }

  /** The publication as it is after the answer. @throws TargetIsNotUnknown when there is nothing to ask about */
  async ask({ post, target, publication }: Asked): Promise<Publication> {
    const outgoing = await this.asked.of(post, target, publication);
    const rule = await this.ruleOf(target);
    const ran = await this.reconciler.lookUp(outgoing, publication, async () => ({
      target,
      due: post.scheduledFor,
      now: await this.clock.now(),
      rule,
      random: Math.random(),
      times: this.times,
    }));
    return ran.publication;
  }
}

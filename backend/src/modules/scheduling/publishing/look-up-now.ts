import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RepetitionOf } from '#modules/integrations/public.ts';
import type { Post } from '../domain/post.ts';
import type { Target } from '../domain/publication-events.ts';
import type { Publication } from '../domain/publication.ts';
import type { Circumstances } from '../domain/circumstances.ts';
import type { PublishingTimes } from '../domain/publishing-times.ts';
import { AskedPublications } from './asked-publications.ts';
import { DatabaseClock } from '#infrastructure/effects/database-clock.ts';
import { Reconciler, type Asked } from './reconciler.ts';
import { TIMES } from './times.ts';

type Question = Readonly<{ post: Post; target: Target; publication: Publication }>;

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

  /** What a decision about this target needs, at this moment. */
  async circumstances({ post, target }: Omit<Question, 'publication'>): Promise<Circumstances> {
    return {
      target,
      due: post.scheduledFor,
      now: await this.clock.now(),
      ...(await this.queries.execute(new RepetitionOf(target.platform))),
      pace: 'limited',
      random: Math.random(),
      times: this.times,
    };
  }

  /** The answer, and the publication as it is after it. @throws TargetIsNotUnknown when there is nothing to ask about */
  async ask({ post, target, publication }: Question): Promise<Asked> {
    const outgoing = await this.asked.of(post, target, publication);
    return this.reconciler.lookUp(outgoing, publication, () => this.circumstances({ post, target }));
  }
}

import type { Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { ReplyRepetitionOf, type ReplyRepetition } from '#modules/integrations/comments/public.ts';
import { replyContext } from '../domain/comment/reply-context.ts';
import type { Reply } from '../domain/comment/reply.ts';
import { TIMES, type InboxTimes } from '../times.ts';

/** What decisions about a reply go by. */
@Injectable()
export class ReplyContexts {
  readonly #repetitions = new Map<Platform, ReplyRepetition>();

  constructor(
    private readonly clock: DatabaseClock,
    private readonly queries: QueryBus,
    @Inject(TIMES) private readonly times: InboxTimes,
  ) {}

  /** At this moment. @throws errors of the database, whose clock it is */
  async of(platform: Platform, reply: Pick<Reply, 'kind' | 'requestedAt'>): Promise<EffectContext> {
    const repetition = await this.#repetitionOf(platform);
    const [now, random] = [await this.clock.now(), Math.random()];
    return replyContext(reply, repetition, { now, random, times: this.times });
  }

  async #repetitionOf(platform: Platform): Promise<ReplyRepetition> {
    const known = this.#repetitions.get(platform);
    if (known) return known;
    const repetition = await this.queries.execute(new ReplyRepetitionOf(platform));
    this.#repetitions.set(platform, repetition);
    return repetition;
  }
}

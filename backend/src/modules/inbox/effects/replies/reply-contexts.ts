import type { Platform } from '@posthorn/contracts/shared/platform';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { RepliesOnPlatforms } from '#modules/integrations/ports/replies-on-platforms.ts';
import { replyContext } from '../../domain/comment/reply-context.ts';
import type { Reply } from '../../domain/comment/reply.ts';
import { TIMES, type InboxTimes } from '../times.ts';

/** Builds the context for decisions about a reply. */
@Injectable()
export class ReplyContexts {
  constructor(
    private readonly clock: DatabaseClock,
    private readonly replies: RepliesOnPlatforms,
    @Inject(TIMES) private readonly times: InboxTimes,
  ) {}

  /** Returns the context with the current time. @throws errors of the database, which provides the time */
  async contextOf(platform: Platform, reply: Pick<Reply, 'kind' | 'requestedAt'>): Promise<EffectContext> {
    const repetition = this.replies.repetitionOf(platform);
    const [now, random] = [await this.clock.now(), Math.random()];
    return replyContext(reply, repetition, { now, random, times: this.times });
  }
}

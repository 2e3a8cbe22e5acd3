import type { Platform } from '@posthorn/contracts/shared/platform';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { PublishRules, type Repetition } from '#modules/integrations/ports/publish-rules.ts';
import { Inject, Injectable } from '@nestjs/common';
import type { Post } from '../../domain/post/post.ts';
import { coverIn, mediaFor } from '../../domain/post/target-content.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import type { PublishingContext } from '../../domain/publication/publishing-context.ts';
import { callWithin, type PublishingTimes } from '../../domain/publication/publishing-times.ts';
import { TIMES } from '../times.ts';

/** Builds the context for decisions about a target. */
@Injectable()
export class PublishingContexts {
  readonly #repetitions = new Map<Platform, Repetition>();

  constructor(
    private readonly clock: DatabaseClock,
    private readonly rules: PublishRules,
    @Inject(TIMES) private readonly times: PublishingTimes,
  ) {}

  /**
   * The context at this moment. @throws errors of the database, because the time comes from the database's
   * clock
   */
  async contextOf(target: Target, { scheduledFor, status, body }: Post): Promise<PublishingContext> {
    const { callBytes, actions, ...rules } = await this.rulesOf(target);
    const files = mediaFor(body, target.accountId);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const times = { ...this.times, callWithin: callWithin(bytes, callBytes, this.times) };
    return {
      target,
      firstDueAt: scheduledFor,
      ...rules,
      hasCover: actions.includes('cover') && coverIn(files) !== null,
      now: await this.clock.now(),
      pace: 'limited',
      random: Math.random(),
      // An archived post is not sent again. But the outcome of a call that was made is still looked up.
      times: status === 'archived' ? { ...times, tries: 0 } : times,
    };
  }

  /** The rules that the platform's connector declares. They never change, so they are cached. */
  async rulesOf({ platform }: Target): Promise<Repetition> {
    const known = this.#repetitions.get(platform);
    if (known) return known;
    const repetition = await this.rules.repetitionOf(platform);
    this.#repetitions.set(platform, repetition);
    return repetition;
  }
}

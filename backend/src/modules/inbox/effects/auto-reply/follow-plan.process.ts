import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import type { PlanChangedEvent } from '#modules/billing/ports/events.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { followPlan, inboxSettingsStream } from '../../domain/settings/inbox-settings.ts';

/** Stops automatic replies when the plan of their owner ends, and starts them again when the plan is active again. */
@Injectable()
export class AutoRepliesFollowPlan {
  constructor(
    private readonly writer: StreamWriter,
    private readonly plans: PlanOf,
    private readonly clock: DatabaseClock,
  ) {}

  readonly process: Process<PlanChangedEvent> = {
    name: 'inbox.follow-plan',
    categories: ['subscription'],
    types: ['PremiumGranted', 'PremiumEnded'],
    from: 'start',
    handle: ({ data: { userId } }) => this.#follow(userId),
  };

  /** Reads the current plan instead of the event: another cause of Premium may still be active, or Premium may have begun again. */
  async #follow(userId: string): Promise<void> {
    const { aiReplies } = await this.plans.entitlementsOf(userId);
    const now = await this.clock.now();
    await this.writer.decide(inboxSettingsStream, userId, (state) =>
      followPlan(state, userId, aiReplies, now),
    );
  }
}

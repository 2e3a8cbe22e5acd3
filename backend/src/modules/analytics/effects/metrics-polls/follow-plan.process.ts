import { Injectable } from '@nestjs/common';
import type { Process } from '#infrastructure/readers/process.ts';
import type { PlanChangedEvent } from '#modules/billing/ports/events.ts';
import { MeasuredAccounts } from '../../stores/metrics-polls/measured-accounts.ts';
import { MeasuredPublications } from '../../stores/metrics-polls/measured-publications.ts';

/** Plans the polls of all publications of a user again when Premium begins or ends, because different steps are due then. */
@Injectable()
export class PollsFollowPlan {
  constructor(
    private readonly accounts: MeasuredAccounts,
    private readonly publications: MeasuredPublications,
  ) {}

  readonly process: Process<PlanChangedEvent> = {
    name: 'analytics.follow-plan',
    categories: ['subscription'],
    types: ['PremiumGranted', 'PremiumEnded'],
    from: 'start',
    handle: async ({ data: { userId } }) => {
      await this.accounts.plan(await this.publications.planAnew({ ownerId: userId }));
    },
  };
}

import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { AfterSignIn } from '#modules/identity/ports/after-sign-in.ts';
import { settleComplimentary, subscriptionStream } from '../../domain/subscription/subscription.ts';
import { planList } from '../../read-models/plans/plan-list.projection.ts';

/** Grants or ends complimentary Premium, according to the operator's list of addresses (`COMPLIMENTARY_PREMIUM`). */
@Injectable()
export class ComplimentaryPremium extends AfterSignIn {
  constructor(
    private readonly configuration: Configuration,
    private readonly writer: StreamWriter,
    private readonly gate: ReadGate,
  ) {
    super();
  }

  override async settle(userId: string, email: string | null): Promise<void> {
    const isListed = email !== null && this.configuration.complimentaryPremium.includes(email);
    const { appended } = await this.writer.decide(subscriptionStream, userId, (subscription) =>
      settleComplimentary(subscription, userId, isListed),
    );
    // Waits here, so that the first screen after the sign-in shows the new plan.
    if (appended.length > 0) await this.gate.waitFor([planList.name]);
  }
}

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { settleComplimentary, subscriptionStream } from '../../domain/subscription.ts';
import { SettleComplimentaryPremium } from '../../public.ts';
import { planList } from '../tell-entitlements/plan-list.projection.ts';

@CommandHandler(SettleComplimentaryPremium)
export class SettleComplimentaryHandler implements ICommandHandler<SettleComplimentaryPremium> {
  constructor(
    private readonly configuration: Configuration,
    private readonly writer: StreamWriter,
    private readonly gate: ReadGate,
  ) {}

  async execute({ userId, email }: SettleComplimentaryPremium): Promise<void> {
    const isListed = this.configuration.complimentaryPremium.includes(email);
    const { appended } = await this.writer.decide(subscriptionStream, userId, (subscription) =>
      settleComplimentary(subscription, userId, isListed),
    );
    // The first screen after sign-in must not show yesterday's plan.
    if (appended.length > 0) await this.gate.waitFor([planList.name]);
  }
}

import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { AccountSubscribing } from './account-subscribing.ts';
import { SubscriptionRows, type DueSubscription, type SubscriptionKey } from './subscription-rows.ts';

/** Accounts of one platform that a process asks about at a time. */
const SLOTS = 4;
const TIMES = { tick: 5_000, renewLease: 20_000, firstRetry: 15 * 60_000, drain: 10_000 };

/** Subscribes connected accounts, and looks once a day whether they still are. Leased work: the platforms take the same twice. */
@Injectable()
export class AccountSubscriptionLoop extends WorkerLoop<SubscriptionKey, Platform> {
  protected override readonly loop: WorkLoop<SubscriptionKey, Platform>;

  constructor(
    configuration: Configuration,
    private readonly rows: SubscriptionRows,
    subscribing: AccountSubscribing,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'webhook-subscription',
      actor: 'subscribe-accounts',
      causeOf: ({ accountId }: DueSubscription) => `webhook-subscription:${String(accountId)}`,
      run: (row: DueSubscription) => subscribing.run(row),
    };
    this.loop = engine.leasedWork(work, rows, {
      name: 'integrations.webhook-subscriptions',
      platforms,
      slots: SLOTS,
      times: TIMES,
      logger: new Logger('accounts'),
    });
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    void this.rows.lookAtUnconfigured().catch(() => undefined);
  }
}

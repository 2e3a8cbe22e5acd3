import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { EntitlementsShown } from '#modules/billing/public.ts';
import { MeasuringOf, MetricsTermsOf } from '#modules/integrations/metrics/public.ts';
import { AccountLook } from './account-look.ts';
import { MeasuredAccounts, type AccountKey, type DueAccount } from './measured-accounts.ts';
import { ladderFor } from './next-look.ts';

/** Accounts of one platform that a process looks at at a time. */
const SLOTS = 8;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const TIMES = { tick: SECOND, renewLease: 20 * SECOND, firstRetry: MINUTE, drain: 10 * SECOND };

/** Looks at the figures of published posts when their time has come. A look harms nobody, so what a crash cuts off is looked at again. */
@Injectable()
export class LookingLoop extends WorkerLoop<AccountKey, Platform> {
  protected override readonly loop: WorkLoop<AccountKey, Platform>;

  constructor(
    configuration: Configuration,
    private readonly accounts: MeasuredAccounts,
    private readonly look: AccountLook,
    private readonly queries: QueryBus,
    private readonly clock: DatabaseClock,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'analytics-look',
      actor: 'look-at-figures',
      causeOf: ({ accountId }: DueAccount) => `measured-account:${String(accountId)}`,
      run: (row: DueAccount) => this.#run(row),
    };
    this.loop = engine.leasedWork(work, accounts, {
      name: 'analytics.looking',
      platforms,
      slots: SLOTS,
      times: TIMES,
      logger: new Logger('analytics'),
    });
  }

  async #run(row: DueAccount): Promise<void> {
    const [terms, way, { plan }] = await Promise.all([
      this.queries.execute(new MetricsTermsOf(row.platform)),
      this.queries.execute(new MeasuringOf(row)),
      this.queries.execute(new EntitlementsShown(row.ownerId)),
    ]);
    if (!terms || !way) {
      // Whoever connects the account again wakes it.
      await this.accounts.pause({ accountId: row.accountId, reason: 'reconnect', until: null });
      await this.accounts.release(row, null);
      return;
    }
    const isSeen = plan === 'premium';
    const next = await this.look.at(row, {
      terms,
      pace: way.pace,
      isSeen,
      plan: {
        ladder: ladderFor(way.pace.ladder, isSeen, terms.costUsd > 0),
        isSimulated: way.isSimulated && isSeen,
        costs: terms.costUsd > 0 && !way.isSimulated,
      },
      isFree: way.isSimulated,
    });
    await this.accounts.release(row, next ?? (await this.#next(row.accountId)));
  }

  async #next(accountId: number): Promise<string | null> {
    const due = await this.accounts.nextDue(accountId);
    if (due === null) return null;
    const now = (await this.clock.now()).toISOString();
    return due < now ? now : due;
  }
}

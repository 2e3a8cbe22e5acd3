import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { ReadingBudget } from '../../stores/reading/reading-budget.ts';
import { NO_BUDGET, Sources } from '../../stores/reading/sources.ts';

/** Makes accounts due that wait for a budget, although this process has one. */
@Injectable()
export class ResumePaidReading implements OnApplicationBootstrap {
  constructor(
    private readonly configuration: Configuration,
    private readonly sources: Sources,
    private readonly budget: ReadingBudget,
  ) {}

  /** The operator may have raised the budget before the start. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.configuration.roles.has('worker')) await this.resume();
  }

  /** Repeated, because during a rolling deployment a worker with a smaller budget may put an account to rest for hours. */
  async resume(): Promise<void> {
    for (const { platform, value } of this.budget.budgets) {
      if (value === 0) continue;
      const isUsedUp = (await this.budget.usedUpUntil(platform)) !== null;
      await this.sources.readAgain(isUsedUp ? [NO_BUDGET.unset] : Object.values(NO_BUDGET));
    }
  }
}

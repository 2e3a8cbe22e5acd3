import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { NO_BUDGET, Sources } from '../../stores/reading/sources.ts';

/** Makes accounts due that wait for a budget, when a process starts: the operator may have raised the budget before the start. */
@Injectable()
export class ResumePaidReading implements OnApplicationBootstrap {
  constructor(
    private readonly configuration: Configuration,
    private readonly sources: Sources,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { roles, xDailyBudgetUsd } = this.configuration;
    if (roles.has('worker') && xDailyBudgetUsd > 0) await this.sources.readAgain(Object.values(NO_BUDGET));
  }
}

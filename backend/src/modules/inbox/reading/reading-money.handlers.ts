import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadingMoney, SpendOnReading } from '../public.ts';
import { ReadingBudget } from './reading-budget.ts';

@QueryHandler(ReadingMoney)
export class ReadingMoneyHandler implements IQueryHandler<ReadingMoney> {
  constructor(private readonly budget: ReadingBudget) {}

  async execute({ platform }: ReadingMoney) {
    return {
      isUnset: this.budget.isUnset(platform),
      usedUpUntil: await this.budget.usedUpUntil(platform),
    };
  }
}

@CommandHandler(SpendOnReading)
export class SpendOnReadingHandler implements ICommandHandler<SpendOnReading> {
  constructor(private readonly budget: ReadingBudget) {}

  execute({ platform, usd }: SpendOnReading): Promise<void> {
    return this.budget.spend(platform, usd);
  }
}

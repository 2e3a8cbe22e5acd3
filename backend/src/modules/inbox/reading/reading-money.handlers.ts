import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GiveBackReadingMoney, TakeReadingMoney, type MoneyTaken } from '../public.ts';
import { ReadingBudget } from './reading-budget.ts';

@CommandHandler(TakeReadingMoney)
export class TakeReadingMoneyHandler implements ICommandHandler<TakeReadingMoney> {
  constructor(private readonly budget: ReadingBudget) {}

  execute({ platform, usdEach, wanted }: TakeReadingMoney): Promise<MoneyTaken> {
    return this.budget.takeForFigures(platform, usdEach, wanted);
  }
}

@CommandHandler(GiveBackReadingMoney)
export class GiveBackReadingMoneyHandler implements ICommandHandler<GiveBackReadingMoney> {
  constructor(private readonly budget: ReadingBudget) {}

  execute({ platform, day, usd }: GiveBackReadingMoney): Promise<void> {
    return this.budget.giveBack(platform, day, usd);
  }
}

import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Providers } from '../../providers/providers.ts';
import { BudgetsOf, type Budget } from '../../public.ts';

@QueryHandler(BudgetsOf)
export class BudgetsOfHandler implements IQueryHandler<BudgetsOf> {
  constructor(private readonly providers: Providers) {}

  execute({ platform }: BudgetsOf): Promise<readonly Budget[]> {
    return Promise.resolve(this.providers.find(platform)?.budgets ?? []);
  }
}

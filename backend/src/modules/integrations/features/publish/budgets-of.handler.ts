import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { BudgetsOf, type Budget } from '../../public.ts';

@QueryHandler(BudgetsOf)
export class BudgetsOfHandler implements IQueryHandler<BudgetsOf> {
  constructor(private readonly connectors: Connectors) {}

  execute({ platform }: BudgetsOf): Promise<readonly Budget[]> {
    return Promise.resolve(this.connectors.find(platform)?.budgets ?? []);
  }
}

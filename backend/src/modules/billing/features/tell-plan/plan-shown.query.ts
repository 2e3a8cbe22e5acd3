import type { Plan } from '@posthorn/contracts/billing/plan';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { PlanShown } from '../../public.ts';
import { planList } from './plan-list.projection.ts';

@QueryHandler(PlanShown)
export class PlanShownHandler implements IQueryHandler<PlanShown> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  async execute({ userId }: PlanShown): Promise<Plan> {
    await this.gate.waitFor([planList.name]);
    const { rows } = await this.pool.query<{ plan: Plan }>(
      'select plan from read_v1.billing_plan where user_id = $1',
      [userId],
    );
    return rows[0]?.plan ?? 'free';
  }
}

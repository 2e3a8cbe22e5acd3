import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import type { Plan } from '@posthorn/contracts/billing/plan';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { planOf, subscriptionStream } from '../../domain/subscription.ts';
import { EntitlementsOf, EntitlementsShown } from '../../public.ts';
import { planList } from './plan-list.projection.ts';

@QueryHandler(EntitlementsOf)
export class EntitlementsOfHandler implements IQueryHandler<EntitlementsOf> {
  constructor(private readonly reader: EventReader) {}

  async execute({ userId }: EntitlementsOf): Promise<Entitlements> {
    const { state } = await this.reader.load(subscriptionStream, userId);
    return ENTITLEMENTS[planOf(state)];
  }
}

@QueryHandler(EntitlementsShown)
export class EntitlementsShownHandler implements IQueryHandler<EntitlementsShown> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  async execute({ userId }: EntitlementsShown): Promise<Entitlements> {
    await this.gate.waitFor([planList.name]);
    const { rows } = await this.pool.query<{ plan: Plan }>(
      'select plan from read_v2.billing_plan where user_id = $1',
      [userId],
    );
    return ENTITLEMENTS[rows[0]?.plan ?? 'free'];
  }
}

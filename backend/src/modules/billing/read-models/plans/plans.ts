import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import type { Plan } from '@posthorn/contracts/billing/plan';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { planOf, subscriptionStream } from '../../domain/subscription/subscription.ts';
import { PLANS_VIEW, planList } from './plan-list.projection.ts';

@Injectable()
export class Plans extends PlanOf {
  constructor(
    private readonly reader: EventReader,
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {
    super();
  }

  override async entitlementsOf(userId: string): Promise<Entitlements> {
    const { state } = await this.reader.load(subscriptionStream, userId);
    return ENTITLEMENTS[planOf(state)];
  }

  override async shown(userId: string): Promise<Entitlements> {
    await this.gate.waitFor([planList.name]);
    const { rows } = await this.pool.query<{ plan: Plan }>(
      `select plan from ${PLANS_VIEW} where user_id = $1`,
      [userId],
    );
    return ENTITLEMENTS[rows[0]?.plan ?? 'free'];
  }
}

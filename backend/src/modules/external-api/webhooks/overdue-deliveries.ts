import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Metrics, type Figure } from '#infrastructure/observability/metrics.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';

/** Of endpoints to which nothing is on its way: a receiver that is slow has many that wait, and they do go out. */
const OVERDUE = `select count(*)::float8 as value from external.delivery late
  where due_at < now() - interval '5 minutes' and not ${ON_HOLD} and not exists
    (select from external.delivery busy where busy.endpoint_id = late.endpoint_id and busy.lease_until > now())`;

/** Deliveries that nobody makes: a gap that no screen shows. */
@Injectable()
export class OverdueDeliveries {
  constructor(pool: Pool, metrics: Metrics) {
    metrics.gauge(
      'webhook_deliveries_overdue',
      'Deliveries to webhooks that have been due for more than five minutes, and that nobody makes',
      async () => (await pool.query<Figure>(OVERDUE)).rows,
    );
  }
}

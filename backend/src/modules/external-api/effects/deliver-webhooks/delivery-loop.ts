import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Pool } from 'pg';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork, type NextRun } from '#infrastructure/effects/define-leased-work.ts';
import { TokenReader } from '#infrastructure/http/session/token-reader.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { ON_HOLD } from '#infrastructure/effects/publishing-hold.ts';
import { Metrics, type Figure } from '#infrastructure/observability/metrics.ts';
import { isFailingForGood, decideDelivery, type DeliveryAnswer } from '../../domain/webhook/delivery.ts';
import { Deliveries, type DueDelivery, type DeliveryAttempt } from '../../stores/deliveries/deliveries.ts';
import { DELIVERING, type DeliveringTimes } from './delivering-times.ts';
import { DeliveryCall } from './delivery-call.ts';
import { Suspensions } from './suspensions.ts';
import { WebhookRows, type WebhookRow } from '../../read-models/webhooks/webhook-rows.ts';

/** Sends due deliveries to their receivers. */
@Injectable()
export class SendDelivery {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly webhooks: WebhookRows,
    private readonly call: DeliveryCall,
    private readonly suspensions: Suspensions,
    private readonly leaving: UsersBeingErased,
    private readonly clock: DatabaseClock,
    @Inject(DELIVERING) private readonly times: DeliveringTimes,
    private readonly moduleRef: ModuleRef,
  ) {}

  async attempt(row: DueDelivery): Promise<NextRun> {
    const [webhook, delivery, isLeaving] = await Promise.all([
      this.webhooks.read(row.endpointId),
      this.deliveries.read(row),
      this.leaving.has(row.ownerId),
    ]);
    // The delivery stays stored until the owner resumes the endpoint.
    if (!webhook || !delivery || isLeaving || webhook.suspendedBecause !== null) return null;
    if (webhook.pausedUntil !== null) return { dueAt: webhook.pausedUntil.toISOString() };
    if (await this.#hasLostToken(webhook)) {
      await this.suspensions.suspend(row.endpointId, 'token-ended');
      return null;
    }
    const begun = performance.now();
    const attempt = await this.call.make(webhook, { id: row.eventId, body: delivery.body });
    await this.webhooks.noteSpeed(webhook, performance.now() - begun > this.times.slowAfter);
    return this.#settle(row, delivery.tries + 1, attempt);
  }

  /** Checked before each delivery, because the token may have been deleted or may have expired a moment ago. */
  async #hasLostToken({ tokenId, ownerId: userId }: WebhookRow): Promise<boolean> {
    if (tokenId === null) return false;
    // `ModuleRef` finds the reader, because it comes from a module that this one does not otherwise need.
    const tokens = this.moduleRef.get(TokenReader, { strict: false });
    return !(await tokens.openOf([{ tokenId, userId }])).has(tokenId);
  }

  async #settle(
    row: DueDelivery,
    tries: number,
    attempt: DeliveryAnswer & DeliveryAttempt,
  ): Promise<NextRun> {
    const { deliveries, webhooks } = this;
    const verdict = decideDelivery(attempt, tries, Math.random(), this.times.tryAgainAfter);
    switch (verdict.kind) {
      case 'delivered':
        await deliveries.record(row, 'delivered', attempt);
        await webhooks.succeeded(row.endpointId);
        return null;
      case 'gone':
        await deliveries.record(row, 'waiting', attempt);
        await webhooks.failed(row.endpointId, null);
        await this.suspensions.suspend(row.endpointId, 'gone');
        return null;
      case 'again':
      case 'failed': {
        await deliveries.record(row, verdict.kind === 'failed' ? 'failed' : 'waiting', attempt);
        const since = await webhooks.failed(row.endpointId, verdict.pause);
        if (since && isFailingForGood(since, await this.clock.now()))
          await this.suspensions.suspend(row.endpointId, 'failing');
        return verdict.kind === 'failed' ? null : verdict.wait;
      }
    }
  }
}

/** Sends due deliveries. A delivery that a crash interrupted is sent again with the same id: delivery is at least once, as documented. */
export const DeliveryLoop = defineLeasedWork({
  name: 'webhook-delivery',
  actor: 'tell-webhooks',
  loop: 'external.deliveries',
  logger: 'external-api',
  needs: { sending: SendDelivery, times: DELIVERING },
  rows: {
    table: 'external.delivery',
    columns: { endpointId: 'text', eventId: 'text' },
    lease: ({ times }) => times.lease,
    platform: `case when hook.is_slow then 'slow' else 'prompt' end`,
    server: {
      join: 'join external.webhook hook on hook.endpoint_id = due.endpoint_id',
      // Not by host: hosts such as hooks.zapier.com serve many owners. All slow endpoints of one owner share the slots of one endpoint.
      sql: 'case when hook.is_slow then due.owner_id else due.endpoint_id end',
      most: 2,
    },
    paused: ON_HOLD,
  },
  cause: ({ endpointId, eventId }) => `delivery:${endpointId}:${eventId}`,
  platforms: ['prompt', 'slow'],
  slots: 20,
  times: ({ times }) => times,
  run: (row, { sending }) => sending.attempt(row),
});

/** Counts only endpoints without a running delivery: a slow receiver has many waiting deliveries, which are still sent. */
const OVERDUE = `select count(*)::float8 as value from external.delivery late
  where due_at < now() - interval '5 minutes' and not ${ON_HOLD} and not exists
    (select from external.delivery busy where busy.endpoint_id = late.endpoint_id and busy.lease_until > now())`;

/** The metric of overdue deliveries, which no screen shows. */
@Injectable()
export class OverdueDeliveries {
  constructor(pool: Pool, metrics: Metrics) {
    metrics.gauge(
      'webhook_deliveries_overdue',
      'Deliveries to webhooks that have been due for more than five minutes and are not running',
      async () => (await pool.query<Figure>(OVERDUE)).rows,
    );
  }
}

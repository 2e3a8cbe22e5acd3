import { Inject, Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { TokenReader } from '#infrastructure/http/external/token-reader.ts';
import { LeavingPeople } from '#infrastructure/erasure/leaving-people.ts';
import { isFailingForGood, verdictOn, type Answered } from '../domain/delivery.ts';
import { Deliveries, type DeliveryKey, type DueDelivery, type Try } from './deliveries.ts';
import { DELIVERING, type DeliveringTimes } from './delivering-times.ts';
import { DeliveryCall } from './delivery-call.ts';
import { Suspensions } from './suspensions.ts';
import { WebhookRows, type WebhookRow } from './webhook-rows.ts';

/** Deliveries that a process makes at a time. */
const SLOTS = 20;

/** Tells receivers what is due. What a crash cuts off is told again under the same id, as receivers are promised: at least once. */
@Injectable()
export class DeliveryLoop extends WorkerLoop<DeliveryKey, ''> {
  protected override readonly loop: WorkLoop<DeliveryKey, ''>;

  constructor(
    configuration: Configuration,
    private readonly deliveries: Deliveries,
    private readonly webhooks: WebhookRows,
    private readonly call: DeliveryCall,
    private readonly suspensions: Suspensions,
    private readonly leaving: LeavingPeople,
    private readonly clock: DatabaseClock,
    @Inject(DELIVERING) private readonly times: DeliveringTimes,
    private readonly moduleRef: ModuleRef,
    engine: EffectEngine,
  ) {
    super(configuration);
    const work = {
      name: 'webhook-delivery',
      actor: 'tell-webhooks',
      causeOf: ({ endpointId, eventId }: DueDelivery) => `delivery:${endpointId}:${eventId}`,
      run: (row: DueDelivery) => this.#run(row),
    };
    this.loop = engine.leasedWork(work, deliveries, {
      name: 'external.deliveries',
      platforms: [''],
      slots: SLOTS,
      times,
      logger: new Logger('external-api'),
    });
  }

  async #run(row: DueDelivery): Promise<void> {
    const [webhook, delivery, isLeaving] = await Promise.all([
      this.webhooks.read(row.endpointId),
      this.deliveries.read(row),
      this.leaving.has(row.ownerId),
    ]);
    // Kept where it is until the owner resumes the endpoint, or for good.
    if (!webhook || !delivery || isLeaving || webhook.suspendedBecause !== null)
      return this.deliveries.release(row, null);
    if (webhook.pausedUntil !== null) return this.deliveries.release(row, webhook.pausedUntil.toISOString());
    if (await this.#hasLostToken(webhook)) {
      await this.suspensions.suspend(row.endpointId, 'token-ended');
      return this.deliveries.release(row, null);
    }
    const made = await this.call.make(webhook, { id: row.eventId, body: delivery.body });
    await this.#settle(row, delivery.tries + 1, made);
  }

  /** Checked before each delivery, because the token may have been deleted a moment ago or may be past its end date. */
  async #hasLostToken({ tokenId, ownerId: userId }: WebhookRow): Promise<boolean> {
    if (tokenId === null) return false;
    // Bound by a module that this one does not need otherwise.
    const tokens = this.moduleRef.get(TokenReader, { strict: false });
    return !(await tokens.openOf([{ tokenId, userId }])).has(tokenId);
  }

  async #settle(row: DueDelivery, tries: number, made: Answered & Try): Promise<void> {
    const { deliveries, webhooks } = this;
    const verdict = verdictOn(made, tries, Math.random(), this.times.tryAgainAfter);
    switch (verdict.kind) {
      case 'delivered':
        await deliveries.record(row, 'delivered', made);
        await webhooks.succeeded(row.endpointId);
        return deliveries.release(row, null);
      case 'gone':
        await deliveries.record(row, 'waiting', made);
        await webhooks.failed(row.endpointId, null);
        await this.suspensions.suspend(row.endpointId, 'gone');
        return deliveries.release(row, null);
      case 'again':
      case 'failed': {
        await deliveries.record(row, verdict.kind === 'failed' ? 'failed' : 'waiting', made);
        const since = await webhooks.failed(row.endpointId, verdict.pause);
        if (since && isFailingForGood(since, await this.clock.now()))
          await this.suspensions.suspend(row.endpointId, 'failing');
        if (verdict.kind === 'failed') return deliveries.release(row, null);
        return deliveries.putBack(row, verdict.wait);
      }
    }
  }
}

import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import { WEBHOOK, type DeliveryView, type ReplayView } from '@posthorn/contracts/external/webhooks.http';
import { Inject, Injectable } from '@nestjs/common';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { Deliveries, type DeliveryFilter, type DeliveryRow } from '../../stores/deliveries/deliveries.ts';
import { DeliveryLoop } from '../../effects/deliver-webhooks/delivery-loop.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { DeliveryNotFound, EventNotFound } from '../../read-models/webhooks/webhook.errors.ts';

/** What was sent to an endpoint, as its owner sees it. */
@Injectable()
export class OwnDeliveries {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly deliveries: Deliveries,
    @Inject(DeliveryLoop) private readonly loop: WorkerLoop,
  ) {}

  /** One more row says whether there is another page. @throws WebhookNotFound */
  async list(
    ownerId: string,
    endpointId: string,
    filter: DeliveryFilter,
  ): Promise<ExternalPage<DeliveryView>> {
    await this.own.find(ownerId, endpointId);
    const rows = await this.deliveries.listOf(endpointId, { ...filter, limit: filter.limit + 1 });
    const page = rows.slice(0, filter.limit);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return { items: page.map(withoutNumber), nextCursor: last?.number ?? null };
  }

  /** One delivery once more, whatever became of it. @throws WebhookNotFound, WebhookIsSuspended, DeliveryNotFound */
  async redeliver(ownerId: string, endpointId: string, eventId: string): Promise<DeliveryView> {
    await this.own.open(ownerId, endpointId);
    const delivery = isId(eventId) ? await this.deliveries.again({ endpointId, eventId }) : null;
    if (!delivery) throw new DeliveryNotFound();
    this.loop.wake();
    return withoutNumber(delivery);
  }

  /** All deliveries after one, whatever became of them. @throws WebhookNotFound, WebhookIsSuspended, EventNotFound */
  async replay(ownerId: string, endpointId: string, eventId: string): Promise<ReplayView> {
    await this.own.open(ownerId, endpointId);
    const replayed = isId(eventId)
      ? await this.deliveries.againAfter({ endpointId, eventId }, WEBHOOK.replayMax)
      : null;
    if (!replayed) throw new EventNotFound();
    this.loop.wake();
    return replayed;
  }
}

/** An id can hold bytes that the database takes in no text at all. */
const isId = (eventId: string): boolean => /^evt_[\da-f-]{36}$/u.test(eventId);

/** Where it stands in the list is nobody's business. */
const withoutNumber = ({
  eventId,
  type,
  state,
  attempts,
  lastStatus,
  lastAnswer,
  lastError,
  nextAt,
  at,
}: DeliveryRow): DeliveryView => ({
  eventId,
  type,
  state,
  attempts,
  lastStatus,
  lastAnswer,
  lastError,
  nextAt,
  at,
});

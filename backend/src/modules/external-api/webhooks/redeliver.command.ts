import { WEBHOOK, type DeliveryView, type ReplayView } from '@posthorn/contracts/external/webhooks.http';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { Deliveries } from './deliveries.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { withoutNumber } from './list-deliveries.query.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { DeliveryNotFound, EventNotFound } from './webhook.errors.ts';

/** One delivery once more, whatever became of it. @throws WebhookNotFound, WebhookIsSuspended, DeliveryNotFound */
export class Redeliver extends Command<DeliveryView> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
    readonly eventId: string,
  ) {
    super();
  }
}

@CommandHandler(Redeliver)
export class RedeliverHandler implements ICommandHandler<Redeliver> {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly deliveries: Deliveries,
    @Inject(DeliveryLoop) private readonly loop: WorkerLoop,
  ) {}

  async execute({ ownerId, endpointId, eventId }: Redeliver): Promise<DeliveryView> {
    await this.own.open(ownerId, endpointId);
    const delivery = isId(eventId) ? await this.deliveries.again({ endpointId, eventId }) : null;
    if (!delivery) throw new DeliveryNotFound();
    this.loop.wake();
    return withoutNumber(delivery);
  }
}

/** All deliveries after one, whatever became of them. @throws WebhookNotFound, WebhookIsSuspended, EventNotFound */
export class ReplayDeliveries extends Command<ReplayView> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
    readonly after: string,
  ) {
    super();
  }
}

@CommandHandler(ReplayDeliveries)
export class ReplayDeliveriesHandler implements ICommandHandler<ReplayDeliveries> {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly deliveries: Deliveries,
    @Inject(DeliveryLoop) private readonly loop: WorkerLoop,
  ) {}

  async execute({ ownerId, endpointId, after: eventId }: ReplayDeliveries): Promise<ReplayView> {
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

import type { WebhookView } from '@posthorn/contracts/external/webhooks.http';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { takeOverEndpoint, webhookStream } from '../domain/webhook.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { viewOf, WebhookRows } from './webhook-rows.ts';

/** A person makes it their own: it hears everything and needs no token. Runs inside a CauseContext. @throws WebhookNotFound */
export class TakeOverWebhook extends Command<WebhookView> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
  ) {
    super();
  }
}

@CommandHandler(TakeOverWebhook)
export class TakeOverWebhookHandler implements ICommandHandler<TakeOverWebhook> {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly rows: WebhookRows,
    private readonly writer: StreamWriter,
    @Inject(DeliveryLoop) private readonly loop: WorkerLoop,
  ) {}

  async execute({ ownerId, endpointId }: TakeOverWebhook): Promise<WebhookView> {
    await this.own.find(ownerId, endpointId);
    const { state } = await this.writer.decide(webhookStream, endpointId, takeOverEndpoint);
    await this.rows.settle(endpointId, state.endpoint);
    this.loop.wake();
    return viewOf(await this.own.find(ownerId, endpointId));
  }
}

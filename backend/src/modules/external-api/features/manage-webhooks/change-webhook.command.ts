import type { ChangeWebhookRequest, WebhookView } from '@posthorn/contracts/external/webhooks.http';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { changeEndpoint, resumeEndpoint, webhookStream } from '../../domain/webhook/webhook.ts';
import { DeliveryLoop } from '../../effects/deliver-webhooks/delivery-loop.ts';
import { ReceiverAddresses } from '../../stores/webhooks/receiver-addresses.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { viewOf, WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';

/**
 * Changes the URL or the event types of a webhook, or resumes it. Runs inside a CauseContext.
 * `checkCaller`: throws when the session or token has ended. It runs after the DNS lookup, which an attacker can prolong.
 */
export class ChangeWebhook extends Command<WebhookView> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
    readonly request: ChangeWebhookRequest,
    readonly checkCaller: () => Promise<void>,
  ) {
    super();
  }
}

@CommandHandler(ChangeWebhook)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhook> {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly rows: WebhookRows,
    private readonly addresses: ReceiverAddresses,
    private readonly writer: StreamWriter,
    @Inject(DeliveryLoop) private readonly loop: WorkerLoop,
  ) {}

  /**
   * Appends the event before it updates the row. After a crash in between, the same request completes the change. @throws WebhookNotFound, WebhookAddressNotAllowed
   */
  async execute({ ownerId, endpointId, request, checkCaller }: ChangeWebhook): Promise<WebhookView> {
    const before = await this.own.find(ownerId, endpointId);
    const { url, types, resume = false } = request;
    if (url !== undefined && url !== before.url) {
      await this.addresses.check(url);
      await checkCaller();
    }
    const { seen } = await this.writer.decide(webhookStream, endpointId, (webhook) => [
      ...changeEndpoint(webhook, { url, types }),
      ...(resume ? resumeEndpoint(webhook) : []),
    ]);
    await this.rows.settle(endpointId, seen);
    if (resume) {
      await this.rows.retryNow(endpointId);
      this.loop.wake();
    }
    return viewOf(await this.own.find(ownerId, endpointId));
  }
}

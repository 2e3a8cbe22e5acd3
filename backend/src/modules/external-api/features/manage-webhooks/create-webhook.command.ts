import { randomUUID } from 'node:crypto';
import type { CreatedWebhookView, CreateWebhookRequest } from '@posthorn/contracts/external/webhooks.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { addEndpoint, removeEndpoint, webhookStream, type Maker } from '../../domain/webhook/webhook.ts';
import { ReceiverAddresses } from '../../stores/webhooks/receiver-addresses.ts';
import { WebhookLimitReached, WebhookNotFound } from '../../read-models/webhooks/webhook.errors.ts';
import { viewOf, WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';
import { newWebhookSecret } from '../../read-models/webhooks/webhook-secrets.ts';

/** After the response, the endpoint gets the events of its owner that its token may read. Runs inside a CauseContext. */
export class CreateWebhook extends Command<CreatedWebhookView> {
  constructor(
    readonly ownerId: string,
    readonly request: CreateWebhookRequest,
    readonly maker: Maker,
  ) {
    super();
  }
}

@CommandHandler(CreateWebhook)
export class CreateWebhookHandler implements ICommandHandler<CreateWebhook> {
  constructor(
    private readonly rows: WebhookRows,
    private readonly addresses: ReceiverAddresses,
    private readonly writer: StreamWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends the event before it inserts the row. After a crash in between, the endpoint gets no deliveries, and its secret was never shown.
   * @throws WebhookAddressNotAllowed, WebhookLimitReached
   */
  async execute({ ownerId, request: { url, types }, maker }: CreateWebhook): Promise<CreatedWebhookView> {
    await this.addresses.check(url);
    if (await this.rows.isFullFor(ownerId)) throw new WebhookLimitReached();
    const [endpointId, secret, addedAt] = [randomUUID(), newWebhookSecret(), this.clock.now().toISOString()];
    const data = { endpointId, ownerId, url, types, addedAt, maker };
    const { seen } = await this.writer.decide(webhookStream, endpointId, () => addEndpoint(data));
    if (!(await this.rows.open(data, secret, seen))) {
      // A concurrent request has created another endpoint, so this one exceeds the limit.
      await this.writer.decide(webhookStream, endpointId, removeEndpoint);
      throw new WebhookLimitReached();
    }
    const row = await this.rows.find(ownerId, endpointId);
    if (!row) throw new WebhookNotFound();
    return { ...viewOf(row), secret };
  }
}

import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { removeEndpoint, webhookStream } from '../domain/webhook.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { WebhookRows } from './webhook-rows.ts';

/** From the answer on nothing more begins to be sent there. Runs inside a CauseContext. @throws WebhookNotFound */
export class DeleteWebhook extends Command<void> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook> {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly rows: WebhookRows,
    private readonly writer: StreamWriter,
  ) {}

  /** The fact first: while the row is there, the request can be made once more. */
  async execute({ ownerId, endpointId }: DeleteWebhook): Promise<void> {
    await this.own.find(ownerId, endpointId);
    await this.writer.decide(webhookStream, endpointId, removeEndpoint);
    await this.rows.close(endpointId);
  }
}

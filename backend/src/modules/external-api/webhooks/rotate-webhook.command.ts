import type { RotatedSecretView } from '@posthorn/contracts/external/webhooks.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { rotateSecret, webhookStream } from '../domain/webhook.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { newWebhookSecret, oldUntil, WebhookSecrets } from './webhook-secrets.ts';

/** Another secret; for a day the one before it signs too. Runs inside a CauseContext. @throws WebhookNotFound */
export class RotateWebhook extends Command<RotatedSecretView> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
  ) {
    super();
  }
}

@CommandHandler(RotateWebhook)
export class RotateWebhookHandler implements ICommandHandler<RotateWebhook> {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly secrets: WebhookSecrets,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ ownerId, endpointId }: RotateWebhook): Promise<RotatedSecretView> {
    await this.own.find(ownerId, endpointId);
    const [secret, until] = [newWebhookSecret(), oldUntil(await this.clock.now())];
    const at = until.toISOString();
    await this.writer.decide(webhookStream, endpointId, (webhook) => rotateSecret(webhook, at));
    await this.secrets.rotate(endpointId, secret, until);
    return { secret, oldUntil: at };
  }
}

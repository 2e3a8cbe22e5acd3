import { randomUUID } from 'node:crypto';
import { DELIVERY_ERRORS } from '@posthorn/contracts/external/delivery-errors';
import { WEBHOOK_TEXT, type WebhookTestView } from '@posthorn/contracts/external/webhooks.http';
import { codeSaying } from '@posthorn/contracts/shared/said';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { decideDelivery } from '../../domain/webhook/delivery.ts';
import { publicIdOf } from '../../read-models/feed/public-event.ts';
import { DeliveryCall } from '../../effects/deliver-webhooks/delivery-call.ts';
import { OwnWebhooks } from './own-webhooks.ts';

const TESTS: Limit = {
  name: 'external.webhook-test',
  points: 10,
  seconds: 60,
  message: WEBHOOK_TEXT.tooMany,
  code: 'external.webhook-tests-too-many',
};

/** Sends a test event, so that the owner sees the receiver's response. */
export class TestWebhook extends Command<WebhookTestView> {
  constructor(
    readonly ownerId: string,
    readonly endpointId: string,
  ) {
    super();
  }
}

@CommandHandler(TestWebhook)
export class TestWebhookHandler implements ICommandHandler<TestWebhook> {
  constructor(
    private readonly own: OwnWebhooks,
    private readonly limits: RateLimits,
    private readonly call: DeliveryCall,
    private readonly clock: DatabaseClock,
  ) {}

  /** Does not change the endpoint, even if the receiver refuses the event. @throws WebhookNotFound, RequestRefused 429 */
  async execute({ ownerId, endpointId }: TestWebhook): Promise<WebhookTestView> {
    const webhook = await this.own.find(ownerId, endpointId);
    await this.limits.take(TESTS, ownerId);
    const id = publicIdOf(randomUUID());
    const timestamp = (await this.clock.now()).toISOString();
    const body = JSON.stringify({ id, type: 'webhook.test', timestamp, data: { webhookId: endpointId } });
    const startedAt = performance.now();
    const attempt = await this.call.make(webhook, { id, body });
    const { status, answer, error } = attempt;
    return {
      delivered: decideDelivery(attempt, 1, 0).kind === 'delivered',
      status,
      answer,
      error,
      errorCode: error && codeSaying(DELIVERY_ERRORS, error),
      tookMs: Math.round(performance.now() - startedAt),
    };
  }
}

import type { RotatedSecretView, WebhookView } from '@posthorn/contracts/external/webhooks.http';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import {
  removeEndpoint,
  rotateSecret,
  takeOverEndpoint,
  webhookStream,
} from '../../domain/webhook/webhook.ts';
import { DeliveryLoop } from '../../effects/deliver-webhooks/delivery-loop.ts';
import {
  WebhookIsSuspended,
  WebhookNotFound,
  WebhookOfOthers,
} from '../../read-models/webhooks/webhook.errors.ts';
import { viewOf, WebhookRows, type WebhookRow } from '../../read-models/webhooks/webhook-rows.ts';
import { newWebhookSecret, oldUntil, WebhookSecrets } from '../../read-models/webhooks/webhook-secrets.ts';

/** A user's own endpoints. Changes run inside a CauseContext. */
@Injectable()
export class OwnWebhooks {
  constructor(
    private readonly rows: WebhookRows,
    private readonly secrets: WebhookSecrets,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
    @Inject(DeliveryLoop) private readonly loop: WorkerLoop,
  ) {}

  async list(ownerId: string): Promise<readonly WebhookView[]> {
    return (await this.rows.listOf(ownerId)).map(viewOf);
  }

  /** @throws WebhookNotFound, even for an endpoint of another user */
  async show(ownerId: string, endpointId: string): Promise<WebhookView> {
    return viewOf(await this.find(ownerId, endpointId));
  }

  /**
   * After the response no new delivery starts. The event is appended before the row is deleted, so that a failed request can be repeated.
   * @throws WebhookNotFound
   */
  async delete(ownerId: string, endpointId: string): Promise<void> {
    await this.find(ownerId, endpointId);
    await this.writer.decide(webhookStream, endpointId, removeEndpoint);
    await this.rows.close(endpointId);
  }

  /** Creates a new secret. The old one also signs for a day. @throws WebhookNotFound */
  async rotate(ownerId: string, endpointId: string): Promise<RotatedSecretView> {
    await this.find(ownerId, endpointId);
    const [secret, until] = [newWebhookSecret(), oldUntil(await this.clock.now())];
    const at = until.toISOString();
    await this.writer.decide(webhookStream, endpointId, (webhook) => rotateSecret(webhook, at));
    await this.secrets.rotate(endpointId, secret, until);
    return { secret, oldUntil: at };
  }

  /** The user takes over an endpoint that a token created. The endpoint then gets all events and needs no token. @throws WebhookNotFound */
  async takeOver(ownerId: string, endpointId: string): Promise<WebhookView> {
    await this.find(ownerId, endpointId);
    const { seen } = await this.writer.decide(webhookStream, endpointId, takeOverEndpoint);
    await this.rows.settle(endpointId, seen);
    this.loop.wake();
    return this.show(ownerId, endpointId);
  }

  /** @throws WebhookNotFound, even for an endpoint of another user */
  async find(ownerId: string, endpointId: string): Promise<WebhookRow> {
    const row = await this.rows.find(ownerId, endpointId);
    if (!row) throw new WebhookNotFound();
    return row;
  }

  /** Requires that this token created the endpoint. @throws WebhookNotFound, WebhookOfOthers */
  async requireMadeBy({ userId, tokenId }: TokenHolder, endpointId: string): Promise<void> {
    const row = await this.find(userId, endpointId);
    // `askedAbout` is also the token that created the endpoint, until its owner has decided about the endpoint.
    if ((row.tokenId ?? row.askedAbout) !== tokenId) throw new WebhookOfOthers();
  }

  /** Returns an endpoint that is not suspended. @throws WebhookNotFound, WebhookIsSuspended */
  async findActive(ownerId: string, endpointId: string): Promise<WebhookRow> {
    const row = await this.find(ownerId, endpointId);
    if (row.suspendedBecause !== null) throw new WebhookIsSuspended();
    return row;
  }
}

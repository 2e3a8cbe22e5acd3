import type { SuspensionReason } from '@posthorn/contracts/external/webhooks.http';
import { Injectable } from '@nestjs/common';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { suspendEndpoint, webhookStream, type Webhook } from '../../domain/webhook/webhook.ts';
import { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';

/**
 * Stops sending to an endpoint until its owner resumes it. It appends the event before it updates the row. After a crash in between, the
 * next delivery repeats the suspension.
 */
@Injectable()
export class Suspensions {
  constructor(
    private readonly writer: StreamWriter,
    private readonly rows: WebhookRows,
  ) {}

  /** Runs inside a CauseContext. */
  async suspend(endpointId: string, reason: SuspensionReason): Promise<void> {
    const suspend = (webhook: Webhook) => suspendEndpoint(webhook, reason);
    const { seen } = await this.writer.decide(webhookStream, endpointId, suspend);
    await this.rows.settle(endpointId, seen);
  }
}

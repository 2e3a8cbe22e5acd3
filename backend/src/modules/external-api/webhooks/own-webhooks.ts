import { Injectable } from '@nestjs/common';
import { WebhookIsSuspended, WebhookNotFound } from './webhook.errors.ts';
import { WebhookRows, type WebhookRow } from './webhook-rows.ts';

/** Endpoints as their owners may ask for them. */
@Injectable()
export class OwnWebhooks {
  constructor(private readonly rows: WebhookRows) {}

  /** @throws WebhookNotFound also for anybody else's */
  async find(ownerId: string, endpointId: string): Promise<WebhookRow> {
    const row = await this.rows.find(ownerId, endpointId);
    if (!row) throw new WebhookNotFound();
    return row;
  }

  /** One to which something can be sent. @throws WebhookNotFound, WebhookIsSuspended */
  async open(ownerId: string, endpointId: string): Promise<WebhookRow> {
    const row = await this.find(ownerId, endpointId);
    if (row.suspendedBecause !== null) throw new WebhookIsSuspended();
    return row;
  }
}

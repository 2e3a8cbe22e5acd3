import { Injectable } from '@nestjs/common';
import type { TokenHolder } from '#infrastructure/http/external/token-reader.ts';
import { WebhookIsSuspended, WebhookNotFound, WebhookOfOthers } from './webhook.errors.ts';
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

  /** One that this token made. @throws WebhookNotFound, WebhookOfOthers */
  async requireMadeBy({ userId, tokenId }: TokenHolder, endpointId: string): Promise<void> {
    const row = await this.find(userId, endpointId);
    if ((row.tokenId ?? row.askedAbout) !== tokenId) throw new WebhookOfOthers();
  }

  /** One to which something can be sent. @throws WebhookNotFound, WebhookIsSuspended */
  async open(ownerId: string, endpointId: string): Promise<WebhookRow> {
    const row = await this.find(ownerId, endpointId);
    if (row.suspendedBecause !== null) throw new WebhookIsSuspended();
    return row;
  }
}

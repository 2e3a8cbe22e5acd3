import { Injectable } from '@nestjs/common';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { WebhookAddressNotAllowed } from '../../read-models/webhooks/webhook.errors.ts';

/** Checks the URLs that users enter for deliveries. Each connection is checked again. */
@Injectable()
export class ReceiverAddresses {
  constructor(private readonly http: SafeHttp) {}

  /** @throws WebhookAddressNotAllowed */
  async check(url: string): Promise<void> {
    try {
      await this.http.checkKept(url);
    } catch (error) {
      if (error instanceof OutgoingError) throw new WebhookAddressNotAllowed();
      throw error;
    }
  }
}

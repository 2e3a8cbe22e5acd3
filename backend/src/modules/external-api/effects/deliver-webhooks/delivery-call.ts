import { DELIVERY_ERRORS } from '@posthorn/contracts/external/delivery-errors';
import { WEBHOOK } from '@posthorn/contracts/external/webhooks.http';
import { Inject, Injectable } from '@nestjs/common';
import { Webhook as Signing } from 'standardwebhooks';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { retryAfterOf } from '#infrastructure/outgoing/retry-after.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import type { DeliveryAnswer } from '../../domain/webhook/delivery.ts';
import type { DeliveryAttempt } from '../../stores/deliveries/deliveries.ts';
import { DELIVERING, type DeliveringTimes } from './delivering-times.ts';
import { WebhookSecrets } from '../../read-models/webhooks/webhook-secrets.ts';

/** `body`: the signed bytes, exactly as they are sent. */
export type Message = Readonly<{ id: string; body: string }>;

/** One delivery attempt, signed by Standard Webhooks 1.0.0. */
@Injectable()
export class DeliveryCall {
  constructor(
    private readonly http: SafeHttp,
    private readonly secrets: WebhookSecrets,
    private readonly clock: DatabaseClock,
    @Inject(DELIVERING) private readonly times: DeliveringTimes,
  ) {}

  /** Returns an outcome in any case, even without a response. */
  async make(
    endpoint: Readonly<{ id: string; url: string }>,
    message: Message,
  ): Promise<DeliveryAnswer & DeliveryAttempt> {
    const now = await this.clock.now();
    const headers = this.#signed(message, await this.secrets.secretsOf(endpoint.id), now);
    try {
      const reply = await this.http.send({
        method: 'POST',
        url: endpoint.url,
        headers,
        body: message.body,
        userChosen: true,
        timeoutMs: this.times.answerWithin,
        maxBytes: WEBHOOK.answerBytes,
        // Ignores the rest of a longer response.
        cutOff: true,
        // A redirect counts as the response and is not followed.
        acceptRedirect: true,
        newConnection: true,
      });
      const retryAfter = retryAfterOf(reply.headers, now);
      return { status: reply.status, retryAfter, answer: reply.text(), error: null };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      // The original network errors are not shown, because they may reveal internals of a receiver's machine.
      return { status: null, retryAfter: null, answer: null, error: DELIVERY_ERRORS[error.failure] };
    }
  }

  /** After a rotation the older secrets sign too. Receivers accept any valid signature. */
  #signed({ id, body }: Message, secrets: readonly string[], now: Date): Readonly<Record<string, string>> {
    return {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Signing(secret).sign(id, now, body)).join(' '),
    };
  }
}

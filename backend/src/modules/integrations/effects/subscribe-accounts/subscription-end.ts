import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { ReconnectNeeded } from '#connectors/kit/outcomes.ts';
import { AccountSubscribing } from './account-subscribing.ts';
import { SubscriptionRows } from '../../stores/subscriptions/subscription-rows.ts';

/** The time limit for the platform's call, in milliseconds. */
const CALL_LIMIT_MS = 20_000;

/** Ends the subscription of a disconnected account, with its last credentials. */
@Injectable()
export class SubscriptionEnd {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly rows: SubscriptionRows,
    private readonly connectors: Connectors,
    private readonly subscribing: AccountSubscribing,
  ) {}

  /**
   * Never fails, because Posthorn ignores webhooks about unknown accounts. Keeps a subscription that another
   * account also uses.
   */
  async end(accountId: number, platform: Platform, credentials: JsonObject): Promise<void> {
    try {
      const place = await this.rows.forget(accountId);
      const subscriptions = this.connectors.find(platform)?.subscriptions;
      if (place === null || !subscriptions) return;
      const address = this.subscribing.addressOf(subscriptions, subscriptions.appOf(credentials));
      if (typeof address !== 'string') return;
      const access = {
        credentials: () => Promise.resolve(credentials),
        renew: () => Promise.reject(new ReconnectNeeded(null)),
      };
      await subscriptions.end(access, address, AbortSignal.timeout(CALL_LIMIT_MS));
    } catch (error) {
      this.#logger.warn({
        msg: 'The webhook subscription of a disconnected account was not ended; its platform may still send webhooks, which Posthorn ignores',
        accountId,
        err: error,
      });
    }
  }
}

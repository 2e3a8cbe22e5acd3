import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { ReconnectNeeded } from '#connectors/kit/outcomes.ts';
import { AccountSubscribing } from './account-subscribing.ts';
import { SubscriptionRows } from '../../stores/subscriptions/subscription-rows.ts';

const WITHIN = 20_000;

/** Ends the subscription of a disconnected account, with its last credentials. */
@Injectable()
export class SubscriptionEnd {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly rows: SubscriptionRows,
    private readonly connectors: Connectors,
    private readonly subscribing: AccountSubscribing,
  ) {}

  /** Never fails: webhooks about unknown accounts are dropped. A subscription that another account shares stays. */
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
      await subscriptions.end(access, address, AbortSignal.timeout(WITHIN));
    } catch (error) {
      this.#logger.warn({
        msg: 'The webhook subscription of a disconnected account was not ended; its platform may still send webhooks, which Posthorn ignores',
        accountId,
        err: error,
      });
    }
  }
}

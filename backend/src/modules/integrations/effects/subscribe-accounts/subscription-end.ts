import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { ReconnectNeeded } from '#connectors/kit/outcomes.ts';
import { AccountSubscribing } from './account-subscribing.ts';
import { SubscriptionRows } from '../../stores/subscriptions/subscription-rows.ts';

const WITHIN = 20_000;

/** Takes the subscription of an account back that is disconnected, with the last credentials it had. */
@Injectable()
export class SubscriptionEnd {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly rows: SubscriptionRows,
    private readonly connectors: Connectors,
    private readonly subscribing: AccountSubscribing,
  ) {}

  /** Never fails: what a platform goes on telling of a stranger is dropped. What another account here shares stays. */
  async of(accountId: number, platform: Platform, credentials: JsonObject): Promise<void> {
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
      this.#logger.warn({ msg: 'subscription not ended at the platform', accountId, err: error });
    }
  }
}

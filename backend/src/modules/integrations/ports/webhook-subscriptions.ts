import type { Platform } from '@posthorn/contracts/shared/platform';

/** Whether an account is subscribed at its platform, according to the platform's last response. */
export type CurrentSubscription = Readonly<{
  accountId: number;
  platform: Platform;
  /** ISO; null: not subscribed, or not checked yet. */
  subscribedAt: string | null;
  /** A subscribe call was made, and its response was lost. */
  isOpen: boolean;
  /** The reason code when the account is not subscribed; null: no problem is known. */
  trouble: string | null;
  words: string | null;
}>;

/** The subscriptions of accounts on platforms that need a webhook subscription for each account. */
export abstract class WebhookSubscriptions {
  /** The stored state of all subscriptions. Calls no platform. */
  abstract all(): Promise<readonly CurrentSubscription[]>;
  /**
   * Requests a check soon, at most once an hour, whether the account is still subscribed. Call this when an
   * expected webhook did not arrive.
   */
  abstract lookSoon(accountId: number): Promise<void>;
}

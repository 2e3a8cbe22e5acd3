import type { Platform } from '@posthorn/contracts/shared/platform';

/** Whether an account was subscribed at its platform, as the platform last said. */
export type SubscriptionNow = Readonly<{
  accountId: number;
  platform: Platform;
  /** ISO; null: it is not, or nobody has looked yet. */
  subscribedAt: string | null;
  /** A call was made, and its answer was lost. */
  isOpen: boolean;
  /** Why it is not; null where there is nothing in the way. */
  trouble: string | null;
  words: string | null;
}>;

/** Accounts that their platforms want subscribed to webhooks one by one. */
export abstract class WebhookSubscriptions {
  /** Of all of them. Asks no platform. */
  abstract all(): Promise<readonly SubscriptionNow[]>;
  /**
   * The platform of this account was to report something and did not: it is asked soon whether the account is still subscribed, at
   * most once an hour.
   */
  abstract lookSoon(accountId: number): Promise<void>;
}

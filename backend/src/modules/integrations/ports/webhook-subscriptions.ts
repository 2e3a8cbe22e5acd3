import type { Platform } from '@posthorn/contracts/shared/platform';

/** Whether an account was subscribed at its platform, as the platform last said. */
export type CurrentSubscription = Readonly<{
  accountId: number;
  platform: Platform;
  /** ISO; null: not subscribed, or not checked yet. */
  subscribedAt: string | null;
  /** A call was made, and its answer was lost. */
  isOpen: boolean;
  /** Why it is not subscribed; null where nothing prevents it. */
  trouble: string | null;
  words: string | null;
}>;

/** Accounts that their platforms want subscribed to webhooks one by one. */
export abstract class WebhookSubscriptions {
  /** Of all of them. Asks no platform. */
  abstract all(): Promise<readonly CurrentSubscription[]>;
  /** Checks soon whether the account is still subscribed, at most once an hour. Call it after an expected webhook did not arrive. */
  abstract lookSoon(accountId: number): Promise<void>;
}

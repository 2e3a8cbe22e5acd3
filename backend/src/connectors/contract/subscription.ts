import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { AccountAccess } from './account-access.ts';
import type { Postponed, Refused, Unknown } from './outcome.ts';

/** The services for an account that subscribing needs. */
export type SubscriptionAccess = Pick<AccountAccess, 'credentials' | 'renew'>;

/**
 * The platform's response about a subscription. `place`: our key for what is subscribed. Two connected accounts may share one
 * `place`. Posthorn ends the subscription of a `place` only when its last account is disconnected. `not-offered`: the platform
 * offers no subscription for this account, so a call would not help.
 */
export type SubscriptionState =
  | Readonly<{ kind: 'subscribed' | 'missing'; place: string }>
  | Readonly<{ kind: 'not-offered'; words: string }>
  | Refused
  | Postponed;

/** `done`: the platform accepted the subscription. This does not prove that the platform sends webhooks. */
export type SubscribeOutcome = Readonly<{ kind: 'done' }> | Refused | Postponed | Unknown;

/**
 * For platforms that send webhooks about comments only for subscribed accounts. An operator also registers one URL for the
 * application. On all platforms, subscribing again changes nothing.
 */
export interface AccountSubscriptions {
  /** The reason why this server cannot subscribe, as a sentence for the operator; null: it can. */
  readonly missing: string | null;
  /** The application whose URL receives the webhooks for an account with these credentials. */
  appOf(credentials: JsonObject): AppName;
  /** Reads the state of the subscription. `address`: our URL for the platform's webhooks. */
  look(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<SubscriptionState>;
  /** Makes the subscription that `look` found missing. */
  subscribe(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<SubscribeOutcome>;
  /** Ends the subscription. The caller may ignore a failure: Posthorn drops webhooks about unknown accounts. */
  end(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<void>;
}

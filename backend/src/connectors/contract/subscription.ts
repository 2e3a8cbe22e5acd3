import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { AccountAccess } from './account-access.ts';
import type { Postponed, Refused, Unknown } from './outcome.ts';

/** The parts of an account that subscribing needs. */
export type SubscriptionAccess = Pick<AccountAccess, 'credentials' | 'renew'>;

/**
 * The platform's answer about a subscription. `place`: our name for the thing that is subscribed. Two accounts here may share one
 * place; its subscription ends with the last of them. `not-offered`: not for this account, and a call would not change that.
 */
export type SubscriptionState =
  | Readonly<{ kind: 'subscribed' | 'missing'; place: string }>
  | Readonly<{ kind: 'not-offered'; words: string }>
  | Refused
  | Postponed;

/** `done`: the platform accepted it. That does not prove that it sends webhooks. */
export type SubscribeOutcome = Readonly<{ kind: 'done' }> | Refused | Postponed | Unknown;

/**
 * For platforms that send webhooks about comments only for subscribed accounts. An operator also registers one address for the
 * application. On all platforms, subscribing again changes nothing.
 */
export interface AccountSubscriptions {
  /** The reason why no subscription can be made here, as a sentence for the operator; null: it can. */
  readonly missing: string | null;
  /** The application whose address receives the webhooks for an account with these credentials. */
  appOf(credentials: JsonObject): AppName;
  /** Asks the platform. `address`: the address of ours that the platform is to call. */
  look(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<SubscriptionState>;
  /** Makes the subscription that `look` found missing. */
  subscribe(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<SubscribeOutcome>;
  /** Ends the subscription. The caller may ignore a failure: Posthorn drops webhooks about unknown accounts. */
  end(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<void>;
}

import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { AccountAccess } from './account-access.ts';
import type { Postponed, Refused, Unknown } from './outcome.ts';

/** All that subscribing takes of an account. */
export type SubscriptionAccess = Pick<AccountAccess, 'credentials' | 'renew'>;

/**
 * What a platform says of a subscription. `place`: what is subscribed there, by a name of ours; two accounts here may be one place,
 * which is given up with the last of them. `not-offered`: not for this account, and a call would not change that.
 */
export type SubscriptionState =
  | Readonly<{ kind: 'subscribed' | 'missing'; place: string }>
  | Readonly<{ kind: 'not-offered'; words: string }>
  | Refused
  | Postponed;

/** `done`: the platform took it. Whether it tells anything is another matter. */
export type SubscribeOutcome = Readonly<{ kind: 'done' }> | Refused | Postponed | Unknown;

/**
 * Where a platform tells of comments by itself only of accounts that were subscribed one by one, beside the address that an operator
 * has registered for the application. Subscribing what is subscribed changes nothing at any of them.
 */
export interface AccountSubscriptions {
  /** Why none can be made here, as a sentence for the operator; null: they can. */
  readonly missing: string | null;
  /** The application whose address an account with these credentials is told at. */
  appOf(credentials: JsonObject): AppName;
  /** Asks the platform. `address`: of ours, that it is to call. */
  look(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<SubscriptionState>;
  /** What `look` found missing. */
  subscribe(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<SubscribeOutcome>;
  /** Takes it back. A failure may be ignored: what comes of a stranger is dropped. */
  end(access: SubscriptionAccess, address: string, signal: AbortSignal): Promise<void>;
}

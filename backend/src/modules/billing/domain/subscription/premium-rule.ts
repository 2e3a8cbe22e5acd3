import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';
import type { Observed, Subscription } from './subscription.ts';

/** How long Premium continues after a failed renewal, in milliseconds. */
export const PAST_DUE_GRACE = 14 * DAY_MS;
/** How long Premium stays as it was while Stripe reports an unknown status, in milliseconds. */
const UNKNOWN_STATUS_GRACE = 72 * HOUR_MS;

const PAID: ReadonlySet<string> = new Set(['active', 'trialing']);
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
const UNPAID: ReadonlySet<string> = new Set(['incomplete', 'unpaid', 'paused']);

/** Returns whether Stripe never changes a subscription with this status again. */
export const isFinal = (status: string): boolean => ENDED.has(status);
/** Returns whether Stripe still charges for the subscription, so that a second subscription would charge the customer twice. */
export const isLive = (status: string): boolean => !ENDED.has(status) && status !== 'incomplete';
/** Returns whether a live subscription gives no Premium until the customer has paid. */
export const needsPayment = (status: string): boolean => isLive(status) && !PAID.has(status);
export const isKnownStatus = (status: string): boolean =>
  PAID.has(status) || ENDED.has(status) || UNPAID.has(status) || status === 'past_due';

type Facts = Pick<Observed, 'status' | 'endsAt' | 'pastDueSince' | 'statusSince'>;

/** Returns whether a subscription gives Premium now. `hadPremium`: whether it gave Premium until now. */
export function givesPremium(observed: Facts, hadPremium: boolean, now: Date): boolean {
  const changesAt = premiumChangesAt(observed);
  const isOver = changesAt !== null && now.getTime() >= Date.parse(changesAt);
  if (PAID.has(observed.status) || observed.status === 'past_due') return !isOver;
  return !isKnownStatus(observed.status) && hadPremium && !isOver;
}

/** Returns when the subscription stops giving Premium without a new observation; null: never. */
export function premiumChangesAt({ status, endsAt, pastDueSince, statusSince }: Facts): string | null {
  if (PAID.has(status)) return endsAt;
  if (status === 'past_due') return timeAfter(pastDueSince ?? statusSince, PAST_DUE_GRACE);
  return isKnownStatus(status) ? null : timeAfter(statusSince, UNKNOWN_STATUS_GRACE);
}

const timeAfter = (at: string, milliseconds: number): string =>
  new Date(Date.parse(at) + milliseconds).toISOString();

/** Returns when to check a subscription again: at night, or earlier if Premium ends before without a new observation. */
export function nextCheckAt({ observed }: Pick<Subscription, 'observed'>, night: Date, now: Date): Date {
  const changesAt = observed && premiumChangesAt(observed);
  if (!changesAt) return night;
  const at = Date.parse(changesAt);
  return at > now.getTime() && at < night.getTime() ? new Date(at) : night;
}

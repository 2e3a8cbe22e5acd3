import type { Observed, Subscription } from './subscription.ts';

const HOUR = 3_600_000;
/** How long Premium continues after a failed renewal, in milliseconds. */
export const PAST_DUE_GRACE = 14 * 24 * HOUR;
/** How long Premium stays as it was under an unknown status of Stripe, in milliseconds. */
const UNKNOWN_STATUS_GRACE = 72 * HOUR;

const PAID: ReadonlySet<string> = new Set(['active', 'trialing']);
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
const UNPAID: ReadonlySet<string> = new Set(['incomplete', 'unpaid', 'paused']);

/** Stripe never changes subscriptions with these statuses again. */
export const isFinal = (status: string): boolean => ENDED.has(status);
/** Payments are still expected, so a second subscription would charge the customer twice. */
export const isLive = (status: string): boolean => !ENDED.has(status) && status !== 'incomplete';
export const isKnownStatus = (status: string): boolean =>
  PAID.has(status) || ENDED.has(status) || UNPAID.has(status) || status === 'past_due';

type Facts = Pick<Observed, 'status' | 'endsAt' | 'pastDueSince' | 'statusSince'>;

/** Whether a subscription gives Premium at this moment. `held`: whether it gave Premium until now. */
export function givesPremium(observed: Facts, held: boolean, now: Date): boolean {
  const changesAt = premiumChangesAt(observed);
  const isOver = changesAt !== null && now.getTime() >= Date.parse(changesAt);
  if (PAID.has(observed.status) || observed.status === 'past_due') return !isOver;
  return !isKnownStatus(observed.status) && held && !isOver;
}

/** When it stops giving Premium without a new observation; null: never. */
export function premiumChangesAt({ status, endsAt, pastDueSince, statusSince }: Facts): string | null {
  if (PAID.has(status)) return endsAt;
  if (status === 'past_due') return after(pastDueSince ?? statusSince, PAST_DUE_GRACE);
  return isKnownStatus(status) ? null : after(statusSince, UNKNOWN_STATUS_GRACE);
}

const after = (at: string, millis: number): string => new Date(Date.parse(at) + millis).toISOString();

/** When to check a subscription again: tonight, or sooner where time alone ends Premium. */
export function nextCheckAt({ observed }: Pick<Subscription, 'observed'>, night: Date, now: Date): Date {
  const changesAt = observed && premiumChangesAt(observed);
  if (!changesAt) return night;
  const at = Date.parse(changesAt);
  return at > now.getTime() && at < night.getTime() ? new Date(at) : night;
}

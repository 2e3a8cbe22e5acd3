import { premiumChangesAt } from './premium-rule.ts';
import type { Subscription } from './subscription.ts';

/** When somebody's subscription is to be looked at again: tonight, or sooner where time alone ends Premium. */
export function nextLookAt({ observed }: Pick<Subscription, 'observed'>, night: Date, now: Date): Date {
  const changesAt = observed && premiumChangesAt(observed);
  if (!changesAt) return night;
  const at = Date.parse(changesAt);
  return at > now.getTime() && at < night.getTime() ? new Date(at) : night;
}

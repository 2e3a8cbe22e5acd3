import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import { planPoints } from './plan-points.ts';

/** Returns the features that Premium adds to Free, as texts. */
export const premiumAdds = (): readonly string[] => {
  const free = planPoints(ENTITLEMENTS.free);
  return planPoints(ENTITLEMENTS.premium)
    .map(({ words }) => words)
    .filter((words) => !free.some((point) => point.has && point.words === words));
};

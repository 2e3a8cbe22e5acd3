import { defineHousekeeping } from '#infrastructure/housekeeping.ts';
import { StripeEvents } from './webhook/stripe-events.ts';

/** Clears away what nobody asks for any more. */
export const BillingHousekeeping = defineHousekeeping({
  name: 'billing.housekeeping',
  logger: 'billing',
  needs: { events: StripeEvents },
  steps: ({ events }) => [() => events.sweep()],
});

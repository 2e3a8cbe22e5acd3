import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { Deliveries } from '../stores/deliveries/deliveries.ts';
import { WebhookSecrets } from '../read-models/webhooks/webhook-secrets.ts';

/** Clears away deliveries that are kept no longer, and secrets that sign nothing. */
export const WebhooksHousekeeping = defineHousekeeping({
  name: 'external.webhooks-housekeeping',
  logger: 'external-api',
  needs: { deliveries: Deliveries, secrets: WebhookSecrets },
  steps: ({ deliveries, secrets }) => [() => deliveries.sweep(), () => secrets.sweep()],
});

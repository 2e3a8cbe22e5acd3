import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { Deliveries } from '../stores/deliveries/deliveries.ts';
import { WebhookSecrets } from '../read-models/webhooks/webhook-secrets.ts';

/** Deletes deliveries past their retention time, and secrets that no longer sign. */
export const WebhooksHousekeeping = defineHousekeeping({
  name: 'external.webhooks-housekeeping',
  logger: 'external-api',
  needs: { deliveries: Deliveries, secrets: WebhookSecrets },
  steps: ({ deliveries, secrets }) => [() => deliveries.sweep(), () => secrets.sweep()],
});

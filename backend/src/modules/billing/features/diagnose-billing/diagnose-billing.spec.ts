import { expect, it } from '@jest/globals';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import type { StripeEvents } from '../../stores/stripe-events/stripe-events.ts';
import { DiagnoseBillingHandler } from './diagnose-billing.query.ts';

it('explains what a server without Stripe keys cannot do, and sends no request', async () => {
  const configuration = { stripe: null, publicUrl: 'https://posthorn.example' } as Configuration;
  const handler = new DiagnoseBillingHandler(configuration, {} as StripeGateway, {} as StripeEvents);
  expect(await handler.execute()).toEqual([
    { about: 'Stripe', state: 'note', text: 'no keys are set, so users cannot subscribe.' },
  ]);
});

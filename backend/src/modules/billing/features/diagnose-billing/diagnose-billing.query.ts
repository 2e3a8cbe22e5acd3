import { STRIPE_WEBHOOK_PATH } from '@posthorn/contracts/billing/billing.http';
import { PREMIUM } from '@posthorn/contracts/shared/brand';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import type { Finding } from '#infrastructure/operations/finding.ts';
import { lookupKeyOf } from '../../domain/price/price-ladder.ts';
import { LOOKUP_KEYS } from '../../gateways/prices/prices.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { failureOf } from '../../gateways/stripe/stripe-failure.ts';
import { StripeEvents } from '../../stores/stripe-events/stripe-events.ts';
import {
  portalFinding,
  priceFinding,
  publishableKeyFinding,
  webhookFinding,
  type LadderPrice,
} from './billing-findings.ts';

const LADDER: readonly LadderPrice[] = PREMIUM.steps.map(({ cents }) => ({
  lookupKey: lookupKeyOf(PREMIUM, cents),
  amount: cents,
  currency: PREMIUM.currency,
}));

/** Sends requests to Stripe, to test the keys and to find what is missing at Stripe. */
export class DiagnoseBilling extends Query<readonly Finding[]> {}

@QueryHandler(DiagnoseBilling)
export class DiagnoseBillingHandler implements IQueryHandler<DiagnoseBilling> {
  constructor(
    private readonly configuration: Configuration,
    private readonly stripe: StripeGateway,
    private readonly events: StripeEvents,
  ) {}

  async execute(): Promise<readonly Finding[]> {
    const { stripe, publicUrl } = this.configuration;
    if (!stripe)
      return [{ about: 'Stripe', state: 'note', text: 'no keys are set, so users cannot subscribe.' }];
    const about = isSandboxHost(new URL(stripe.apiUrl).hostname) ? 'Stripe (sandbox)' : 'Stripe';
    try {
      const found = await this.stripe.prices(LOOKUP_KEYS);
      const endpoints = await this.stripe.operator((sdk) => sdk.webhookEndpoints.list({ limit: 100 }));
      const portals = await this.stripe.operator((sdk) =>
        sdk.billingPortal.configurations.list({ is_default: true, limit: 1 }),
      );
      return [
        { about, state: 'good', text: `accepts the ${stripe.mode} key.` },
        await this.#publishableKey(stripe.publishableKey),
        priceFinding(LADDER, found),
        webhookFinding(`${publicUrl}${STRIPE_WEBHOOK_PATH}`, endpoints.data, await this.events.lastAt()),
        portalFinding(portals.data[0] ?? null),
      ];
    } catch (error) {
      return [keyFinding(error, about)];
    }
  }

  async #publishableKey(apiKey: string): Promise<Finding> {
    const missingObject = { client_secret: 'pi_0_secret_0' };
    const failure = await this.stripe
      .operator((sdk) => sdk.paymentIntents.retrieve('pi_0', missingObject, { apiKey }))
      .then(() => ({ kind: 'gone' }) as const, failureOf);
    return publishableKeyFinding(failure);
  }
}

/** The finding leaves out Stripe's text, which may quote the refused key. */
function keyFinding(error: unknown, about: string): Finding {
  const failure = failureOf(error);
  return failure.kind === 'key'
    ? {
        about: 'STRIPE_SECRET_KEY',
        state: 'bad',
        text: 'Stripe refuses it, or it lacks permissions that the product needs.',
      }
    : { about, state: 'unclear', text: 'it cannot be asked right now.' };
}

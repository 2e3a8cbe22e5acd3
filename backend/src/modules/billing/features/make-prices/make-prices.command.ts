import { BRAND, PREMIUM } from '@posthorn/contracts/shared/brand';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { lookupKeyOf } from '../../domain/price/price-ladder.ts';
import { LOOKUP_KEYS } from '../../gateways/prices/prices.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';

const PRODUCT = 'premium';

/** Creates missing prices of the ladder at Stripe, and a missing configuration of the customer portal. Returns the names of what was created. */
export class MakePrices extends Command<readonly string[]> {}

/** A repeated command does no harm: it skips what exists, and calls that create prices have an idempotency key. */
@CommandHandler(MakePrices)
export class MakePricesHandler implements ICommandHandler<MakePrices> {
  constructor(
    private readonly stripe: StripeGateway,
    private readonly configuration: Configuration,
  ) {}

  /** @throws StripeNotConfigured, errors of Stripe */
  async execute(): Promise<readonly string[]> {
    this.stripe.assertConfigured();
    const found = await this.stripe.prices(LOOKUP_KEYS);
    const missing = PREMIUM.steps.filter(
      ({ cents }) => !found.some(({ lookupKey }) => lookupKey === lookupKeyOf(PREMIUM, cents)),
    );
    const created: string[] = [];
    if (missing.length > 0) await this.#createMissingProduct();
    for (const { cents } of missing) created.push(await this.#createPrice(cents));
    if (await this.#createMissingPortal()) created.push('the configuration of the customer portal');
    return created;
  }

  async #createMissingProduct(): Promise<void> {
    await this.stripe.operator(async (stripe) => {
      const { data } = await stripe.products.list({ ids: [PRODUCT] });
      if (data.length === 0)
        await stripe.products.create(
          { id: PRODUCT, name: `${BRAND.name} Premium` },
          { idempotencyKey: `product-${PRODUCT}` },
        );
    });
  }

  async #createPrice(cents: number): Promise<string> {
    const lookupKey = lookupKeyOf(PREMIUM, cents);
    const { currency, interval } = PREMIUM;
    await this.stripe.operator((stripe) =>
      stripe.prices.create(
        { product: PRODUCT, unit_amount: cents, currency, recurring: { interval }, lookup_key: lookupKey },
        { idempotencyKey: lookupKey },
      ),
    );
    return lookupKey;
  }

  /** Creates a configuration of the portal. Returns false if a configuration exists. */
  async #createMissingPortal(): Promise<boolean> {
    const { publicUrl } = this.configuration;
    return this.stripe.operator(async (stripe) => {
      const { data } = await stripe.billingPortal.configurations.list({ is_default: true, limit: 1 });
      if (data.length > 0) return false;
      await stripe.billingPortal.configurations.create({
        business_profile: {
          privacy_policy_url: `${publicUrl}/privacy`,
          terms_of_service_url: `${publicUrl}/terms`,
        },
        features: {
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
        },
      });
      return true;
    });
  }
}

import { BRAND, PREMIUM } from '@posthorn/contracts/shared/brand';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { lookupKeyOf } from '../../domain/price/price-ladder.ts';
import { LOOKUP_KEYS } from '../../gateways/prices/prices.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';

const PRODUCT = 'premium';

/** Makes the prices of the ladder and a configuration of the customer portal, where Stripe has none. Returns what was made. */
export class MakePrices extends Command<readonly string[]> {}

/** Makes what is missing at Stripe. A repetition does no harm: it skips what exists, and prices have an idempotency key. */
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
    const made: string[] = [];
    if (missing.length > 0) await this.#product();
    for (const { cents } of missing) made.push(await this.#price(cents));
    if (await this.#portal()) made.push('the configuration of the customer portal');
    return made;
  }

  async #product(): Promise<void> {
    await this.stripe.operator(async (stripe) => {
      const { data } = await stripe.products.list({ ids: [PRODUCT] });
      if (data.length === 0)
        await stripe.products.create(
          { id: PRODUCT, name: `${BRAND.name} Premium` },
          { idempotencyKey: `product-${PRODUCT}` },
        );
    });
  }

  async #price(cents: number): Promise<string> {
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

  /** False: a configuration exists already. */
  async #portal(): Promise<boolean> {
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

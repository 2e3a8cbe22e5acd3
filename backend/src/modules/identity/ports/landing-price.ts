import type { PricesView } from '@posthorn/contracts/billing/billing.http';

/** The price on the landing page. Billing implements this port. */
export abstract class LandingPrice {
  /** The price of Premium for a person who subscribes today. */
  abstract shown(): Promise<PricesView>;
}

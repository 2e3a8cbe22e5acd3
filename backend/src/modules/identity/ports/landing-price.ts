import type { PricesView } from '@posthorn/contracts/billing/billing.http';

/** The price on the landing page. Billing fills it. */
export abstract class LandingPrice {
  /** What Premium costs a person who begins today. */
  abstract shown(): Promise<PricesView>;
}

import { PREMIUM } from '@posthorn/contracts/shared/brand';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { lookupKeyOf, stepAt, type LadderStep } from '../../domain/price/price-ladder.ts';
import { StripeGateway, type FoundPrice } from '../stripe/stripe-gateway.ts';
import { LadderStart } from './ladder-start.ts';

/** How long prices that were found are used without a new request. */
const FRESH_MS = 3_600_000;
/** The minimum time between two requests of `shown`, if Stripe did not respond or has no such price. */
const RETRY_AFTER_MS = 10_000;

/** The lookup keys of all steps of the ladder. */
export const LOOKUP_KEYS: readonly string[] = [
  ...new Set(PREMIUM.steps.map(({ cents }) => lookupKeyOf(PREMIUM, cents))),
];

/** Finds the current price of Premium, and the price object at Stripe. Keeps found prices in memory for an hour. */
@Injectable()
export class Prices {
  readonly #logger = new Logger('billing');
  #found: readonly FoundPrice[] = [];
  #foundAt = -Infinity;
  #requestedAt = -Infinity;
  #refreshing: Promise<void> | null = null;

  constructor(
    private readonly stripe: StripeGateway,
    private readonly start: LadderStart,
    private readonly clock: Clock,
  ) {}

  /** Returns the current step of the price ladder. */
  async step(): Promise<LadderStep> {
    const now = this.clock.now();
    return stepAt(PREMIUM, await this.start.day(now), now);
  }

  /** Finds the price with this lookup key; null: Stripe has no such price. @throws errors of Stripe */
  async find(lookupKey: string): Promise<FoundPrice | null> {
    const known = this.#isFresh() ? this.#priceOf(lookupKey) : null;
    if (known) return known;
    await this.#refresh();
    return this.#priceOf(lookupKey);
  }

  /** Returns the price that was last found, whatever its age. `isFresh`: users may subscribe at this price. Never throws. */
  async shown(lookupKey: string): Promise<Readonly<{ amount: number | null; isFresh: boolean }>> {
    const isDue = !this.#isFresh() || this.#priceOf(lookupKey) === null;
    if (isDue && this.clock.monotonic() - this.#requestedAt >= RETRY_AFTER_MS) {
      await this.#refresh().catch((error: unknown) => {
        this.#logger.warn({
          msg: 'The prices could not be read from Stripe; pages show the last known ones',
          err: error,
        });
      });
    }
    const found = this.#priceOf(lookupKey);
    return { amount: found?.amount ?? null, isFresh: found !== null && this.#isFresh() };
  }

  /** Returns the products of the ladder's prices. @throws errors of Stripe */
  async productIds(): Promise<readonly string[]> {
    if (!this.#isFresh()) await this.#refresh();
    return this.#found.map(({ productId }) => productId);
  }

  #priceOf(lookupKey: string): FoundPrice | null {
    return this.#found.find((each) => each.lookupKey === lookupKey) ?? null;
  }

  #isFresh(): boolean {
    return this.clock.monotonic() - this.#foundAt < FRESH_MS;
  }

  /** Reads the prices from Stripe. Concurrent callers share one request. */
  #refresh(): Promise<void> {
    this.#refreshing ??= this.#readPrices().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #readPrices(): Promise<void> {
    this.#requestedAt = this.clock.monotonic();
    this.#found = await this.stripe.prices(LOOKUP_KEYS);
    this.#foundAt = this.clock.monotonic();
  }
}

import { PREMIUM } from '@posthorn/contracts/shared/brand';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { lookupKeyOf, stepAt, type LadderStep } from '../../domain/price/price-ladder.ts';
import { StripeGateway, type FoundPrice } from '../stripe/stripe-gateway.ts';
import { LadderStart } from './ladder-start.ts';

const FRESH_MS = 3_600_000;
/** The wait before Posthorn asks again, after Stripe gave no answer or had no such price. */
const AGAIN_MS = 10_000;

/** The lookup keys of all steps of the ladder. */
export const LOOKUP_KEYS: readonly string[] = [
  ...new Set(PREMIUM.steps.map(({ cents }) => lookupKeyOf(PREMIUM, cents))),
];

/** The present price of Premium, and Stripe's price for it. Found prices stay in memory for an hour. */
@Injectable()
export class Prices {
  readonly #logger = new Logger('billing');
  #found: readonly FoundPrice[] = [];
  #foundAt = -Infinity;
  #askedAt = -Infinity;
  #asking: Promise<void> | null = null;

  constructor(
    private readonly stripe: StripeGateway,
    private readonly start: LadderStart,
    private readonly clock: Clock,
  ) {}

  /** Today's step. */
  async step(): Promise<LadderStep> {
    const now = this.clock.now();
    return stepAt(PREMIUM, await this.start.day(now), now);
  }

  /** Null: Stripe has no such price. @throws errors of Stripe */
  async find(lookupKey: string): Promise<FoundPrice | null> {
    const known = this.#isFresh() ? this.#priceOf(lookupKey) : null;
    if (known) return known;
    await this.#ask();
    return this.#priceOf(lookupKey);
  }

  /** The price as last found, whatever its age; `isFresh`: users may subscribe at it. Never fails. */
  async shown(lookupKey: string): Promise<Readonly<{ amount: number | null; isFresh: boolean }>> {
    const isDue = !this.#isFresh() || this.#priceOf(lookupKey) === null;
    if (isDue && this.clock.now().getTime() - this.#askedAt >= AGAIN_MS) {
      await this.#ask().catch((error: unknown) => {
        this.#logger.warn({
          msg: 'The prices could not be read from Stripe; pages show the last known ones',
          err: error,
        });
      });
    }
    const found = this.#priceOf(lookupKey);
    return { amount: found?.amount ?? null, isFresh: found !== null && this.#isFresh() };
  }

  #priceOf(lookupKey: string): FoundPrice | null {
    return this.#found.find((each) => each.lookupKey === lookupKey) ?? null;
  }

  #isFresh(): boolean {
    return this.clock.now().getTime() - this.#foundAt < FRESH_MS;
  }

  /** Concurrent callers share one request. */
  #ask(): Promise<void> {
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #askOnce(): Promise<void> {
    this.#askedAt = this.clock.now().getTime();
    this.#found = await this.stripe.prices(LOOKUP_KEYS);
    this.#foundAt = this.clock.now().getTime();
  }
}

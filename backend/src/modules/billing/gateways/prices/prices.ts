import { PREMIUM } from '@posthorn/contracts/shared/brand';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { lookupKeyOf, stepAt, type LadderStep } from '../../domain/price/price-ladder.ts';
import { StripeDoor, type FoundPrice } from '../stripe/stripe-door.ts';
import { LadderStart } from './ladder-start.ts';

const FRESH_MS = 3_600_000;
/** Stripe did not answer, or has no such price: it is asked again no sooner. */
const AGAIN_MS = 10_000;

/** Of every step of the ladder. */
export const LOOKUP_KEYS: readonly string[] = [
  ...new Set(PREMIUM.steps.map(({ cents }) => lookupKeyOf(PREMIUM, cents))),
];

/** What Premium costs now, and by which price of Stripe. Found prices are kept in memory for an hour. */
@Injectable()
export class Prices {
  readonly #logger = new Logger('billing');
  #found: readonly FoundPrice[] = [];
  #foundAt = -Infinity;
  #askedAt = -Infinity;
  #asking: Promise<void> | null = null;

  constructor(
    private readonly stripe: StripeDoor,
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
    const known = this.#isFresh() ? this.#of(lookupKey) : null;
    if (known) return known;
    await this.#ask();
    return this.#of(lookupKey);
  }

  /** The price as it was last found, whatever its age; `isFresh`: it may be subscribed to. Never fails. */
  async shown(lookupKey: string): Promise<Readonly<{ amount: number | null; isFresh: boolean }>> {
    const isDue = !this.#isFresh() || this.#of(lookupKey) === null;
    if (isDue && this.clock.now().getTime() - this.#askedAt >= AGAIN_MS) {
      await this.#ask().catch((error: unknown) => {
        this.#logger.warn({ msg: 'The prices at Stripe cannot be read', err: error });
      });
    }
    const found = this.#of(lookupKey);
    return { amount: found?.amount ?? null, isFresh: found !== null && this.#isFresh() };
  }

  #of(lookupKey: string): FoundPrice | null {
    return this.#found.find((each) => each.lookupKey === lookupKey) ?? null;
  }

  #isFresh(): boolean {
    return this.clock.now().getTime() - this.#foundAt < FRESH_MS;
  }

  /** Many who ask at the same time ask once. */
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

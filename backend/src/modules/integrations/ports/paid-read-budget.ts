import type { Platform } from '@posthorn/contracts/shared/platform';

/**
 * The reads that the budget covers now. `reads`: their number. `day`: the UTC day of the budget, for
 * `giveBack`. `isUnset`: reads cost money, but the operator has set no budget. `usedUpUntil`: ISO time when
 * there is budget again; null: the budget covers all reads, or they cost nothing.
 */
export type ReservedReads = Readonly<{
  reads: number;
  day: string;
  isUnset: boolean;
  usedUpUntil: string | null;
}>;

/**
 * The budget for paid reads. Comments and figures share this budget, and figures get at most half. The inbox
 * implements this port.
 */
export abstract class PaidReadBudget {
  /**
   * Reserves money for as many of the `requested` reads of figures as the rest of today's budget covers.
   * Reserved money counts as spent unless `giveBack` returns it. `usdEach`: the price of one read in US
   * dollars.
   */
  abstract reserve(platform: Platform, usdEach: number, requested: number): Promise<ReservedReads>;

  /**
   * Returns reserved money that was not needed, because a call was not made or cost less. `usd`: the amount
   * in US dollars. `day`: the day of the reservation.
   */
  abstract giveBack(platform: Platform, day: string, usd: number): Promise<void>;
}

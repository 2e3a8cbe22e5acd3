import type { Platform } from '@posthorn/contracts/shared/platform';

/**
 * The reads that the budget covers now. `reads`: their number. `day`: the UTC day of the budget; `giveBack` needs it. `isUnset`: a read costs
 * money, and the operator has set no budget. `usedUpUntil`: ISO; null where all reads fit, or where none costs money.
 */
export type ReservedReads = Readonly<{
  reads: number;
  day: string;
  isUnset: boolean;
  usedUpUntil: string | null;
}>;

/** The budget for paid reads. Comments and figures share it, and figures get half at most. The inbox implements this port. */
export abstract class PaidReadBudget {
  /**
   * Reserves money for reads of figures, as many as the rest of today's budget covers. Reserved money counts as spent unless `giveBack` returns
   * it. `usdEach`: the price of one read in US dollars.
   */
  abstract reserve(platform: Platform, usdEach: number, wanted: number): Promise<ReservedReads>;

  /** Returns reserved money that was not needed, in US dollars: a call was not made, or cost less. `day`: the day of the reservation. */
  abstract giveBack(platform: Platform, day: string, usd: number): Promise<void>;
}

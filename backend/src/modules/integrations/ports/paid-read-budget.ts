import type { Platform } from '@posthorn/contracts/shared/platform';

/**
 * `taken`: how many paid reads of figures are allowed now. `day`: the UTC day of the budget; `revokeGrant` needs it. `isUnset`: a read costs money, and
 * the operator has set no budget. `usedUpUntil`: ISO; null where all reads fit, or where none costs money.
 */
export type ReservedMoney = Readonly<{
  taken: number;
  day: string;
  isUnset: boolean;
  usedUpUntil: string | null;
}>;

/** The budget for paid reads. Comments and figures share it, and figures get half at most. The inbox fills this port. */
export abstract class PaidReadBudget {
  /**
   * Takes money for readings in advance, for as many as today's rest allows. Money that is not returned counts as spent. `usdEach`: of one
   * reading, in US dollars.
   */
  abstract takeForFigures(platform: Platform, usdEach: number, wanted: number): Promise<ReservedMoney>;

  /** Returns money of this day that was not needed, in US dollars: a call was not made, or cost less. */
  abstract giveBack(platform: Platform, day: string, usd: number): Promise<void>;
}

import type { Platform } from '@posthorn/contracts/shared/platform';

/**
 * `taken`: how many paid reads of figures are allowed now. `day`: the UTC day of the budget; `giveBack` needs it. `isUnset`: a read costs money, and
 * the operator has set no budget. `usedUpUntil`: ISO; null where all reads fit, or where none costs money.
 */
export type MoneyTaken = Readonly<{
  taken: number;
  day: string;
  isUnset: boolean;
  usedUpUntil: string | null;
}>;

/** What reading on platforms may cost: comments and figures share one purse, of which figures get half at most. The inbox fills it. */
export abstract class ReadingMoney {
  /**
   * Takes money for looks before they are made, as many of those wanted as fit into what is left of today. What is not given back is
   * spent. `usdEach`: of one look, in US dollars.
   */
  abstract takeForFigures(platform: Platform, usdEach: number, wanted: number): Promise<MoneyTaken>;

  /** What was taken on this day and is not needed: a call was not made, or cost less. US dollars. */
  abstract giveBack(platform: Platform, day: string, usd: number): Promise<void>;
}

import type { Platform } from '@posthorn/contracts/shared/platform';

/**
 * Looks at figures that money was taken for. `day`: of which purse (UTC), to give some of it back. `isUnset`: a look costs, and nothing may be
 * spent. `usedUpUntil`: ISO; null: all fit that were wanted, or none is ever paid for.
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

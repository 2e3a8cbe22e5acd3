import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Effect } from '#infrastructure/effects/attempt/effect.ts';

/** One post on one account, as the simulation follows it. Times are milliseconds of its clock. */
export type Target = Readonly<{
  /** Breaks ties of the due time, as keys do. */
  id: number;
  ownerId: string;
  accountId: number;
  platform: Platform;
  /** Where the account lives; empty where the platform is one server for all. */
  server: string;
  due: number;
}> & {
  effect: Effect;
  /** When its first call began. */
  calledAt: number | null;
};

import type { Problem } from '@posthorn/contracts/integrations/precheck-problem';
import type { AccountOfPost } from './remote-posts.ts';

/**
 * No problems: no obstacle is known. `asked: false`: the platform could not be asked now. A later attempt may
 * succeed.
 */
export type Readiness = Readonly<{ problems: readonly Problem[]; asked: boolean }>;

/** Checks whether accounts will be able to publish. */
export abstract class AccountReadiness {
  /**
   * The problems that would prevent publishing at `scheduledFor` (ISO). The account may be disconnected, its
   * token may be invalid or expire soon, or a quota may be used up.
   */
  abstract readinessOf(target: AccountOfPost, scheduledFor: string): Promise<Readiness>;
}

import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { AccountOfPost } from './remote-posts.ts';

/** Empty problems: nothing is known to be in the way. `asked: false`: the platform could not be asked, which may pass. */
export type Readiness = Readonly<{ problems: readonly Problem[]; asked: boolean }>;

/** Whether accounts will be able to publish. */
export abstract class AccountReadiness {
  /**
   * The problems that would prevent publishing at `scheduledFor` (ISO). The account may be disconnected, a token refused or about to end,
   * or a quota used up.
   */
  abstract readinessOf(target: AccountOfPost, scheduledFor: string): Promise<Readiness>;
}

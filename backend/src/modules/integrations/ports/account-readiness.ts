import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { AccountOfPost } from './remote-posts.ts';

/** Empty problems: nothing is known to be in the way. `asked: false`: the platform could not be asked, which may pass. */
export type Readiness = Readonly<{ problems: readonly Problem[]; asked: boolean }>;

/** Whether accounts will be able to publish. */
export abstract class AccountReadiness {
  /**
   * What would keep this account from publishing at `scheduledFor` (ISO): it is not connected, a token is refused or ends before
   * then, a quota is used up.
   */
  abstract readinessOf(target: AccountOfPost, scheduledFor: string): Promise<Readiness>;
}

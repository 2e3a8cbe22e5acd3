import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { OutgoingPublication } from '#connectors/contract/publication.ts';
import type { AccountOfPost } from './remote-posts.ts';

/** `disconnected`: also an account that this owner never had. */
export type ConnectionState = 'active' | 'needs-reconnect' | 'disconnected';

/** Empty problems: nothing is known to be in the way. `asked: false`: the platform could not be asked, which may pass. */
export type Readiness = Readonly<{ problems: readonly Problem[]; asked: boolean }>;

/** Whether accounts can be used. */
export abstract class AccountConditions {
  /** Now, from the stream. */
  abstract connectionOf(accountId: number, ownerId: string): Promise<ConnectionState>;

  /**
   * Milliseconds for which the server that the final call goes to is left alone yet, because it failed too often lately; 0:
   * the call may be made. To be asked before the intent, so that an outage leaves no trace of calls that were never made.
   */
  abstract restOf(target: Pick<OutgoingPublication, 'accountId' | 'ownerId' | 'platform'>): Promise<number>;

  /**
   * What would keep this account from publishing at `scheduledFor` (ISO): it is not connected, a token is refused or ends before
   * then, a quota is used up.
   */
  abstract readinessOf(target: AccountOfPost, scheduledFor: string): Promise<Readiness>;
}

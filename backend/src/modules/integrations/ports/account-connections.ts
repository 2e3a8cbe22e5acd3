/** `disconnected`: includes accounts that this owner never connected. */
export type ConnectionState = 'active' | 'needs-reconnect' | 'disconnected';

/** Whether accounts can be used. */
export abstract class AccountConnections {
  /** The current state, read from the account's stream. */
  abstract connectionOf(accountId: number, ownerId: string): Promise<ConnectionState>;
}

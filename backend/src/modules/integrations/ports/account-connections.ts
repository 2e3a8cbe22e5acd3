/** `disconnected`: also an account that this owner never had. */
export type ConnectionState = 'active' | 'needs-reconnect' | 'disconnected';

/** Whether accounts can be used. */
export abstract class AccountConnections {
  /** Read from the stream. */
  abstract connectionOf(accountId: number, ownerId: string): Promise<ConnectionState>;
}

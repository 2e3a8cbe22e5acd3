import type { AccountStatus } from '@posthorn/contracts/integrations/accounts.http';
import { createContext, useContext } from 'react';

export type ShownConnection = AccountStatus | 'disconnected';
/** The current connections of the user's accounts, by id; null while they are unknown. */
export type Connections = ReadonlyMap<number, AccountStatus> | null;

const ConnectionsContext = createContext<Connections>(null);

/** Provides the connections to all cards below it. */
export const ConnectionsProvider = ConnectionsContext.Provider;
export const useConnections = (): Connections => useContext(ConnectionsContext);

/** Returns the connection of an account. While the connections are unknown, each account counts as connected. */
export const connectionOf = (accountId: number, connections: Connections): ShownConnection =>
  connections === null ? 'active' : (connections.get(accountId) ?? 'disconnected');

/** The codes of problems that a reconnection of the account solves. */
const SOLVED_BY_RECONNECTING: ReadonlySet<string> = new Set([
  'reconnect',
  'not-connected',
  'account-missing',
  'permission-ends',
  'permission-missing',
]);
export const isSolvedByReconnecting = (problem: Readonly<{ code: string }> | null): boolean =>
  problem !== null && SOLVED_BY_RECONNECTING.has(problem.code);

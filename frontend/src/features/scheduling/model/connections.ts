import type { AccountStatus } from '@posthorn/contracts/integrations/accounts.http';
import { createContext, useContext } from 'react';

export type ShownConnection = AccountStatus | 'disconnected';
/** How the user's accounts are connected now, by their id; null while nobody knows. */
export type Connections = ReadonlyMap<number, AccountStatus> | null;

const ConnectionsNow = createContext<Connections>(null);

/** Tells all cards below it. */
export const ConnectionsProvider = ConnectionsNow.Provider;
export const useConnections = (): Connections => useContext(ConnectionsNow);

/** Counts as connected while nobody knows better. */
export const connectionOf = (accountId: number, connections: Connections): ShownConnection =>
  connections === null ? 'active' : (connections.get(accountId) ?? 'disconnected');

/** Troubles that connecting the account again puts right, as events and checks name them. */
const OF_ACCOUNT: ReadonlySet<string> = new Set([
  'reconnect',
  'not-connected',
  'account-missing',
  'permission-ends',
  'permission-missing',
]);
export const isOfAccount = (trouble: Readonly<{ code: string }> | null): boolean =>
  trouble !== null && OF_ACCOUNT.has(trouble.code);

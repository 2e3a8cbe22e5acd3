import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AccountsToChoose, Writer } from '../../model/composer/writer.ts';
import type { Connections } from '../../model/connections.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';

type WriterState = Readonly<{
  /** Null while accounts or platforms are loading. */
  writer: Writer | null;
  connections: Connections;
  /** The number of accounts; null: unknown. */
  accounts: number | null;
}>;

/** The data that the composer needs. */
export function useWriter(user: UserView, connect: AccountsToChoose['connect']): WriterState {
  const accounts = useQuery(accountsQuery);
  const platforms = useQuery(platformsQuery);
  const connections = useMemo(
    () => (accounts.data ? new Map(accounts.data.map(({ id, status }) => [id, status])) : null),
    [accounts.data],
  );
  const writer: Writer = {
    id: user.id,
    zone: user.timezone,
    isPremium: user.isPremium,
    accounts: {
      list: accounts.data ?? [],
      failed: accounts.isLoadingError,
      onRetry: () => void accounts.refetch(),
      connect,
    },
    platforms: platforms.data ?? [],
  };
  return {
    writer: accounts.isPending || platforms.isPending ? null : writer,
    connections,
    accounts: accounts.data?.length ?? null,
  };
}

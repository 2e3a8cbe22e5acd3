import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { API_ACCESS_TEXT as TEXT } from '../messages/tokens.en.ts';

type Props<Data> = Readonly<{
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  children: (data: Data) => ReactNode;
}>;

/** Shows data of the server, or a placeholder or an error. Loaded data stays visible when a later request fails. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  if (!error) return <Skeleton className="mt-3 h-24" />;
  return (
    <p role="alert" className="mt-3 text-sm">
      {messageOf(error, TEXT.failed)}{' '}
      <Button variant="link" size="inline" onClick={() => void refetch()}>
        {TEXT.again}
      </Button>
    </p>
  );
}

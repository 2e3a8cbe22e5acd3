import { listWebhooks } from '@posthorn/contracts/external/webhooks.http';
import { listApiTokens } from '@posthorn/contracts/identity/api-tokens.http';
import { currentUser } from '@posthorn/contracts/identity/session.http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const PATHS: readonly unknown[] = [listApiTokens.path, listWebhooks.path];

/**
 * What has changed elsewhere of a person has the layout ask for the person anew, and with that for what is listed here. The layout
 * does not know these lists by name: their words would come with every first load.
 */
export function useFollowPerson(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
        const [path] = event.query.queryKey as readonly unknown[];
        if (path !== currentUser.path) return;
        void queryClient.invalidateQueries({ predicate: ({ queryKey: [moved] }) => PATHS.includes(moved) });
      }),
    [queryClient],
  );
}

import { type UserView, currentUser } from '@posthorn/contracts/identity/session.http';
import { listWebhooks } from '@posthorn/contracts/external/webhooks.http';
import { listApiTokens } from '@posthorn/contracts/identity/api-tokens.http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Part } from '#ui/part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { API_ACCESS_TEXT as TEXT } from '../messages/tokens.en.ts';
import { Tokens } from './tokens.tsx';

const PATHS: readonly unknown[] = [listApiTokens.path, listWebhooks.path];

/**
 * What has changed elsewhere of a person has the layout ask for the person anew, and with that for what is listed here. The layout
 * does not know these lists by name: their words would come with every first load.
 */
function useFollowPerson(): void {
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

const Webhooks = lazyPart(async () => (await import('./webhooks.tsx')).Webhooks);
const Documentation = lazyPart(async () => (await import('./documentation.tsx')).Documentation);

const LOADING = <Skeleton className="h-48" />;

/** The tabs of the card. What is behind the second and the third is loaded when somebody opens it. */
export function ApiAccess({ user: { timezone } }: { user: UserView }) {
  useFollowPerson();
  return (
    <Tabs
      label={TEXT.tabs}
      className="mt-4"
      tabs={[
        { value: 'tokens', label: TEXT.tokens, content: <Tokens zone={timezone} /> },
        {
          value: 'webhooks',
          label: TEXT.webhooks,
          content: (
            <Part fallback={LOADING}>
              <Webhooks zone={timezone} />
            </Part>
          ),
        },
        {
          value: 'documentation',
          label: TEXT.documentation,
          content: (
            <Part fallback={LOADING}>
              <Documentation />
            </Part>
          ),
        },
      ]}
    />
  );
}

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

/** Reloads the lists of tokens and webhooks when the layout reloads the user after a change elsewhere. The layout does not import the
 * lists, because their code would then be part of every first load.
 */
function useReloadWithUser(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
        const [path] = event.query.queryKey as readonly unknown[];
        if (path !== currentUser.path) return;
        void queryClient.invalidateQueries({ predicate: ({ queryKey: [each] }) => PATHS.includes(each) });
      }),
    [queryClient],
  );
}

const Webhooks = lazyPart(async () => (await import('./webhooks.tsx')).Webhooks);
const Documentation = lazyPart(async () => (await import('./documentation.tsx')).Documentation);

const LOADING = <Skeleton className="h-48" />;

/** The tabs of the card. The second and third tab load when the user opens them. */
export function ApiAccess({ user: { timezone } }: { user: UserView }) {
  useReloadWithUser();
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

import type { UserView } from '@posthorn/contracts/identity/session.http';
import { lazyPart } from '#lib/lazy-part.ts';
import { Part } from '#ui/part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useFollowPerson } from '../api/follow-person.ts';
import { API_ACCESS_TEXT as TEXT } from '../messages.en.ts';
import { Tokens } from './tokens.tsx';

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

import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useRef } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNearWindow } from '#lib/use-near-window.ts';
import { Card } from '#ui/card.tsx';
import { Part } from '#ui/part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { API_ACCESS_CARD as TEXT } from '../messages/card.en.ts';

/** Loaded when the user scrolls near, because the card is far down in Settings and needs the code of tabs and dialogs. */
const ApiAccess = lazyPart(async () => (await import('./api-access.tsx')).ApiAccess);

const LOADING = <Skeleton className="mt-4 h-48" />;

/** Settings for other programs: API tokens, webhooks and examples. */
export function ApiAccessCard({ user, title }: { user: UserView; title: string }) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useNearWindow(container);
  return (
    <Card aria-labelledby="api-access">
      <h2 id="api-access" className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{TEXT.hint}</p>
      <div ref={container}>
        {isNear ? <Part fallback={LOADING}>{<ApiAccess user={user} />}</Part> : LOADING}
      </div>
    </Card>
  );
}

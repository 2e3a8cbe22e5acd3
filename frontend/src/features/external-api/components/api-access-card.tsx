import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useRef } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNearWindow } from '#lib/use-near-window.ts';
import { Card } from '#ui/card.tsx';
import { Part } from '#ui/part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { API_ACCESS_CARD as TEXT } from '../messages/card.en.ts';

/** Far down in Settings, and with all the code of tabs and dialogs: it comes when somebody is near. */
const ApiAccess = lazyPart(async () => (await import('./api-access.tsx')).ApiAccess);

const LOADING = <Skeleton className="mt-4 h-48" />;

/** What other programs may do for somebody, and what they are told. */
export function ApiAccessCard({ user, title }: { user: UserView; title: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearWindow(place);
  return (
    <Card aria-labelledby="api-access">
      <h2 id="api-access" className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{TEXT.hint}</p>
      <div ref={place}>{isNear ? <Part fallback={LOADING}>{<ApiAccess user={user} />}</Part> : LOADING}</div>
    </Card>
  );
}

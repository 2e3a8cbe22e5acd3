import type { UserSettings } from '@posthorn/contracts/identity/user-settings.http';
import type { ReactNode } from 'react';
import { useUserSettings } from '../api/user-settings.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PREFERENCES_TEXT as TEXT } from '../messages/preferences.en.ts';

type Props = Readonly<{
  userId: string;
  id: string;
  title: string;
  hint: string;
  children: (settings: UserSettings) => ReactNode;
}>;

/** A card in Settings whose settings the server stores. */
export function PreferencesCard({ userId, id, title, hint, children }: Props) {
  const { settings, isPending, refetch } = useUserSettings(userId);
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-sm text-muted">{hint}</p>
      {!isPending && !settings && (
        <p role="alert" className="mt-2 text-sm">
          {TEXT.failed}{' '}
          <Button variant="link" size="inline" onClick={() => void refetch()}>
            {TEXT.again}
          </Button>
        </p>
      )}
      {isPending && <Skeleton className="mt-3 h-40" />}
      {settings && children(settings)}
    </Card>
  );
}

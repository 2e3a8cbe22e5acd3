import { useSuspenseQuery } from '@tanstack/react-query';
import { deviceName } from '#lib/device-name.ts';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useEndSession } from '../api/end-session.ts';
import { sessionsQuery } from '../api/sessions.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';

const TEXT = SETTINGS_TEXT.sessions;

/** The browsers where the user is signed in, with buttons that sign out of the other browsers. */
export function Sessions() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const now = useNow();
  const end = useEndSession();
  return (
    <>
      <h3 className="mt-4 text-sm font-semibold">{TEXT.signedInOn}</h3>
      <ul className="mt-1 divide-y text-sm">
        {sessions.map(({ id, browser, browserSaid, lastSeenAt, current }) => {
          const name = deviceName(browser, browserSaid);
          return (
            <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1">
              <span className="min-w-0 flex-1 basis-32">
                {name}
                <span className="block text-muted">{current ? TEXT.now : relativeTime(lastSeenAt, now)}</span>
              </span>
              {current ? (
                <Badge tone="primary">{TEXT.thisBrowser}</Badge>
              ) : (
                <Button
                  variant="quiet"
                  disabled={end.isPending && end.variables === id}
                  aria-label={TEXT.signOutOf(name)}
                  onClick={() => {
                    end.mutate(id);
                  }}
                >
                  {TEXT.signOut}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

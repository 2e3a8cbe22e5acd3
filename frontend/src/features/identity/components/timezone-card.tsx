import { TIMEZONE_TEXT } from '@posthorn/contracts/identity/timezone.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { readable, zoneNamed } from '../model/find-zones.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';
import { useChooseTimezone } from '../api/choose-timezone.ts';
import { ZoneSearch } from './zone-search.tsx';

const TEXT = SETTINGS_TEXT.zone;

export function TimezoneCard({ user }: { user: UserView }) {
  // Null until the user types. Typed text stays, even if the stored zone changes.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? readable(user.timezone);
  const [isRefused, setRefused] = useState(false);
  const choose = useChooseTimezone();
  const now = useNow();
  const zone = zoneNamed(text);
  const isIdle = zone === user.timezone || choose.isPending;

  const save = (zone: string) => {
    choose.mutate(zone, {
      onSuccess: () => {
        setTyped(null);
      },
    });
  };

  return (
    <Card aria-labelledby="timezone">
      <h2 id="timezone" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <form
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isIdle) return;
          setRefused(zone === null);
          if (zone !== null) save(zone);
        }}
      >
        <ZoneSearch
          text={text}
          now={now}
          hint={zone === null ? undefined : TEXT.now(dayAndTime(new Date(now).toISOString(), zone, now))}
          error={isRefused ? TIMEZONE_TEXT.notValid : undefined}
          onText={(words) => {
            setTyped(words);
            setRefused(false);
          }}
        />
        {/* `aria-disabled` keeps the focus on the button, because the result appears next to it. */}
        <Button type="submit" aria-disabled={isIdle}>
          {choose.isPending ? TEXT.saving : TEXT.save}
        </Button>
      </form>
    </Card>
  );
}

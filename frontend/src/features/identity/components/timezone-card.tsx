import { FAVOURITE_ZONES, TIMEZONE_TEXT } from '@posthorn/contracts/identity/timezone.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useId, useState } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useChooseTimezone } from '../api/timezone.ts';

/** The favourites first, then every zone that this browser knows. */
const zones: readonly string[] = [...new Set([...FAVOURITE_ZONES, ...Intl.supportedValuesOf('timeZone')])];

export function TimezoneCard({ user }: { user: UserView }) {
  const [zone, setZone] = useState(user.timezone);
  const choose = useChooseTimezone();
  const now = useNow();
  const listId = useId();
  const known = zones.includes(zone);

  const save = () => {
    choose.mutate(zone, {
      onSuccess: () => {
        toast({ title: TIMEZONE_TEXT.updated, description: `Times are now shown in ${zone}.` });
      },
      onError: (error) => {
        toast({
          title: 'Error',
          description: messageOf(error, TIMEZONE_TEXT.failed),
          variant: 'destructive',
        });
      },
    });
  };

  return (
    <Card aria-labelledby="timezone">
      <h2 id="timezone" className="text-lg font-semibold">
        Timezone Settings
      </h2>
      <form
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (known) save();
        }}
      >
        <Field
          label="Time zone"
          hint={known ? `Now: ${dayAndTime(new Date(now).toISOString(), zone, now)}` : undefined}
          error={known ? undefined : TIMEZONE_TEXT.notValid}
        >
          {(field) => (
            <Input
              {...field}
              list={listId}
              value={zone}
              autoComplete="off"
              spellCheck={false}
              placeholder="Type a city, for example Lisbon"
              onFocus={(event) => {
                event.target.select();
              }}
              onChange={(event) => {
                setZone(event.target.value);
              }}
            />
          )}
        </Field>
        <datalist id={listId}>
          {zones.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" disabled={!known || zone === user.timezone || choose.isPending}>
          {choose.isPending ? 'Saving...' : 'Save time zone'}
        </Button>
      </form>
    </Card>
  );
}

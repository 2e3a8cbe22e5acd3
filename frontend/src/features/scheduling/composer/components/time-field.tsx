import { useLayoutEffect, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { readLocalTime, wallClock } from '#lib/local-time.ts';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { dayAndTime, zoneClock, zoneName } from '#lib/zone-format.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { clockAt, FIELD_CHECKS, instantOf, type PostFields } from '../post-fields.ts';

/** The time on the user's own clock, and what it means: the zone, how far away, and what a clock change does to it. */
export function TimeField({ zone }: { zone: string }) {
  const { register, control, formState } = useFormContext<PostFields>();
  useSameInstant(zone);
  const [localTime, second] = useWatch({ control, name: ['localTime', 'second'] });
  const now = useNow();
  const instant = instantOf({ localTime, second }, zone);
  const read = readLocalTime(localTime, zone);
  return (
    <div className="space-y-2">
      <Field
        label="Schedule time"
        error={formState.errors.localTime?.message}
        hint={
          instant &&
          `${dayAndTime(instant, zone, now)} ${zoneClock(instant, zone)}, ${relativeTime(instant, now)}`
        }
      >
        {(field) => (
          <Input
            {...field}
            type="datetime-local"
            min={wallClock(now, zone)}
            {...register('localTime', { validate: FIELD_CHECKS.localTime(zone) })}
          />
        )}
      </Field>
      {read?.kind === 'gap' && (
        <Note kind="warning">
          The clocks go forward then, so this time does not exist. It will be published at{' '}
          {read.shown.slice(-5)}.
        </Note>
      )}
      {read?.kind === 'overlap' && <Occurrence instants={read.instants} zone={zone} />}
    </div>
  );
}

/** A zone that is found out or changed while the form is open moves the digits, never the instant they mean. */
function useSameInstant(zone: string): void {
  const { getValues, setValue } = useFormContext<PostFields>();
  const before = useRef(zone);
  useLayoutEffect(() => {
    if (before.current === zone) return;
    const instant = instantOf(getValues(), before.current);
    before.current = zone;
    if (instant === null) return;
    const { localTime, second } = clockAt(instant, zone);
    setValue('localTime', localTime);
    setValue('second', second);
  }, [zone, getValues, setValue]);
}

function Occurrence({ instants, zone }: { instants: readonly [string, string]; zone: string }) {
  const { control } = useFormContext<PostFields>();
  const { field } = useController({ control, name: 'second' });
  const now = useNow();
  return (
    <fieldset className="rounded-xl border border-attention/40 p-3">
      <legend className="px-1 text-sm font-medium">The clocks go back then: this time comes twice</legend>
      {instants.map((instant, at) => (
        <label key={instant} className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="radio"
            name={field.name}
            className="size-5 accent-primary"
            checked={field.value === (at === 1)}
            onBlur={field.onBlur}
            onChange={() => {
              field.onChange(at === 1);
            }}
          />
          {at === 0 ? 'The first' : 'The second'}: {dayAndTime(instant, zone, now)} {zoneName(instant, zone)}
        </label>
      ))}
    </fieldset>
  );
}

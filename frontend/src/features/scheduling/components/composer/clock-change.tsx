import { useController, useFormContext, useWatch } from 'react-hook-form';
import { readLocalTime } from '#lib/local-time.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime, zoneName } from '#lib/zone-format.ts';
import { Note } from '#ui/note.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';

const TEXT = COMPOSER_TEXT.time;

/** Warns when a clock change skips the chosen time. When the time occurs twice, asks which occurrence is meant. */
export function ClockChange({ zone }: { zone: string }) {
  const { control } = useFormContext<PostFields>();
  const [localTime, now] = useWatch({ control, name: ['localTime', 'now'] });
  if (now) return null;
  const localClock = readLocalTime(localTime, zone);
  if (localClock?.kind === 'gap') return <Note kind="warning">{TEXT.gap(localClock.shown.slice(-5))}</Note>;
  return localClock?.kind === 'overlap' ? <Occurrence instants={localClock.instants} zone={zone} /> : null;
}

function Occurrence({ instants, zone }: { instants: readonly [string, string]; zone: string }) {
  const { control } = useFormContext<PostFields>();
  const { field } = useController({ control, name: 'second' });
  const now = useNow();
  return (
    <fieldset className="rounded-xl border border-attention/40 p-3">
      <legend className="px-1 text-sm font-medium">{TEXT.twice}</legend>
      {instants.map((instant, index) => (
        <label key={instant} className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="radio"
            name={field.name}
            className="size-5 accent-primary"
            checked={field.value === (index === 1)}
            onBlur={field.onBlur}
            onChange={() => {
              field.onChange(index === 1);
            }}
          />
          {index === 0 ? TEXT.first : TEXT.second}: {dayAndTime(instant, zone, now)} {zoneName(instant, zone)}
        </label>
      ))}
    </fieldset>
  );
}

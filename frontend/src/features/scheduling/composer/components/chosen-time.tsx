import { useFormContext, useWatch } from 'react-hook-form';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { dayAndTime, zoneClock } from '#lib/zone-format.ts';
import { COMPOSER_TEXT } from '../messages.en.ts';
import { instantOf, type PostFields } from '../post-fields.ts';

/** What the chosen time means: day, clock, zone, and how far away. */
export function ChosenTime({ zone }: { zone: string }) {
  const { control } = useFormContext<PostFields>();
  const [localTime, second, atOnce] = useWatch({ control, name: ['localTime', 'second', 'now'] });
  const now = useNow();
  const instant = instantOf({ localTime, second }, zone);
  return (
    <p className="text-sm max-sm:text-xs">
      {atOnce
        ? COMPOSER_TEXT.time.atOnce
        : instant &&
          `${dayAndTime(instant, zone, now)} ${zoneClock(instant, zone)}, ${relativeTime(instant, now)}`}
    </p>
  );
}

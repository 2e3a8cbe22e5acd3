import type { Platform } from '@posthorn/contracts/shared/platform';
import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '#lib/debounced.ts';
import { timeOfDay } from '#lib/zone-format.ts';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { calendarQuery } from '../../api/calendar.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { dayAfter, startOf } from '../../model/calendar/days.ts';

const TEXT = COMPOSER_TEXT.time;
const PAUSE_MS = 300;
/** The maximum number of times in the line, and of posts in the list. */
const IN_LINE = 4;
const IN_LIST = 20;

type Props = Readonly<{
  /** A day of the zone, for example `2026-11-28`. */
  day: string;
  zone: string;
  /** The id of the post in an edit form, which the list leaves out. */
  except: number | undefined;
}>;

/** The other posts of the chosen day: their times in one line, their texts in a folded list. Shows nothing until the posts have loaded. */
export function PostsOfDay({ day, zone, except }: Props) {
  const requestedDay = useDebounced(day, PAUSE_MS);
  const [from, to] = [startOf(requestedDay, zone), startOf(dayAfter(requestedDay, 1), zone)];
  const { data, isPlaceholderData } = useQuery(calendarQuery({ from, to }));
  // Each typed digit of a year gives another day.
  if (!data || isPlaceholderData || requestedDay !== day) return null;
  const others = data.items.filter(({ id }) => id !== except);
  if (others.length === 0) return null;
  const platforms = new Map(data.accounts.map(({ id, platform }) => [id, platform]));
  const times = others.slice(0, IN_LINE).map(({ scheduledFor }) => timeOfDay(scheduledFor, zone));
  const further = others.length - times.length;
  return (
    <details className="max-w-md text-xs text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center underline-offset-2 hover:underline">
        {TEXT.othersOfDay(
          others.length,
          [...times, ...(further > 0 ? [TEXT.moreTimes(further)] : [])].join(', '),
        )}
      </summary>
      <div tabIndex={0} role="group" aria-label={TEXT.othersList} className="max-h-32 overflow-y-auto">
        <ol className="space-y-1 pb-1">
          {others.slice(0, IN_LIST).map(({ id, scheduledFor, line, accounts }) => (
            <li key={id} className="flex items-center gap-2">
              <span className="shrink-0 tabular-nums">{timeOfDay(scheduledFor, zone)}</span>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {line}
              </span>
              <span className="flex shrink-0 -space-x-1">
                {platformsOf(accounts, platforms).map((platform) => (
                  <PlatformBadge key={platform} platform={platform} />
                ))}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}

const platformsOf = (accounts: readonly number[], platforms: ReadonlyMap<number, Platform>) =>
  [...new Set(accounts.map((id) => platforms.get(id)))].filter((each) => each !== undefined);

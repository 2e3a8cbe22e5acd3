import { wallClock, wallClockOn } from '#lib/local-time.ts';
import { clockIn, type PostFields } from './post-fields.ts';

export type QuickTime = Readonly<Pick<PostFields, 'localTime' | 'second'>> &
  Readonly<{ name: 'inOneHour' | 'tonight' | 'tomorrow' }>;

/** Returns popular times in the zone that have not passed yet. */
export function quickTimes(now: number, zone: string): readonly QuickTime[] {
  const clock = wallClock(now, zone);
  const all: readonly QuickTime[] = [
    { name: 'inOneHour', ...clockIn(60, now, zone) },
    { name: 'tonight', localTime: wallClockOn(clock, 0, '18:00'), second: false },
    { name: 'tomorrow', localTime: wallClockOn(clock, 1, '09:00'), second: false },
  ];
  // A clock change may set the clocks back by an hour, so that an hour later they show the same time.
  return all.filter(({ name, localTime }) => name === 'inOneHour' || localTime > clock);
}

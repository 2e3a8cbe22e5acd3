import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { wallClock, wallClockOn } from '#lib/local-time.ts';

export type QuickTime = Readonly<{ name: 'inOneHour' | 'tonight' | 'tomorrow'; localTime: string }>;

/** Returns popular times in the zone that have not passed yet. */
export function quickTimes(now: number, zone: string): readonly QuickTime[] {
  const clock = wallClock(now, zone);
  const all: readonly QuickTime[] = [
    { name: 'inOneHour', localTime: wallClock((Math.ceil(now / MINUTE_MS) + 60) * MINUTE_MS, zone) },
    { name: 'tonight', localTime: wallClockOn(clock, 0, '18:00') },
    { name: 'tomorrow', localTime: wallClockOn(clock, 1, '09:00') },
  ];
  return all.filter(({ localTime }) => localTime > clock);
}

import { dayAndTime } from '#lib/zone-format.ts';

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/gu;

/** The server's sentences name instants in UTC; a reader wants them on their own clock. */
export const onTheirClock = (sentence: string, zone: string): string =>
  sentence.replace(INSTANT, (instant) => dayAndTime(instant, zone, Date.now()));

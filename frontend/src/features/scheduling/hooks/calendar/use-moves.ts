import { readLocalTime, wallClock } from '#lib/local-time.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { useMovePost, type PostMove } from '../../api/calendar.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { dayAfter } from '../../model/calendar/days.ts';

const A_MINUTE = 60_000;

/** Moves posts, and offers to undo it. */
export function useMoves(zone: string) {
  const now = useNow();
  const { mutate: moveBack } = useMovePost(() => undefined);
  const { mutate } = useMovePost(({ item, to, by }: PostMove) => ({
    title: TEXT.moved,
    description: TEXT.movedTo(dayAndTime(to, zone, now)),
    undo: () => {
      const back = 'byDays' in by ? { byDays: -by.byDays } : { byMinutes: -by.byMinutes };
      moveBack({ item: { ...item, scheduledFor: to }, to: item.scheduledFor, by: back });
    },
  }));
  return {
    byDays: (item: PostMove['item'], days: number) => {
      const local = wallClock(item.scheduledFor, zone);
      const read = readLocalTime(`${dayAfter(local.slice(0, 10), days)}${local.slice(10)}`, zone);
      const minute = read?.kind === 'overlap' ? read.instants[0] : read?.instant;
      if (minute === undefined) return;
      // A wall clock has no seconds, but a post may have, and the server keeps them.
      const seconds = Date.parse(item.scheduledFor) % A_MINUTE;
      const to = new Date(Date.parse(minute) + seconds).toISOString();
      mutate({ item, to, by: { byDays: days } });
    },
    toInstant: (item: PostMove['item'], to: string) => {
      const byMinutes = Math.round((Date.parse(to) - Date.parse(item.scheduledFor)) / A_MINUTE);
      if (byMinutes !== 0) mutate({ item, to, by: { byMinutes } });
    },
  };
}

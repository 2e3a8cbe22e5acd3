import { CALENDAR } from '@posthorn/contracts/scheduling/calendar.http';
import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { UI_TEXT } from '#ui/messages.en.ts';
import { useMovePost, type PostMove } from '../../api/calendar.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { minutesBetween } from '../../model/posts/minutes-between.ts';

/**
 * Returns a function that moves a post to the minute of an instant. The toast offers an undo. `days`: the number of days, for a move that
 * keeps the local time. Without `days`, the post moves by minutes.
 */
export function usePostMoves(zone: string) {
  const now = useNow();
  const { mutate: moveBack } = useMovePost(() => ({ title: UI_TEXT.undone }));
  const { mutate } = useMovePost(({ item, to }) => ({
    title: TEXT.moved,
    description: TEXT.movedTo(dayAndTime(to, zone, now)),
    seconds: CALENDAR.undoSeconds,
    undo: () => {
      // Minutes, because days would not lead back to each time of a day with a clock change.
      const byMinutes = minutesBetween(to, item.scheduledFor);
      moveBack({ item: { ...item, scheduledFor: to }, to: item.scheduledFor, by: { byMinutes } });
    },
  }));
  return (item: PostMove['item'], chosen: string, days?: number) => {
    const byMinutes = minutesBetween(item.scheduledFor, chosen);
    // The server adds the minutes to the time of the post, which may have seconds.
    const to = new Date(Date.parse(item.scheduledFor) + byMinutes * MINUTE_MS).toISOString();
    const by = days === undefined ? { byMinutes } : { byDays: days, timezone: zone };
    if (byMinutes !== 0) mutate({ item, to, by });
  };
}

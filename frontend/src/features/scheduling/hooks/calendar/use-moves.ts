import { readLocalTime, wallClock } from '#lib/local-time.ts';
import { isDraftLine, type CalendarLine } from '../../model/calendar/calendar-line.ts';
import { dayAfter } from '../../model/calendar/days.ts';
import { useDraftMoves } from './use-draft-moves.ts';
import { usePostMoves } from './use-post-moves.ts';

/** Returns functions that move posts and drafts in the calendar. */
export function useMoves(zone: string) {
  const movePost = usePostMoves(zone);
  const moveDraft = useDraftMoves(zone);
  const move = (item: CalendarLine, to: string, days?: number) => {
    if (isDraftLine(item)) moveDraft(item, to);
    else movePost(item, to, days);
  };
  return {
    byDays: (item: CalendarLine, days: number) => {
      const local = wallClock(item.scheduledFor, zone);
      const localTime = readLocalTime(`${dayAfter(local.slice(0, 10), days)}${local.slice(10)}`, zone);
      const instant = localTime?.kind === 'overlap' ? localTime.instants[0] : localTime?.instant;
      if (instant !== undefined) move(item, instant, days);
    },
    toInstant: (item: CalendarLine, to: string) => {
      move(item, to);
    },
  };
}

import { CALENDAR, type CalendarDraft } from '@posthorn/contracts/scheduling/calendar.http';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { UI_TEXT } from '#ui/messages.en.ts';
import { useMoveDraft, type RevisionsMade } from '../../api/drafts/move-draft.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';

/** Returns a function that plans a draft for another instant. The toast offers an undo. */
export function useDraftMoves(zone: string) {
  const now = useNow();
  const [createdRevisions] = useState<RevisionsMade>(() => new Map());
  const { mutate: moveBack } = useMoveDraft(zone, createdRevisions, () => ({ title: UI_TEXT.undone }));
  const { mutate } = useMoveDraft(zone, createdRevisions, ({ revision }, { item, to }) => ({
    title: TEXT.draftMoved,
    description: TEXT.draftMovedTo(dayAndTime(to, zone, now)),
    seconds: CALENDAR.undoSeconds,
    undo: () => {
      moveBack({ item: { ...item, scheduledFor: to, revision }, to: item.scheduledFor });
    },
  }));
  return (item: CalendarDraft, to: string) => {
    if (Date.parse(to) !== Date.parse(item.scheduledFor)) mutate({ item, to });
  };
}

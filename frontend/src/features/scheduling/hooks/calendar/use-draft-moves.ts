import type { CalendarDraft } from '@posthorn/contracts/scheduling/calendar.http';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { useMoveDraft, type RevisionsMade } from '../../api/drafts/move-draft.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';

/** Plans a draft for another instant, and offers to undo it. */
export function useDraftMoves(zone: string) {
  const now = useNow();
  const [made] = useState<RevisionsMade>(() => new Map());
  const { mutate: moveBack } = useMoveDraft(zone, made, () => undefined);
  const { mutate } = useMoveDraft(zone, made, ({ revision }, { item, to }) => ({
    title: TEXT.draftMoved,
    description: TEXT.draftMovedTo(dayAndTime(to, zone, now)),
    undo: () => {
      moveBack({ item: { ...item, scheduledFor: to, revision }, to: item.scheduledFor });
    },
  }));
  return (item: CalendarDraft, to: string) => {
    mutate({ item, to });
  };
}

import {
  showCalendar,
  type CalendarDraft,
  type CalendarView,
} from '@posthorn/contracts/scheduling/calendar.http';
import { getDraft, type DraftView, type SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import {
  OPTIONAL_WORD_NAMES,
  type OptionalWordsRequest,
} from '@posthorn/contracts/scheduling/optional-words';
import type { QueryClient } from '@tanstack/react-query';
import { codeOf, messageOf, send } from '#lib/api-client.ts';
import type { Rollback } from '#lib/optimistic-updates.ts';
import { wallClock } from '#lib/local-time.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { LISTS_WITH_DRAFTS, noteDraft, putDraft } from './drafts.ts';

/** `item`: the draft as the calendar shows it. `to`: the new planned time, as an instant. */
type DraftMove = Readonly<{ item: CalendarDraft; to: string }>;

/** Maps each revision to the revision that a move on this screen created. A second move may begin before the calendar shows the new one. */
export type RevisionsMade = Map<string, number>;

/** Another device has changed the draft since the calendar was loaded. */
class DraftHasChanged extends Error {}

/** Moves a draft on the screen immediately, and back when the server refuses. After each move, the lists load again. */
export const useMoveDraft = (
  zone: string,
  createdRevisions: RevisionsMade,
  successToast: (draft: DraftView, move: DraftMove) => ToastMessage | undefined,
) =>
  useDeclaredMutation({
    // Moves run one after the other, so that each request contains the revision that the previous move created.
    scope: { id: 'move-draft' },
    send: ({ item, to }: DraftMove) => saveMoved(item, to, zone, createdRevisions),
    optimistic: async (cache, { item, to }): Promise<Rollback> => {
      await cache.cancelQueries({ queryKey: [showCalendar.path] });
      changeInCache(cache, item.id, { scheduledFor: to });
      return () => {
        changeInCache(cache, item.id, { scheduledFor: item.scheduledFor });
      };
    },
    onDone: (cache, draft) => {
      changeInCache(cache, draft.id, { revision: draft.revision });
      noteDraft(cache, draft.id, draft);
    },
    successToast,
    failure: (error) => ({ title: TEXT.draftNotMoved, description: reasonOf(error), variant: 'destructive' }),
    refreshes: LISTS_WITH_DRAFTS,
  });

async function saveMoved(
  { id, revision }: CalendarDraft,
  to: string,
  zone: string,
  createdRevisions: RevisionsMade,
): Promise<DraftView> {
  const base = latestOf(id, revision, createdRevisions);
  const draft = await send(getDraft, undefined, { params: { id } });
  if (draft.revision !== base) throw new DraftHasChanged();
  const moved = await putDraft(id, replanned(draft, to, zone), base);
  if (moved.revision !== base) createdRevisions.set(keyOf(id, base), moved.revision);
  return moved;
}

const keyOf = (id: string, revision: number): string => `${id} ${String(revision)}`;

function latestOf(id: string, revision: number, createdRevisions: RevisionsMade): number {
  const next = createdRevisions.get(keyOf(id, revision));
  return next === undefined ? revision : latestOf(id, next, createdRevisions);
}

/** Returns the whole draft with another time, because the server empties each absent field. */
function replanned(draft: DraftView, to: string, zone: string): SaveDraftRequest {
  const { content, aiRepliesEnabled, selectedAccountIds, targets, mediaFiles } = draft;
  const words = OPTIONAL_WORD_NAMES.flatMap((name) =>
    draft[name] === null ? [] : [[name, draft[name]] as const],
  );
  return {
    ...(Object.fromEntries(words) as OptionalWordsRequest),
    content,
    aiRepliesEnabled,
    selectedAccountIds,
    targets,
    mediaFiles: mediaFiles.map(({ mediaUrl, altText }) => ({ mediaUrl, ...(altText && { altText }) })),
    plannedFor: to,
    timezone: zone,
    localTime: wallClock(to, zone),
  };
}

function reasonOf(error: Error): string {
  const code = codeOf(error);
  if (error instanceof DraftHasChanged || code === 'scheduling.draft-changed') return TEXT.draftIsNewer;
  if (code === 'scheduling.draft-gone' || code === 'scheduling.draft-not-found') return TEXT.draftIsGone;
  return messageOf(error, TEXT.moveAgain);
}

const changeInCache = (cache: QueryClient, id: string, change: Partial<CalendarDraft>): void => {
  cache.setQueriesData<CalendarView>(
    { queryKey: [showCalendar.path] },
    (view) =>
      view && {
        ...view,
        drafts: view.drafts.map((each) => (each.id === id ? { ...each, ...change } : each)),
      },
  );
};

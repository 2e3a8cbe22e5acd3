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
import type { TakeBack } from '#lib/at-once.ts';
import { wallClock } from '#lib/local-time.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { LISTS_WITH_DRAFTS, noteDraft, putDraft } from './drafts.ts';

/** `item`: as the calendar shows it. `to`: the new planned time, an instant. */
type DraftMove = Readonly<{ item: CalendarDraft; to: string }>;

/** The revision that a move on this screen has made of another one. A second move may begin before the calendar shows it. */
export type RevisionsMade = Map<string, number>;

/** Another device has changed the draft since the calendar was loaded. */
class DraftIsAnother extends Error {}

/** Moves a draft on the screen at once, and back when the server refuses. The refusal also loads the newer version. */
export const useMoveDraft = (
  zone: string,
  made: RevisionsMade,
  says: (draft: DraftView, move: DraftMove) => ToastMessage | undefined,
) =>
  useDeclaredMutation({
    // One after the other, so that each names the revision that the one before has made.
    scope: { id: 'move-draft' },
    send: ({ item, to }: DraftMove) => planFor(item, to, zone, made),
    atOnce: async (cache, { item, to }): Promise<TakeBack> => {
      await cache.cancelQueries({ queryKey: [showCalendar.path] });
      show(cache, item.id, { scheduledFor: to });
      return () => {
        show(cache, item.id, { scheduledFor: item.scheduledFor });
      };
    },
    onDone: (cache, draft) => {
      show(cache, draft.id, { revision: draft.revision });
      noteDraft(cache, draft.id, draft);
    },
    says,
    failure: (error) => ({ title: TEXT.draftNotMoved, description: reasonOf(error), variant: 'destructive' }),
    refreshes: LISTS_WITH_DRAFTS,
  });

async function planFor(
  { id, revision }: CalendarDraft,
  to: string,
  zone: string,
  made: RevisionsMade,
): Promise<DraftView> {
  const base = latestOf(id, revision, made);
  const draft = await send(getDraft, undefined, { params: { id } });
  if (draft.revision !== base) throw new DraftIsAnother();
  const moved = await putDraft(id, replanned(draft, to, zone), base);
  if (moved.revision !== base) made.set(nameOf(id, base), moved.revision);
  return moved;
}

const nameOf = (id: string, revision: number): string => `${id} ${String(revision)}`;

function latestOf(id: string, revision: number, made: RevisionsMade): number {
  const next = made.get(nameOf(id, revision));
  return next === undefined ? revision : latestOf(id, next, made);
}

/** The whole draft with another time, because a field that is absent would be empty afterwards. */
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
  if (error instanceof DraftIsAnother || code === 'scheduling.draft-changed') return TEXT.draftIsNewer;
  if (code === 'scheduling.draft-gone' || code === 'scheduling.draft-not-found') return TEXT.draftIsGone;
  return messageOf(error, TEXT.moveAgain);
}

const show = (cache: QueryClient, id: string, change: Partial<CalendarDraft>): void => {
  cache.setQueriesData<CalendarView>(
    { queryKey: [showCalendar.path] },
    (view) =>
      view && {
        ...view,
        drafts: view.drafts.map((each) => (each.id === id ? { ...each, ...change } : each)),
      },
  );
};

import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Note } from '#ui/note.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import Pencil from 'lucide-react/icons/pencil';
import { useRemoveDraft } from '../../api/drafts/drafts.ts';
import { useDraftList } from '../../hooks/drafts/use-draft-list.ts';
import { DRAFTS_TEXT as TEXT } from '../../messages/drafts.en.ts';
import { takeDraftsAsked } from '../../model/drafts/drafts-asked.ts';
import type { DraftsEntry } from '../../model/drafts/drafts-entry.ts';
import { DraftRow } from './draft-row.tsx';

type Props = Pick<DraftsEntry, 'writer' | 'isWriting' | 'onOpen'> & Readonly<{ onShowPosts: () => void }>;

/** All drafts of the user, last changed first. */
export function DraftList({ writer, isWriting, onOpen, onShowPosts }: Props) {
  useFocusInDrafts();
  const { drafts, total, more, isLoading, hasFailed, retry } = useDraftList(writer.id, isWriting);
  const remove = useRemoveDraft(writer.id);
  const noteRemoval = useFocusAfterDraft(drafts.map(({ line }) => line.id));
  return (
    <section aria-labelledby="drafts" className="space-y-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="drafts" tabIndex={-1} className="text-base font-semibold outline-none">
          {TEXT.title}
        </h2>
        <p role="status" className="min-w-0 flex-1 text-sm text-muted tabular-nums">
          {!isLoading && !hasFailed && total > 0 && TEXT.count(total)}
        </p>
        <Button
          onClick={() => {
            // This button disappears with the list.
            document.querySelector('h1')?.focus({ preventScroll: true });
            onShowPosts();
          }}
        >
          {TEXT.showPosts}
        </Button>
      </div>
      {isLoading && <LoadingDrafts />}
      {hasFailed && (
        <Note kind="error" className="items-center py-1">
          <span className="flex flex-wrap items-center gap-x-3">
            {TEXT.failed}
            <Button variant="link" size="inline" onClick={retry}>
              {TEXT.again}
            </Button>
          </span>
        </Note>
      )}
      {!isLoading && !hasFailed && drafts.length === 0 && (
        <EmptyState icon={Pencil} title={TEXT.none}>
          {TEXT.noneHint}
        </EmptyState>
      )}
      {drafts.length > 0 && (
        <ul aria-label={TEXT.title} className="space-y-2">
          {drafts.map((draft) => (
            <li key={draft.line.id} data-draft={draft.line.id}>
              <DraftRow
                draft={draft}
                zone={writer.zone}
                onOpen={onOpen}
                onRemove={(id) => {
                  noteRemoval(id);
                  remove(id, draft.isHere);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {more.hasNext && (
        <Button aria-disabled={more.isLoading} className="mx-auto flex" onClick={more.load}>
          {more.isLoading ? TEXT.loading : TEXT.more}
        </Button>
      )}
    </section>
  );
}

const LoadingDrafts = () => (
  <div role="status" className="space-y-2">
    <span className="sr-only">{TEXT.loading}</span>
    {[0, 1, 2].map((index) => (
      <Skeleton key={index} className="h-20 rounded-2xl" />
    ))}
  </div>
);

/** Focuses the heading when a button has shown the drafts, because this button is gone. */
function useFocusInDrafts(): void {
  useEffect(() => {
    if (takeDraftsAsked()) document.getElementById('drafts')?.focus({ preventScroll: true });
  }, []);
}

/** After a removal, moves the focus to the draft at the same position, or to the heading. */
function useFocusAfterDraft(ids: readonly string[]): (id: string) => void {
  const removal = useRef<Readonly<{ id: string; at: number }> | null>(null);
  useEffect(() => {
    const removed = removal.current;
    if (!removed || ids.includes(removed.id)) return;
    removal.current = null;
    const next = ids[Math.min(removed.at, ids.length - 1)];
    const button = next && document.querySelector<HTMLElement>(`[data-draft="${next}"] button`);
    (button || document.getElementById('drafts'))?.focus({ preventScroll: true });
  });
  return (id) => {
    removal.current = { id, at: ids.indexOf(id) };
  };
}
